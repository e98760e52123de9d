import { createFileRoute } from '@tanstack/react-router';
import { AddMethodScreen } from '../../../features/merchant/methods/add-method-screen.tsx';
import { toSearch } from '../../../features/merchant/to-search.ts';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/business/bankcard')({
  validateSearch: toSearch,
  loader: () => Promise.all([loadCatalog('merchant'), loadCatalog('fiat')]),
  component: BankAccountRoute,
});

function BankAccountRoute() {
  return <AddMethodScreen {...Route.useSearch()} method="bank" />;
}
