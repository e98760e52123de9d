import { createFileRoute } from '@tanstack/react-router';
import type { EntryKind } from '../../../../contract/entities/wallet.ts';
import { type Wallet, wallets } from '../../../../contract/wallets.ts';
import { RecordsScreen } from '../../../features/assets/records-screen.tsx';
import { loadCatalog } from '../../../platform/language.ts';

const kinds: readonly EntryKind[] = ['practice', 'order-freeze', 'order-release', 'trade', 'fee'];

interface RecordsSearch {
  readonly wallet?: Wallet;
  readonly asset?: string;
  readonly kind?: EntryKind;
}

export const Route = createFileRoute('/pages/assets/Assetrecords')({
  validateSearch: (search: Record<string, unknown>): RecordsSearch => {
    const wallet = wallets.find((each) => each === search['wallet']);
    const kind = kinds.find((each) => each === search['kind']);
    const asset = search['asset'];
    return {
      ...(wallet === undefined ? {} : { wallet }),
      ...(typeof asset === 'string' && /^[A-Z0-9]{2,10}$/.test(asset) ? { asset } : {}),
      ...(kind === undefined ? {} : { kind }),
    };
  },
  loader: () => loadCatalog('assets'),
  component: RecordsRoute,
});

function RecordsRoute() {
  return <RecordsScreen filter={Route.useSearch()} />;
}
