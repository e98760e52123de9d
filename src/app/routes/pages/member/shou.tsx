import { createFileRoute } from '@tanstack/react-router';
import { RebatesScreen } from '#app/features/referrals/rebates-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { searchParams } from '#app/platform/search-params.ts';

interface RebatesSearch {
  readonly show?: 'reversed';
}

export const Route = createFileRoute('/pages/member/shou')({
  validateSearch: searchParams<RebatesSearch>({ show: ['reversed'] }),
  loader: () => loadCatalog('referrals'),
  component: RebatesRoute,
});

function RebatesRoute() {
  const { show = 'all' } = Route.useSearch();
  return <RebatesScreen show={show} />;
}
