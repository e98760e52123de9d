import { createFileRoute } from '@tanstack/react-router';
import { ToRepayScreen } from '#app/features/loans/to-repay-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/loan/onlineRepayment_list')({
  loader: () => loadCatalog('loans'),
  component: ToRepayScreen,
});
