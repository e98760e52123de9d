import { createFileRoute } from '@tanstack/react-router';
import { LogInScreen } from '../../../features/account/sign-in/log-in-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/login')({
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' ? { to } : {}),
  loader: () => Promise.all([loadCatalog('account'), loadCatalog('passkeys')]),
  component: LogInScreen,
});
