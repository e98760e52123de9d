import { createFileRoute } from '@tanstack/react-router';
import { OrderRoute } from '#app/features/p2p/orders/order-route.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/otc/Orderdetailsdd')({
  validateSearch: idSearch,
  loader: () => loadCatalog('p2p'),
  component: OrderRoute,
});
