import { createFileRoute } from '@tanstack/react-router';
import { LoanDescriptionScreen } from '../../../features/loans/description-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/loanDescription/loanDescription')({
  loader: () => Promise.all([loadCatalog('loans'), loadCatalog('backing')]),
  component: LoanDescriptionScreen,
});
