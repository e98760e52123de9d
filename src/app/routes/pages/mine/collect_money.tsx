import { createFileRoute } from '@tanstack/react-router';
import { CollectMoneyScreen } from '#app/features/p2p/merchants/collection-methods/collect-money-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { toSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/mine/collect_money')({
  validateSearch: toSearch,
  loader: () => Promise.all([loadCatalog('p2p-merchants'), loadCatalog('p2p')]),
  component: CollectMoneyRoute,
});

function CollectMoneyRoute() {
  return <CollectMoneyScreen {...Route.useSearch()} />;
}
