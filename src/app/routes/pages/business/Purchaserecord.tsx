import { createFileRoute } from '@tanstack/react-router';
import { orderRecordSearch } from '#app/features/p2p/orders/records/order-record-search.ts';
import { SideRecordScreen } from '#app/features/p2p/orders/records/records-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/business/Purchaserecord')({
  validateSearch: orderRecordSearch,
  loader: () => loadCatalog('p2p'),
  component: SideRecordRoute,
});

function SideRecordRoute() {
  const { state } = Route.useSearch();
  return <SideRecordScreen side="buy" state={state} />;
}
