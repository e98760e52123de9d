import { createFileRoute } from '@tanstack/react-router';
import { LoanRecordsScreen, type RecordsSearch } from '#app/features/loans/records-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/loan/loanRecords')({
  validateSearch: searchParams<RecordsSearch>({
    state: ['under-review', 'refused', 'running', 'selling', 'repaid', 'written-off'],
  }),
  loader: () => loadCatalog('loans'),
  component: LoanRecordsRoute,
});

function LoanRecordsRoute() {
  return <LoanRecordsScreen {...Route.useSearch()} />;
}
