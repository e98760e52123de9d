import { createFileRoute } from '@tanstack/react-router';
import { FixedTermsScreen } from '#app/features/fixed-terms/fixed-terms-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idText, searchParams } from '#app/platform/search-params.ts';

interface FixedSearch {
  readonly product?: string;
}

export const Route = createFileRoute('/pages/financial/financial')({
  validateSearch: searchParams<FixedSearch>({ product: idText }),
  loader: () => Promise.all([loadCatalog('fixed-terms'), loadCatalog('backing')]),
  component: FixedRoute,
});

function FixedRoute() {
  return <FixedTermsScreen product={Route.useSearch().product} />;
}
