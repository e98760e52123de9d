import type { Journal } from '#server/core/ledger/journal.ts';
import type { AdvertRow } from './advert-row.ts';

/** Freezes coins behind a sell advert, in its merchant's fiat wallet; negative ones are released. */
export function reserveJournal(
  { id, owner, asset }: Pick<AdvertRow, 'id' | 'owner' | 'asset'>,
  units: bigint,
  at: number,
): Journal {
  const account = { owner, wallet: 'fiat', asset } as const;
  return {
    kind: 'fiat-reserve',
    reference: id.toString(),
    at,
    postings: [
      { ...account, part: 'available', amount: 0n - units },
      { ...account, part: 'frozen', amount: units },
    ],
  };
}
