import { createFileRoute } from '@tanstack/react-router';
import { DepositScreen } from '#app/features/p2p/merchants/deposit/deposit-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { toSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/business/bzj')({
  validateSearch: toSearch,
  loader: () => Promise.all([loadCatalog('p2p-merchants'), loadCatalog('p2p')]),
  component: DepositRoute,
});

function DepositRoute() {
  return <DepositScreen {...Route.useSearch()} />;
}
