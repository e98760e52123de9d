import { createFileRoute } from '@tanstack/react-router';
import { RevokeScreen, type RevokeSearch } from '#app/features/p2p/adverts/revoke-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { anyText, idText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/business/revoke')({
  validateSearch: searchParams<RevokeSearch>({ advert: idText, to: anyText }),
  loader: () => Promise.all([loadCatalog('p2p-merchants'), loadCatalog('p2p')]),
  component: RevokeRoute,
});

function RevokeRoute() {
  return <RevokeScreen {...Route.useSearch()} />;
}
