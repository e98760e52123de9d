import { createFileRoute } from '@tanstack/react-router';
import { orderSearch } from '../../../features/fiat/orders/order-search.ts';
import { ContactScreen } from '../../../features/fiat/orders/contact-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/business/contactinformation')({
  validateSearch: orderSearch,
  loader: () => loadCatalog('fiat'),
  component: OrderRoute,
});

function OrderRoute() {
  const { id } = Route.useSearch();
  return <ContactScreen key={id} id={id} />;
}
