import { createFileRoute } from '@tanstack/react-router';
import { WithdrawScreen } from '../../../features/withdrawals/withdraw-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

interface WithdrawSearch {
  readonly asset?: string;
  readonly chain?: string;
}

const named = /^[A-Z0-9]{2,12}$/;

export const Route = createFileRoute('/pages/assets/mention')({
  validateSearch: ({ asset, chain }: Record<string, unknown>): WithdrawSearch => ({
    ...(typeof asset === 'string' && named.test(asset) ? { asset } : {}),
    ...(typeof chain === 'string' && named.test(chain) ? { chain } : {}),
  }),
  loader: () => Promise.all((['withdrawals', 'deposits', 'assets'] as const).map(loadCatalog)),
  component: WithdrawRoute,
});

function WithdrawRoute() {
  const { asset = 'USDT', chain = null } = Route.useSearch();
  return <WithdrawScreen key={asset} asset={asset} chain={chain} />;
}
