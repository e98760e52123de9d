import { createFileRoute } from '@tanstack/react-router';
import { NewTicketScreen } from '#app/features/tickets/new-ticket-screen.tsx';
import { TicketsScreen } from '#app/features/tickets/tickets-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/workOrder/index')({
  validateSearch: searchParams<{ new?: '1' }>({ new: ['1'] }),
  loader: () => loadCatalog('tickets'),
  component: TicketsRoute,
});

function TicketsRoute() {
  return Route.useSearch().new === undefined ? <TicketsScreen /> : <NewTicketScreen />;
}
