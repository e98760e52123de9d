import { createFileRoute } from '@tanstack/react-router';
import { LaunchpadScreen, type LaunchpadSearch } from '#app/features/launchpad/launchpad-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/purchase/purchase')({
  validateSearch: searchParams<LaunchpadSearch>({ id: idText, view: ['result'] }),
  loader: () => Promise.all([loadCatalog('launchpad'), loadCatalog('backing'), loadCatalog('pairs')]),
  component: LaunchRoute,
});

function LaunchRoute() {
  return <LaunchpadScreen {...Route.useSearch()} />;
}
