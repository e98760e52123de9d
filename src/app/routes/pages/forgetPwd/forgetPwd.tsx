import { createFileRoute } from '@tanstack/react-router';
import { ForgotScreen } from '../../../features/account/log-in/forgot-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/forgetPwd/forgetPwd')({
  loader: () => loadCatalog('account'),
  component: ForgotScreen,
});
