import { createFileRoute } from '@tanstack/react-router';
import { orderSearch } from '../../../features/fiat/orders/order-search.ts';
import { ReceiptScreen } from '../../../features/fiat/orders/release/receipt-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/business/receipt')({
  validateSearch: orderSearch,
  loader: () => loadCatalog('fiat'),
  component: OrderRoute,
});

function OrderRoute() {
  const { id } = Route.useSearch();
  return <ReceiptScreen key={id} id={id} />;
}
