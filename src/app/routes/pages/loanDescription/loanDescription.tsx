import { createFileRoute } from '@tanstack/react-router';
import { LoanDescriptionScreen } from '#app/features/loans/description-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/loanDescription/loanDescription')({
  loader: () => Promise.all([loadCatalog('loans'), loadCatalog('backing')]),
  component: LoanDescriptionScreen,
});
