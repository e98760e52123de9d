import { createFileRoute } from '@tanstack/react-router';
import { ContactScreen } from '../../../features/fiat/orders/contact-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { idSearch } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/business/contactinformation')({
  validateSearch: idSearch,
  loader: () => loadCatalog('fiat'),
  component: OrderRoute,
});

function OrderRoute() {
  const { id } = Route.useSearch();
  return <ContactScreen key={id} id={id} />;
}
