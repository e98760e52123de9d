import { createFileRoute } from '@tanstack/react-router';
import { RecordsScreen } from '#app/features/fixed-terms/records-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/financial/records')({
  validateSearch: idSearch,
  loader: () => loadCatalog('fixed-terms'),
  component: RecordsRoute,
});

function RecordsRoute() {
  return <RecordsScreen id={Route.useSearch().id} />;
}
