import { createFileRoute } from '@tanstack/react-router';
import { DepositScreen } from '../../../features/merchant/deposit/deposit-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { toSearch } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/business/bzj')({
  validateSearch: toSearch,
  loader: () => Promise.all([loadCatalog('merchant'), loadCatalog('fiat')]),
  component: DepositRoute,
});

function DepositRoute() {
  return <DepositScreen {...Route.useSearch()} />;
}
