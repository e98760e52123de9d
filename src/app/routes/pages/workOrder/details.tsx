import { createFileRoute } from '@tanstack/react-router';
import { TicketScreen } from '#app/features/tickets/ticket-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/workOrder/details')({
  validateSearch: idSearch,
  loader: () => loadCatalog('tickets'),
  component: TicketRoute,
});

function TicketRoute() {
  const { id = '0' } = Route.useSearch();
  return <TicketScreen key={id} id={id} />;
}
