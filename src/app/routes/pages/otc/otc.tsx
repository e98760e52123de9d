import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type BoardSearch, readBoardSearch } from '#app/features/p2p/board/board-search.ts';
import { BoardScreen } from '#app/features/p2p/board/board-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { anyText, assetText, idText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/otc/otc')({
  validateSearch: searchParams<BoardSearch>({
    side: ['buy', 'sell'],
    asset: assetText,
    // The screen knows currencies and methods, and how an amount is written.
    currency: /^[A-Z]{3}$/,
    amount: anyText,
    method: anyText,
    merchant: idText,
    online: ['true'],
    qualified: ['true'],
  }),
  loader: () => loadCatalog('p2p'),
  component: BoardRoute,
});

function BoardRoute() {
  const given = Route.useSearch();
  return <BoardScreen search={useMemo(() => readBoardSearch(given), [given])} />;
}
