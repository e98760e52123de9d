import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Backing, BackingAccount } from '#protocol/backing/entities.ts';
import { backedProductNow } from '#protocol/backing/former-names.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import type { BackedProduct } from '#protocol/core/products.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { pagesQuery } from '#app/platform/api/pages-query.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';

/** Figures older than this are shown as old. */
const staleMs = 2 * minuteMs;
const renewMs = 30_000;
/** Ages of minutes need no finer clock. */
const ageStepMs = 10_000;

/** The accounts under the names of today. */
export type ShownBacking = Pick<Backing, 'at'> & { readonly list: readonly BackingAccount[] };

/** What each product holds and has promised; asked for again every half minute while a screen shows it. */
export const backingQuery = queryOptions<Backing, Error, ShownBacking>({
  ...callQuery('GET common/backing', {}),
  refetchInterval: renewMs,
  // An exchange of the version before, and what a device kept of it, have the list alone.
  select: ({ at, accounts, list }) => ({
    at,
    list: accounts ?? list.map((one): BackingAccount => ({ ...one, product: backedProductNow(one.product) })),
  }),
});

/** The newest head of the records; a day has its head a quarter of an hour after its end. */
export const recordHeadQuery = callQuery('GET common/recordHeads', { days: '1' });

const pageSize = '30';

/** What moved in a product's account in one coin, newest first, page by page. */
export function entriesQuery(product: BackedProduct, asset: string) {
  const asked = { product, asset } as const;
  return pagesQuery(
    ['common/backingEntries', asked],
    (cursor, signal) => call('GET common/backingEntries', { ...asked, size: pageSize, ...cursor }, { signal }),
    ({ list }) => list.length,
  );
}

/** The figures of all products, and whether they are old. */
export function useBacking() {
  const backing = useQuery(backingQuery);
  const now = useServerNow(ageStepMs);
  const at = backing.data?.at ?? null;
  return { backing, at, isOld: at !== null && now - at > staleMs };
}
