import { createFileRoute } from '@tanstack/react-router';
import { RebatesScreen } from '../../../features/team/rebates-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { searchParams } from '../../../platform/search-params.ts';

interface RebatesSearch {
  readonly show?: 'reversed';
}

export const Route = createFileRoute('/pages/member/shou')({
  validateSearch: searchParams<RebatesSearch>({ show: ['reversed'] }),
  loader: () => loadCatalog('team'),
  component: RebatesRoute,
});

function RebatesRoute() {
  const { show = 'all' } = Route.useSearch();
  return <RebatesScreen show={show} />;
}
