import { createFileRoute } from '@tanstack/react-router';
import { DepositScreen } from '#app/features/deposits/deposit-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { assetText, searchParams } from '#app/platform/search-params.ts';

interface ChargeSearch {
  readonly asset?: string;
  readonly chain?: string;
}

export const Route = createFileRoute('/pages/assets/charge')({
  validateSearch: searchParams<ChargeSearch>({ asset: assetText, chain: assetText }),
  loader: () => Promise.all([loadCatalog('deposits'), loadCatalog('assets')]),
  component: ChargeRoute,
});

function ChargeRoute() {
  const { asset = 'USDT', chain = null } = Route.useSearch();
  return <DepositScreen key={asset} asset={asset} chain={chain} />;
}
