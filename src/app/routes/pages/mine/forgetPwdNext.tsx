import { createFileRoute } from '@tanstack/react-router';
import { NewPasswordScreen } from '#app/features/account/log-in/new-password-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/forgetPwdNext')({
  loader: () => loadCatalog('account'),
  component: NewPasswordScreen,
});
