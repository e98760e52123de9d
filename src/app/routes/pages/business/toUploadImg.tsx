import { createFileRoute } from '@tanstack/react-router';
import { orderSearch } from '../../../features/fiat/orders/order-search.ts';
import { UploadScreen } from '../../../features/fiat/orders/proofs/upload-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/business/toUploadImg')({
  validateSearch: orderSearch,
  loader: () => loadCatalog('fiat'),
  component: OrderRoute,
});

function OrderRoute() {
  const { id } = Route.useSearch();
  return <UploadScreen key={id} id={id} />;
}
