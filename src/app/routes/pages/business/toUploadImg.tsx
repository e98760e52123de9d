import { createFileRoute } from '@tanstack/react-router';
import { UploadScreen } from '#app/features/p2p/orders/proofs/upload-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/business/toUploadImg')({
  validateSearch: idSearch,
  loader: () => loadCatalog('p2p'),
  component: OrderRoute,
});

function OrderRoute() {
  const { id } = Route.useSearch();
  return <UploadScreen key={id} id={id} />;
}
