import { createFileRoute } from '@tanstack/react-router';
import { ChangePasswordScreen } from '#app/features/security/change-password-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/modifyPwd')({
  loader: () => Promise.all([loadCatalog('security'), loadCatalog('account')]),
  component: ChangePasswordScreen,
});
