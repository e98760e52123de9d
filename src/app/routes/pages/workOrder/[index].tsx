import { createFileRoute } from '@tanstack/react-router';
import { NewOrderScreen } from '../../../features/support/new-order-screen.tsx';
import { OrdersScreen } from '../../../features/support/orders-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { searchParams } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/workOrder/index')({
  validateSearch: searchParams<{ new?: '1' }>({ new: ['1'] }),
  loader: () => loadCatalog('support'),
  component: WorkOrdersRoute,
});

function WorkOrdersRoute() {
  return Route.useSearch().new === undefined ? <OrdersScreen /> : <NewOrderScreen />;
}
