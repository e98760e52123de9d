import { createFileRoute } from '@tanstack/react-router';
import { RefundScreen } from '../../../features/merchant/deposit/refund-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/business/return')({
  loader: () => Promise.all([loadCatalog('merchant'), loadCatalog('fiat')]),
  component: RefundScreen,
});
