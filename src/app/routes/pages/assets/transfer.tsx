import { createFileRoute } from '@tanstack/react-router';
import { wallets } from '#protocol/wallets/wallets.ts';
import { TransferScreen, type TransferSearch } from '#app/features/transfers/transfer-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { assetText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/assets/transfer')({
  validateSearch: searchParams<TransferSearch>({
    tab: ['convert', 'small'],
    asset: assetText,
    from: wallets,
    to: wallets,
  }),
  loader: () => Promise.all([loadCatalog('transfers'), loadCatalog('assets')]),
  component: TransferRoute,
});

function TransferRoute() {
  return <TransferScreen {...Route.useSearch()} />;
}
