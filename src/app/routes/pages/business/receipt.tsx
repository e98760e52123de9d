import { createFileRoute } from '@tanstack/react-router';
import { ReceiptScreen } from '#app/features/p2p/orders/release/receipt-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/business/receipt')({
  validateSearch: idSearch,
  loader: () => loadCatalog('p2p'),
  component: OrderRoute,
});

function OrderRoute() {
  const { id } = Route.useSearch();
  return <ReceiptScreen key={id} id={id} />;
}
