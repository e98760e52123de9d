import { createFileRoute } from '@tanstack/react-router';
import { StationPayScreen, type StationPaySearch } from '#app/features/transfers/instant/station-pay-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { assetText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/StationPay/StationPay')({
  validateSearch: searchParams<StationPaySearch>({ tab: ['records'], asset: assetText }),
  loader: () => Promise.all((['transfers', 'assets', 'account', 'withdrawals'] as const).map(loadCatalog)),
  component: StationPayRoute,
});

function StationPayRoute() {
  return <StationPayScreen {...Route.useSearch()} />;
}
