import { createFileRoute } from '@tanstack/react-router';
import { DepositCoinsScreen } from '#app/features/deposits/deposit-coins-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/assets/charge_list')({
  loader: () => Promise.all([loadCatalog('deposits'), loadCatalog('assets')]),
  component: DepositCoinsScreen,
});
