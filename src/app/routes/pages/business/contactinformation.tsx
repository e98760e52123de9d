import { createFileRoute } from '@tanstack/react-router';
import { ContactScreen } from '#app/features/p2p/orders/contact-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/business/contactinformation')({
  validateSearch: idSearch,
  loader: () => loadCatalog('p2p'),
  component: OrderRoute,
});

function OrderRoute() {
  const { id } = Route.useSearch();
  return <ContactScreen key={id} id={id} />;
}
