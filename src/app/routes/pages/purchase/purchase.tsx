import { createFileRoute } from '@tanstack/react-router';
import { LaunchScreen, type LaunchSearch } from '../../../features/launch/launch-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { idText, searchParams } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/purchase/purchase')({
  validateSearch: searchParams<LaunchSearch>({ id: idText, view: ['result'] }),
  loader: () => Promise.all([loadCatalog('launch'), loadCatalog('backing'), loadCatalog('pairs')]),
  component: LaunchRoute,
});

function LaunchRoute() {
  return <LaunchScreen {...Route.useSearch()} />;
}
