import { createFileRoute } from '@tanstack/react-router';
import { TradeScreen, type TradeSearch } from '../../../features/trade/trade-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

const pairPattern = /^[A-Z0-9]{4,16}$/;
const pricePattern = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/;

export const Route = createFileRoute('/pages/trade/trade')({
  validateSearch: ({ pair, side, price }: Record<string, unknown>): TradeSearch => ({
    ...(typeof pair === 'string' && pairPattern.test(pair) ? { pair } : {}),
    ...(side === 'buy' || side === 'sell' ? { side } : {}),
    ...(typeof price === 'string' && pricePattern.test(price) ? { price } : {}),
  }),
  loader: () => Promise.all([loadCatalog('trade'), loadCatalog('pairs')]),
  component: TradeRoute,
});

function TradeRoute() {
  return <TradeScreen search={Route.useSearch()} />;
}
