import { createFileRoute } from '@tanstack/react-router';
import { orderRecordSearch } from '#app/features/p2p/orders/records/order-record-search.ts';
import { OrderRecordScreen } from '#app/features/p2p/orders/records/records-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/otc/Orderrecord')({
  validateSearch: orderRecordSearch,
  loader: () => loadCatalog('p2p'),
  component: OrderRecordRoute,
});

function OrderRecordRoute() {
  return <OrderRecordScreen filter={Route.useSearch()} />;
}
