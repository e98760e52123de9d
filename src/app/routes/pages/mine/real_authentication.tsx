import { createFileRoute } from '@tanstack/react-router';
import { RealAuthenticationScreen } from '../../../features/identity/real-authentication-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/real_authentication')({
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' ? { to } : {}),
  loader: () => loadCatalog('identity'),
  component: RealAuthenticationRoute,
});

function RealAuthenticationRoute() {
  return <RealAuthenticationScreen to={Route.useSearch().to} />;
}
