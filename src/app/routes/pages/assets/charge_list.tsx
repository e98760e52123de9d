import { createFileRoute } from '@tanstack/react-router';
import { DepositCoinsScreen } from '../../../features/deposits/deposit-coins-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/assets/charge_list')({
  loader: () => Promise.all([loadCatalog('deposits'), loadCatalog('assets')]),
  component: DepositCoinsScreen,
});
