import { createFileRoute } from '@tanstack/react-router';
import { UploadScreen } from '../../../features/p2p/orders/proofs/upload-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { idSearch } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/business/toUploadImg')({
  validateSearch: idSearch,
  loader: () => loadCatalog('p2p'),
  component: OrderRoute,
});

function OrderRoute() {
  const { id } = Route.useSearch();
  return <UploadScreen key={id} id={id} />;
}
