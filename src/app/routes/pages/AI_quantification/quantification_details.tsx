import { createFileRoute } from '@tanstack/react-router';
import { DetailsScreen } from '../../../features/robots/details/details-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { idSearch } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/AI_quantification/quantification_details')({
  validateSearch: idSearch,
  loader: () => Promise.all([loadCatalog('robots'), loadCatalog('chart'), loadCatalog('assets')]),
  component: DetailsRoute,
});

function DetailsRoute() {
  const { id } = Route.useSearch();
  return id === undefined ? null : <DetailsScreen id={id} />;
}
