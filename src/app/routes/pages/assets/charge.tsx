import { createFileRoute } from '@tanstack/react-router';
import { DepositScreen } from '../../../features/deposits/deposit-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

interface ChargeSearch {
  readonly asset?: string;
  readonly chain?: string;
}

const named = /^[A-Z0-9]{2,12}$/;

export const Route = createFileRoute('/pages/assets/charge')({
  validateSearch: ({ asset, chain }: Record<string, unknown>): ChargeSearch => ({
    ...(typeof asset === 'string' && named.test(asset) ? { asset } : {}),
    ...(typeof chain === 'string' && named.test(chain) ? { chain } : {}),
  }),
  loader: () => Promise.all([loadCatalog('deposits'), loadCatalog('assets')]),
  component: ChargeRoute,
});

function ChargeRoute() {
  const { asset = 'USDT', chain = null } = Route.useSearch();
  return <DepositScreen key={asset} asset={asset} chain={chain} />;
}
