import { createFileRoute } from '@tanstack/react-router';
import { wallets, type Wallet } from '../../../../protocol/wallets.ts';
import { WalletScreen } from '../../../features/assets/wallet-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/assets/tradeAccount')({
  validateSearch: ({ wallet }: Record<string, unknown>): { wallet?: Wallet } => {
    const known = wallets.find((each) => each === wallet);
    return known === undefined ? {} : { wallet: known };
  },
  loader: () => loadCatalog('assets'),
  component: WalletRoute,
});

function WalletRoute() {
  const { wallet = 'spot' } = Route.useSearch();
  return <WalletScreen key={wallet} wallet={wallet} />;
}
