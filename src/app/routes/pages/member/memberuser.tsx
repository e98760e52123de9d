import { createFileRoute } from '@tanstack/react-router';
import { MembersScreen } from '#app/features/referrals/members-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { searchParams } from '#app/platform/search-params.ts';

interface MembersSearch {
  readonly generation?: 'direct' | 'indirect';
}

export const Route = createFileRoute('/pages/member/memberuser')({
  validateSearch: searchParams<MembersSearch>({ generation: ['direct', 'indirect'] }),
  loader: () => loadCatalog('referrals'),
  component: MembersRoute,
});

function MembersRoute() {
  const { generation = 'direct' } = Route.useSearch();
  return <MembersScreen generation={generation} />;
}
