import { createFileRoute } from '@tanstack/react-router';
import { StationPayScreen, type StationPaySearch } from '../../../features/transfers/instant/station-pay-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/StationPay/StationPay')({
  validateSearch: ({ tab, asset }: Record<string, unknown>): StationPaySearch => ({
    ...(tab === 'records' ? { tab } : {}),
    ...(typeof asset === 'string' && /^[A-Z0-9]{2,10}$/.test(asset) ? { asset } : {}),
  }),
  loader: () => Promise.all((['transfers', 'assets', 'account', 'withdrawals'] as const).map(loadCatalog)),
  component: StationPayRoute,
});

function StationPayRoute() {
  return <StationPayScreen {...Route.useSearch()} />;
}
