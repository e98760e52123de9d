import { createFileRoute } from '@tanstack/react-router';
import { OrderRoute } from '../../../features/fiat/orders/order-route.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { idSearch } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/otc/Orderdetailsdd')({
  validateSearch: idSearch,
  loader: () => loadCatalog('fiat'),
  component: OrderRoute,
});
