import { createFileRoute } from '@tanstack/react-router';
import { AdvertiseScreen } from '#app/features/p2p/adverts/form/advertise-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/business/Advertise')({
  validateSearch: searchParams<{ from?: string }>({ from: idText }),
  loader: () => Promise.all([loadCatalog('p2p-merchants'), loadCatalog('p2p')]),
  component: AdvertiseRoute,
});

function AdvertiseRoute() {
  const { from } = Route.useSearch();
  return <AdvertiseScreen key={from} {...(from === undefined ? {} : { from })} />;
}
