import { createFileRoute } from '@tanstack/react-router';
import { FixedScreen } from '../../../features/earn/fixed-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { idText, searchParams } from '../../../platform/search-params.ts';

interface FixedSearch {
  readonly product?: string;
}

export const Route = createFileRoute('/pages/financial/financial')({
  validateSearch: searchParams<FixedSearch>({ product: idText }),
  loader: () => Promise.all([loadCatalog('earn'), loadCatalog('backing')]),
  component: FixedRoute,
});

function FixedRoute() {
  return <FixedScreen product={Route.useSearch().product} />;
}
