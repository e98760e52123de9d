import { createFileRoute } from '@tanstack/react-router';
import { OrderScreen } from '../../../features/tickets/ticket-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { idSearch } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/workOrder/details')({
  validateSearch: idSearch,
  loader: () => loadCatalog('tickets'),
  component: WorkOrderRoute,
});

function WorkOrderRoute() {
  const { id = '0' } = Route.useSearch();
  return <OrderScreen key={id} id={id} />;
}
