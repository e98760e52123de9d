import { createFileRoute } from '@tanstack/react-router';
import { RoundScreen, type RoundSearch } from '#app/features/options/round/round-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/Option/Riseandfall')({
  validateSearch: searchParams<RoundSearch>({ id: idText, entry: idText }),
  loader: () => loadCatalog('options'),
  component: RoundRoute,
});

function RoundRoute() {
  return <RoundScreen {...Route.useSearch()} />;
}
