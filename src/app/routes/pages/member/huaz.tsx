import { createFileRoute } from '@tanstack/react-router';
import { MoveScreen } from '#app/features/referrals/move-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { assetText, searchParams } from '#app/platform/search-params.ts';

interface MoveSearch {
  readonly asset?: string;
}

export const Route = createFileRoute('/pages/member/huaz')({
  validateSearch: searchParams<MoveSearch>({ asset: assetText }),
  loader: () => loadCatalog('referrals'),
  component: MoveRoute,
});

function MoveRoute() {
  const { asset } = Route.useSearch();
  return <MoveScreen asset={asset} />;
}
