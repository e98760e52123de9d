import { createFileRoute } from '@tanstack/react-router';
import { RealAuthenticationScreen } from '#app/features/identity/real-authentication-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { toSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/mine/real_authentication')({
  validateSearch: toSearch,
  loader: () => loadCatalog('identity'),
  component: RealAuthenticationRoute,
});

function RealAuthenticationRoute() {
  return <RealAuthenticationScreen to={Route.useSearch().to} />;
}
