import { createFileRoute } from '@tanstack/react-router';
import { RecordScreen, type RecordSearch } from '#app/features/options/entries/record-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { assetText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/Option/Bettingrecord')({
  validateSearch: searchParams<RecordSearch>({ coin: assetText, state: ['history'] }),
  loader: () => loadCatalog('options'),
  component: RecordRoute,
});

function RecordRoute() {
  return <RecordScreen {...Route.useSearch()} />;
}
