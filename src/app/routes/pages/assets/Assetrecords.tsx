import { createFileRoute } from '@tanstack/react-router';
import type { RecordKind } from '../../../../protocol/entities/wallet.ts';
import { wallets } from '../../../../protocol/wallets.ts';
import type { RecordDays, RecordFilter } from '../../../features/assets/queries.ts';
import { RecordsScreen } from '../../../features/assets/records/records-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

const days: readonly RecordDays[] = ['1', '7', '30', '90', '365'];

export const Route = createFileRoute('/pages/assets/Assetrecords')({
  validateSearch: (search: Record<string, unknown>): RecordFilter => {
    const wallet = wallets.find((each) => each === search['wallet']);
    const range = days.find((each) => each === search['days']);
    const { asset, kind } = search;
    return {
      ...(wallet === undefined ? {} : { wallet }),
      ...(typeof asset === 'string' && /^[A-Z0-9]{2,10}$/.test(asset) ? { asset } : {}),
      // The screen knows the kinds; one it does not know narrows nothing.
      ...(typeof kind === 'string' && /^[a-z-]{3,24}$/.test(kind) ? { kind: kind as RecordKind } : {}),
      ...(range === undefined ? {} : { days: range }),
    };
  },
  loader: () => loadCatalog('assets'),
  component: RecordsRoute,
});

function RecordsRoute() {
  return <RecordsScreen filter={Route.useSearch()} />;
}
