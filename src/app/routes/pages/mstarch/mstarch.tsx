import { createFileRoute } from '@tanstack/react-router';
import { MallScreen } from '#app/features/mining/mall-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idText, searchParams } from '#app/platform/search-params.ts';

interface MiningSearch {
  readonly id?: string;
  readonly show?: 'done';
}

export const Route = createFileRoute('/pages/mstarch/mstarch')({
  validateSearch: searchParams<MiningSearch>({ id: idText, show: ['done'] }),
  loader: () => Promise.all([loadCatalog('mining'), loadCatalog('backing')]),
  component: MiningRoute,
});

function MiningRoute() {
  const { id, show } = Route.useSearch();
  return <MallScreen id={id} show={show} />;
}
