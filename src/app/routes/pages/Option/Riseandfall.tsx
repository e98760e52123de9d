import { createFileRoute } from '@tanstack/react-router';
import { RoundScreen, type RoundSearch } from '../../../features/options/round/round-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { idText, searchParams } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/Option/Riseandfall')({
  validateSearch: searchParams<RoundSearch>({ id: idText, entry: idText }),
  loader: () => loadCatalog('options'),
  component: RoundRoute,
});

function RoundRoute() {
  return <RoundScreen {...Route.useSearch()} />;
}
