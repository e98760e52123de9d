import { createFileRoute } from '@tanstack/react-router';
import { AuthenticationScreen } from '#app/features/identity/authentication-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { toSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/mine/authentication')({
  validateSearch: toSearch,
  loader: () => loadCatalog('identity'),
  component: AuthenticationRoute,
});

function AuthenticationRoute() {
  return <AuthenticationScreen to={Route.useSearch().to} />;
}
