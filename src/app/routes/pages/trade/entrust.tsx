import { createFileRoute } from '@tanstack/react-router';
import type { OrderHistorySearch } from '../../../features/trade/orders/order-filters.tsx';
import { OrderHistoryScreen } from '../../../features/trade/orders/order-history-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

const pairPattern = /^[A-Z0-9]{4,16}$/;

export const Route = createFileRoute('/pages/trade/entrust')({
  validateSearch: ({ state, pair, side }: Record<string, unknown>): OrderHistorySearch => ({
    ...(state === 'history' ? { state } : {}),
    ...(typeof pair === 'string' && pairPattern.test(pair) ? { pair } : {}),
    ...(side === 'buy' || side === 'sell' ? { side } : {}),
  }),
  loader: () => Promise.all([loadCatalog('trade'), loadCatalog('pairs')]),
  component: EntrustRoute,
});

function EntrustRoute() {
  return <OrderHistoryScreen search={Route.useSearch()} />;
}
