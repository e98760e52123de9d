import { createFileRoute } from '@tanstack/react-router';
import { SpotScreen, type SpotSearch } from '#app/features/spot/spot-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { pairText, searchParams } from '#app/platform/search-params.ts';

const priceText = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/;

export const Route = createFileRoute('/pages/trade/trade')({
  validateSearch: searchParams<SpotSearch>({ pair: pairText, side: ['buy', 'sell'], price: priceText }),
  loader: () => Promise.all([loadCatalog('spot'), loadCatalog('pairs')]),
  component: TradeRoute,
});

function TradeRoute() {
  return <SpotScreen search={Route.useSearch()} />;
}
