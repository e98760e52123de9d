import { createFileRoute } from '@tanstack/react-router';
import { RevokeScreen, type RevokeSearch } from '../../../features/merchant/adverts/revoke-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { anyText, idText, searchParams } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/business/revoke')({
  validateSearch: searchParams<RevokeSearch>({ advert: idText, to: anyText }),
  loader: () => Promise.all([loadCatalog('merchant'), loadCatalog('fiat')]),
  component: RevokeRoute,
});

function RevokeRoute() {
  return <RevokeScreen {...Route.useSearch()} />;
}
