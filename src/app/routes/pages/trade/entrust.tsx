import { createFileRoute } from '@tanstack/react-router';
import { EntrustScreen, type EntrustSearch } from '../../../features/trade/entrust-screen.tsx';
import { loadCatalog } from '../../../platform/language.ts';

const pairPattern = /^[A-Z0-9]{4,16}$/;

export const Route = createFileRoute('/pages/trade/entrust')({
  validateSearch: ({ state, pair, side }: Record<string, unknown>): EntrustSearch => ({
    ...(state === 'history' ? { state } : {}),
    ...(typeof pair === 'string' && pairPattern.test(pair) ? { pair } : {}),
    ...(side === 'buy' || side === 'sell' ? { side } : {}),
  }),
  loader: () => Promise.all([loadCatalog('trade'), loadCatalog('pairs')]),
  component: EntrustRoute,
});

function EntrustRoute() {
  return <EntrustScreen search={Route.useSearch()} />;
}
