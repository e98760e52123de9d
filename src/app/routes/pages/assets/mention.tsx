import { createFileRoute } from '@tanstack/react-router';
import { WithdrawScreen } from '#app/features/withdrawals/withdraw-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { assetText, searchParams } from '#app/platform/search-params.ts';

interface WithdrawSearch {
  readonly asset?: string;
  readonly chain?: string;
}

export const Route = createFileRoute('/pages/assets/mention')({
  validateSearch: searchParams<WithdrawSearch>({ asset: assetText, chain: assetText }),
  loader: () => Promise.all((['withdrawals', 'deposits', 'assets'] as const).map(loadCatalog)),
  component: WithdrawRoute,
});

function WithdrawRoute() {
  const { asset = 'USDT', chain = null } = Route.useSearch();
  return <WithdrawScreen key={asset} asset={asset} chain={chain} />;
}
