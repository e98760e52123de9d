import { createFileRoute } from '@tanstack/react-router';
import { OrderRoute } from '../../../features/p2p/orders/order-route.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { idSearch } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/otc/Orderdetails')({
  validateSearch: idSearch,
  loader: () => loadCatalog('p2p'),
  component: OrderRoute,
});
