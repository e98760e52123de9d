import { createFileRoute } from '@tanstack/react-router';
import { OwnAdvertsScreen } from '../../../features/merchant/adverts/own-adverts-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/business/Buyadvertising')({
  loader: () => Promise.all([loadCatalog('merchant'), loadCatalog('fiat')]),
  component: BuyAdvertsRoute,
});

function BuyAdvertsRoute() {
  return <OwnAdvertsScreen side="buy" />;
}
