import { createFileRoute } from '@tanstack/react-router';
import type { OrderHistorySearch } from '../../../features/spot/orders/order-filters.tsx';
import { OrderHistoryScreen } from '../../../features/spot/orders/order-history-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { pairText, searchParams } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/trade/entrust')({
  validateSearch: searchParams<OrderHistorySearch>({ state: ['history'], pair: pairText, side: ['buy', 'sell'] }),
  loader: () => Promise.all([loadCatalog('spot'), loadCatalog('pairs')]),
  component: EntrustRoute,
});

function EntrustRoute() {
  return <OrderHistoryScreen search={Route.useSearch()} />;
}
