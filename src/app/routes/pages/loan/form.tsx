import { createFileRoute } from '@tanstack/react-router';
import { type FormSearch, LoanFormScreen } from '#app/features/loans/form/form-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/loan/form')({
  validateSearch: searchParams<FormSearch>({ step: ['2', '3'] }),
  loader: () => Promise.all([loadCatalog('loans'), loadCatalog('backing'), loadCatalog('assets')]),
  component: LoanFormRoute,
});

function LoanFormRoute() {
  return <LoanFormScreen {...Route.useSearch()} />;
}
