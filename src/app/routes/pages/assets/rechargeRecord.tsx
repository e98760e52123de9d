import { createFileRoute } from '@tanstack/react-router';
import type { DepositState } from '#protocol/deposits/entities.ts';
import { DepositRecordsScreen } from '#app/features/deposits/records/deposit-records-screen.tsx';
import type { DepositFilter } from '#app/features/deposits/queries.ts';
import { loadCatalog } from '#app/platform/language/language.ts';
import { assetText, searchParams } from '#app/platform/search-params.ts';

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
  validateSearch: searchParams<DepositFilter>({ asset: assetText, state: states }),
  loader: () => loadCatalog('deposits'),
  component: DepositRecordsRoute,
});

function DepositRecordsRoute() {
  return <DepositRecordsScreen filter={Route.useSearch()} />;
}
