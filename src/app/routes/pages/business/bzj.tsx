import { createFileRoute } from '@tanstack/react-router';
import { DepositScreen } from '../../../features/merchant/deposit/deposit-screen.tsx';
import { toSearch } from '../../../features/merchant/to-search.ts';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/business/bzj')({
  validateSearch: toSearch,
  loader: () => Promise.all([loadCatalog('merchant'), loadCatalog('fiat')]),
  component: DepositRoute,
});

function DepositRoute() {
  return <DepositScreen {...Route.useSearch()} />;
}
