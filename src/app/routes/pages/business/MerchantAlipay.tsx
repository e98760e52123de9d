import { createFileRoute } from '@tanstack/react-router';
import { AddMethodScreen } from '#app/features/p2p/merchants/collection-methods/add-method-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { toSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/business/MerchantAlipay')({
  validateSearch: toSearch,
  loader: () => Promise.all([loadCatalog('p2p-merchants'), loadCatalog('p2p')]),
  component: AlipayAccountRoute,
});

function AlipayAccountRoute() {
  return <AddMethodScreen {...Route.useSearch()} method="alipay" />;
}
