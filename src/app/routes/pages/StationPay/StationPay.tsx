import { createFileRoute } from '@tanstack/react-router';
import { StationPayScreen, type StationPaySearch } from '../../../features/moves/station-pay-screen.tsx';
import { loadCatalog } from '../../../platform/language.ts';

export const Route = createFileRoute('/pages/StationPay/StationPay')({
  validateSearch: ({ tab, asset }: Record<string, unknown>): StationPaySearch => ({
    ...(tab === 'records' ? { tab } : {}),
    ...(typeof asset === 'string' && /^[A-Z0-9]{2,10}$/.test(asset) ? { asset } : {}),
  }),
  loader: () => Promise.all((['moves', 'assets', 'account', 'withdrawals'] as const).map(loadCatalog)),
  component: StationPayRoute,
});

function StationPayRoute() {
  return <StationPayScreen {...Route.useSearch()} />;
}
