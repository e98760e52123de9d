import { createFileRoute } from '@tanstack/react-router';
import { CollectMoneyScreen } from '../../../features/merchant/methods/collect-money-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { toSearch } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/mine/collect_money')({
  validateSearch: toSearch,
  loader: () => Promise.all([loadCatalog('merchant'), loadCatalog('fiat')]),
  component: CollectMoneyRoute,
});

function CollectMoneyRoute() {
  return <CollectMoneyScreen {...Route.useSearch()} />;
}
