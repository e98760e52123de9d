import { createFileRoute } from '@tanstack/react-router';
import { KlineScreen } from '../../../features/chart/kline-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

const pairPattern = /^[A-Z0-9]{4,16}$/;

export const Route = createFileRoute('/pages/market/kline')({
  validateSearch: ({ pair }: Record<string, unknown>): { pair?: string } =>
    typeof pair === 'string' && pairPattern.test(pair) ? { pair } : {},
  loader: () => Promise.all([loadCatalog('chart'), loadCatalog('pairs')]),
  component: KlineRoute,
});

function KlineRoute() {
  const { pair = 'BTCUSDT' } = Route.useSearch();
  return <KlineScreen pairId={pair} />;
}
