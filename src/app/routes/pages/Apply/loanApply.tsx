import { createFileRoute } from '@tanstack/react-router';
import { LoanEntryScreen } from '../../../features/loans/entry-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/Apply/loanApply')({
  loader: () => Promise.all([loadCatalog('loans'), loadCatalog('backing')]),
  component: LoanEntryScreen,
});
