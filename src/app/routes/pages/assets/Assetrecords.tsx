import { createFileRoute } from '@tanstack/react-router';
import { wallets } from '#protocol/wallets/wallets.ts';
import type { RecordDays, RecordFilter } from '#app/features/assets/queries.ts';
import { AssetRecordsScreen } from '#app/features/assets/records/records-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { assetText, searchParams } from '#app/platform/search-params.ts';

const days: readonly RecordDays[] = ['1', '7', '30', '90', '365'];

export const Route = createFileRoute('/pages/assets/Assetrecords')({
  validateSearch: searchParams<RecordFilter>({
    wallet: wallets,
    asset: assetText,
    // The screen knows the kinds; one it does not know narrows nothing.
    kind: /^[a-z-]{3,24}$/,
    days,
  }),
  loader: () => loadCatalog('assets'),
  component: RecordsRoute,
});

function RecordsRoute() {
  return <AssetRecordsScreen filter={Route.useSearch()} />;
}
