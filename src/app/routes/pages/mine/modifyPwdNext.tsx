import { createFileRoute } from '@tanstack/react-router';
import { ChangePasswordNextScreen } from '../../../features/security/change-password-next-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/modifyPwdNext')({
  loader: () => Promise.all([loadCatalog('security'), loadCatalog('account')]),
  component: ChangePasswordNextScreen,
});
