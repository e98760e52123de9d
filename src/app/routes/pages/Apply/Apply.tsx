import { createFileRoute } from '@tanstack/react-router';
import { type ApplySearch, ApplyScreen } from '#app/features/listing-applications/apply-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/Apply/Apply')({
  validateSearch: searchParams<ApplySearch>({ step: ['1', '2', '3', '4', '5'], id: idText }),
  loader: () => Promise.all([loadCatalog('listing-applications'), loadCatalog('identity')]),
  component: ApplyRoute,
});

function ApplyRoute() {
  return <ApplyScreen {...Route.useSearch()} />;
}
