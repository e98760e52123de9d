import { createFileRoute } from '@tanstack/react-router';
import type { DepositState } from '../../../../protocol/entities/deposit.ts';
import { DepositRecordsScreen } from '../../../features/deposits/records/deposit-records-screen.tsx';
import type { DepositFilter } from '../../../features/deposits/queries.ts';
import { loadCatalog } from '../../../platform/language/language.ts';

const states: readonly DepositState[] = [
  'seen',
  'credited',
  'free',
  'below-minimum',
  'undone',
  'under-review',
  'refused',
];

export const Route = createFileRoute('/pages/assets/rechargeRecord')({
  validateSearch: (search: Record<string, unknown>): DepositFilter => {
    const state = states.find((each) => each === search['state']);
    const asset = search['asset'];
    return {
      ...(typeof asset === 'string' && /^[A-Z0-9]{2,10}$/.test(asset) ? { asset } : {}),
      ...(state === undefined ? {} : { state }),
    };
  },
  loader: () => loadCatalog('deposits'),
  component: DepositRecordsRoute,
});

function DepositRecordsRoute() {
  return <DepositRecordsScreen filter={Route.useSearch()} />;
}
