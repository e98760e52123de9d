import { createFileRoute } from '@tanstack/react-router';
import { AuthenticationScreen } from '../../../features/identity/authentication-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/authentication')({
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' ? { to } : {}),
  loader: () => loadCatalog('identity'),
  component: AuthenticationRoute,
});

function AuthenticationRoute() {
  return <AuthenticationScreen to={Route.useSearch().to} />;
}
