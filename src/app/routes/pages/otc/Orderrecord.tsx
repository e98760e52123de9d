import { createFileRoute } from '@tanstack/react-router';
import { orderRecordSearch } from '../../../features/fiat/orders/records/order-record-search.ts';
import { OrderRecordScreen } from '../../../features/fiat/orders/records/records-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/otc/Orderrecord')({
  validateSearch: orderRecordSearch,
  loader: () => loadCatalog('fiat'),
  component: OrderRecordRoute,
});

function OrderRecordRoute() {
  return <OrderRecordScreen filter={Route.useSearch()} />;
}
