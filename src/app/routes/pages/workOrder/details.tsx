import { createFileRoute } from '@tanstack/react-router';
import { OrderScreen } from '../../../features/support/order-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/workOrder/details')({
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } =>
    typeof id === 'string' && /^\d{1,18}$/.test(id) ? { id } : {},
  loader: () => loadCatalog('support'),
  component: WorkOrderRoute,
});

function WorkOrderRoute() {
  const { id = '0' } = Route.useSearch();
  return <OrderScreen key={id} id={id} />;
}
