import { createFileRoute } from '@tanstack/react-router';
import { OrderScreen } from '../../../features/fiat/orders/order-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { idSearch } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/otc/Orderdetailsdd')({
  validateSearch: idSearch,
  loader: () => loadCatalog('fiat'),
  component: OrderRoute,
});

function OrderRoute() {
  const { id } = Route.useSearch();
  return <OrderScreen key={id} id={id} />;
}
