import { createFileRoute } from '@tanstack/react-router';
import { PhoneCodeScreen } from '../../../features/account/log-in/phone-code-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/business/phoneCode')({
  loader: () => loadCatalog('account'),
  component: PhoneCodeScreen,
});
