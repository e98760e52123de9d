import { createFileRoute } from '@tanstack/react-router';
import { MarketScreen } from '#app/features/market/market-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { anyText, searchParams } from '#app/platform/search-params.ts';

interface MarketSearch {
  /** The search is open. */
  readonly search?: '1';
  readonly board?: string;
  /** The favourites are being chosen. */
  readonly edit?: '1';
}

export const Route = createFileRoute('/pages/home/market')({
  validateSearch: searchParams<MarketSearch>({ search: ['1'], board: anyText, edit: ['1'] }),
  loader: () => loadCatalog('market'),
  component: MarketRoute,
});

function MarketRoute() {
  const { search, board, edit } = Route.useSearch();
  return <MarketScreen searching={search !== undefined} board={board} editing={edit !== undefined} />;
}
