import { createFileRoute } from '@tanstack/react-router';
import type { OrderHistorySearch } from '#app/features/spot/orders/order-filters.tsx';
import { OrderHistoryScreen } from '#app/features/spot/orders/order-history-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { pairText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/trade/entrust')({
  validateSearch: searchParams<OrderHistorySearch>({ state: ['history'], pair: pairText, side: ['buy', 'sell'] }),
  loader: () => Promise.all([loadCatalog('spot'), loadCatalog('pairs')]),
  component: EntrustRoute,
});

function EntrustRoute() {
  return <OrderHistoryScreen search={Route.useSearch()} />;
}
