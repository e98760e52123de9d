import { createFileRoute } from '@tanstack/react-router';
import { LoanEntryScreen } from '#app/features/loans/entry-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/Apply/loanApply')({
  loader: () => Promise.all([loadCatalog('loans'), loadCatalog('backing')]),
  component: LoanEntryScreen,
});
