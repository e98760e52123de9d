import { createFileRoute } from '@tanstack/react-router';
import { KlineScreen } from '#app/features/chart/kline-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { pairText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/market/kline')({
  validateSearch: searchParams<{ pair?: string }>({ pair: pairText }),
  loader: () => Promise.all([loadCatalog('chart'), loadCatalog('pairs')]),
  component: KlineRoute,
});

function KlineRoute() {
  const { pair = 'BTCUSDT' } = Route.useSearch();
  return <KlineScreen pairId={pair} />;
}
