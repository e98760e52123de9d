import { createFileRoute } from '@tanstack/react-router';
import { NewOrderScreen } from '../../../features/support/new-order-screen.tsx';
import { OrdersScreen } from '../../../features/support/orders-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/workOrder/index')({
  validateSearch: (search: Record<string, unknown>): { new?: '1' } => (search['new'] === '1' ? { new: '1' } : {}),
  loader: () => loadCatalog('support'),
  component: WorkOrdersRoute,
});

function WorkOrdersRoute() {
  return Route.useSearch().new === undefined ? <OrdersScreen /> : <NewOrderScreen />;
}
