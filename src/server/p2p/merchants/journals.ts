import { merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import type { Journal } from '#server/core/ledger/journal.ts';

/** Moves units of a deposit between available and locked of the fiat wallet; negative ones are returned. */
export function depositJournal(owner: bigint, units: bigint, request: bigint | null, at: number): Journal {
  const account = { owner, wallet: 'fiat', asset: merchantDepositAsset } as const;
  return {
    kind: 'merchant-deposit',
    reference: request === null ? null : request.toString(),
    at,
    postings: [
      { ...account, part: 'available', amount: 0n - units },
      { ...account, part: 'locked', amount: units },
    ],
  };
}
