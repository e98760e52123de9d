import { createFileRoute } from '@tanstack/react-router';
import { LoanScreen } from '#app/features/loans/health/loan-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/loan/onlineRepayment')({
  validateSearch: idSearch,
  loader: () => loadCatalog('loans'),
  component: LoanRoute,
});

function LoanRoute() {
  const { id } = Route.useSearch();
  return <LoanScreen key={id} id={id} />;
}
