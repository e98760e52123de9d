import { createFileRoute } from '@tanstack/react-router';
import { CoinScreen } from '../../../features/chart/coin-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

const assetPattern = /^[A-Z0-9]{2,10}$/;

export const Route = createFileRoute('/pages/jieshao/jieshao')({
  validateSearch: ({ asset }: Record<string, unknown>): { asset?: string } =>
    typeof asset === 'string' && assetPattern.test(asset) ? { asset } : {},
  loader: () => loadCatalog('chart'),
  component: CoinRoute,
});

function CoinRoute() {
  const { asset = 'BTC' } = Route.useSearch();
  return <CoinScreen asset={asset} />;
}
