import { createFileRoute } from '@tanstack/react-router';
import { PhoneCodeScreen } from '#app/features/account/log-in/phone-code-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/business/phoneCode')({
  loader: () => loadCatalog('account'),
  component: PhoneCodeScreen,
});
