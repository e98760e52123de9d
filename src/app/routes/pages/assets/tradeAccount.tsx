import { createFileRoute } from '@tanstack/react-router';
import { wallets, type Wallet } from '#protocol/wallets/wallets.ts';
import { WalletScreen } from '#app/features/assets/wallet-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/assets/tradeAccount')({
  validateSearch: searchParams<{ wallet?: Wallet }>({ wallet: wallets }),
  loader: () => loadCatalog('assets'),
  component: WalletRoute,
});

function WalletRoute() {
  const { wallet = 'spot' } = Route.useSearch();
  return <WalletScreen key={wallet} wallet={wallet} />;
}
