import { createFileRoute } from '@tanstack/react-router';
import { ForgotScreen } from '#app/features/account/log-in/forgot-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/forgetPwd/forgetPwd')({
  loader: () => loadCatalog('account'),
  component: ForgotScreen,
});
