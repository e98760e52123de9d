import { createFileRoute } from '@tanstack/react-router';
import { CoinScreen } from '#app/features/chart/coin-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { assetText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/jieshao/jieshao')({
  validateSearch: searchParams<{ asset?: string }>({ asset: assetText }),
  loader: () => loadCatalog('chart'),
  component: CoinRoute,
});

function CoinRoute() {
  const { asset = 'BTC' } = Route.useSearch();
  return <CoinScreen asset={asset} />;
}
