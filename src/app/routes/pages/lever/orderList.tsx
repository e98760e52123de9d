import { createFileRoute } from '@tanstack/react-router';
import { ContractRecordScreen, type RecordSearch } from '../../../features/contracts/history/record-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/lever/orderList')({
  validateSearch: ({ show, contract }: Record<string, unknown>): RecordSearch => ({
    ...(show === 'past-positions' || show === 'past-orders' ? { show } : {}),
    ...(typeof contract === 'string' && /^[A-Z0-9]{4,12}$/.test(contract) ? { contract } : {}),
  }),
  loader: () => loadCatalog('contracts'),
  component: OrderListRoute,
});

function OrderListRoute() {
  return <ContractRecordScreen search={Route.useSearch()} />;
}
