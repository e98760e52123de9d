import { createFileRoute } from '@tanstack/react-router';
import { OwnAdvertsScreen } from '#app/features/p2p/adverts/own-adverts-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/business/Buyadvertising')({
  loader: () => Promise.all([loadCatalog('p2p-merchants'), loadCatalog('p2p')]),
  component: BuyAdvertsRoute,
});

function BuyAdvertsRoute() {
  return <OwnAdvertsScreen side="buy" />;
}
