import { createFileRoute } from '@tanstack/react-router';
import { ChangePasswordNextScreen } from '#app/features/security/change-password-next-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/modifyPwdNext')({
  loader: () => Promise.all([loadCatalog('security'), loadCatalog('account')]),
  component: ChangePasswordNextScreen,
});
