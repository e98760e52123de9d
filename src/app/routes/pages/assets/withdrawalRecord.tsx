import { createFileRoute } from '@tanstack/react-router';
import type { WithdrawalState } from '../../../../protocol/entities/withdrawal.ts';
import type { WithdrawalFilter } from '../../../features/withdrawals/queries.ts';
import { WithdrawalRecordsScreen } from '../../../features/withdrawals/records/withdrawal-records-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

const states: readonly WithdrawalState[] = ['under-review', 'approved', 'sent', 'confirmed', 'refused', 'failed'];

export const Route = createFileRoute('/pages/assets/withdrawalRecord')({
  validateSearch: (search: Record<string, unknown>): WithdrawalFilter => {
    const state = states.find((each) => each === search['state']);
    const asset = search['asset'];
    return {
      ...(typeof asset === 'string' && /^[A-Z0-9]{2,10}$/.test(asset) ? { asset } : {}),
      ...(state === undefined ? {} : { state }),
    };
  },
  loader: () => Promise.all([loadCatalog('withdrawals'), loadCatalog('deposits')]),
  component: WithdrawalRecordsRoute,
});

function WithdrawalRecordsRoute() {
  return <WithdrawalRecordsScreen filter={Route.useSearch()} />;
}
