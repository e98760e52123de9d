import { createFileRoute } from '@tanstack/react-router';
import { ContractRecordScreen, type RecordSearch } from '#app/features/contracts/history/record-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { pairText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/lever/orderList')({
  validateSearch: searchParams<RecordSearch>({ show: ['past-positions', 'past-orders'], contract: pairText }),
  loader: () => Promise.all([loadCatalog('contracts'), loadCatalog('spot')]),
  component: OrderListRoute,
});

function OrderListRoute() {
  return <ContractRecordScreen search={Route.useSearch()} />;
}
