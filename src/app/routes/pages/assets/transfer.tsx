import { createFileRoute } from '@tanstack/react-router';
import { wallets } from '../../../../protocol/wallets.ts';
import { TransferScreen, type TransferSearch } from '../../../features/transfers/transfer-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/assets/transfer')({
  validateSearch: ({ tab, asset, from, to }: Record<string, unknown>): TransferSearch => {
    const wallet = wallets.find((each) => each === from);
    const target = wallets.find((each) => each === to);
    return {
      ...(tab === 'convert' ? { tab } : {}),
      ...(typeof asset === 'string' && /^[A-Z0-9]{2,10}$/.test(asset) ? { asset } : {}),
      ...(wallet === undefined ? {} : { from: wallet }),
      ...(target === undefined ? {} : { to: target }),
    };
  },
  loader: () => Promise.all([loadCatalog('transfers'), loadCatalog('assets')]),
  component: TransferRoute,
});

function TransferRoute() {
  return <TransferScreen {...Route.useSearch()} />;
}
