import { createFileRoute } from '@tanstack/react-router';
import type { WithdrawalState } from '#protocol/withdrawals/entities.ts';
import type { WithdrawalFilter } from '#app/features/withdrawals/queries.ts';
import { WithdrawalRecordsScreen } from '#app/features/withdrawals/records/withdrawal-records-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { assetText, searchParams } from '#app/platform/search-params.ts';

const states: readonly WithdrawalState[] = ['under-review', 'approved', 'sent', 'confirmed', 'refused', 'failed'];

export const Route = createFileRoute('/pages/assets/withdrawalRecord')({
  validateSearch: searchParams<WithdrawalFilter>({ asset: assetText, state: states }),
  loader: () => Promise.all([loadCatalog('withdrawals'), loadCatalog('deposits')]),
  component: WithdrawalRecordsRoute,
});

function WithdrawalRecordsRoute() {
  return <WithdrawalRecordsScreen filter={Route.useSearch()} />;
}
