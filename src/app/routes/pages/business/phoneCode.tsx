import { createFileRoute } from '@tanstack/react-router';
import { PhoneCodeScreen } from '../../../features/account/phone-code-screen.tsx';
import { loadCatalog } from '../../../platform/language.ts';

export const Route = createFileRoute('/pages/business/phoneCode')({
  loader: () => loadCatalog('account'),
  component: PhoneCodeScreen,
});
