import { createFileRoute } from '@tanstack/react-router';
import { RefundScreen } from '#app/features/p2p/merchants/deposit/refund-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/business/return')({
  loader: () => Promise.all([loadCatalog('p2p-merchants'), loadCatalog('p2p')]),
  component: RefundScreen,
});
