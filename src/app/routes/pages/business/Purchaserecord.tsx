import { createFileRoute } from '@tanstack/react-router';
import { orderRecordSearch } from '../../../features/fiat/orders/records/order-record-search.ts';
import { SideRecordScreen } from '../../../features/fiat/orders/records/records-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/business/Purchaserecord')({
  validateSearch: orderRecordSearch,
  loader: () => loadCatalog('fiat'),
  component: SideRecordRoute,
});

function SideRecordRoute() {
  const { state } = Route.useSearch();
  return <SideRecordScreen side="buy" state={state} />;
}
