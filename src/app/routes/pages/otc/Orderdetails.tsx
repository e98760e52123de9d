import { createFileRoute } from '@tanstack/react-router';
import { orderSearch } from '../../../features/fiat/orders/order-search.ts';
import { OrderScreen } from '../../../features/fiat/orders/order-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/otc/Orderdetails')({
  validateSearch: orderSearch,
  loader: () => loadCatalog('fiat'),
  component: OrderRoute,
});

function OrderRoute() {
  const { id } = Route.useSearch();
  return <OrderScreen key={id} id={id} />;
}
