import { createFileRoute } from '@tanstack/react-router';
import { SetPasswordScreen } from '#app/features/security/transaction-password/set-password-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/setPwd')({
  loader: () => Promise.all([loadCatalog('security'), loadCatalog('account')]),
  component: SetPasswordScreen,
});
