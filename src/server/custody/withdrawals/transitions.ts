import type { WithdrawalState } from '#protocol/withdrawals/entities.ts';
import { houseOwners, type LedgerAccount } from '#server/core/ledger/account.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import { receivedUnits, type WithdrawalRow } from './withdrawal-row.ts';

/**
 * Allowed transitions of a withdrawal. It is `approved` until the chain has its transfer, even once that is signed; an
 * accepted transfer can be mined before it was seen pending. A withdrawal without a transfer can still be refunded.
 */
const next: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  'under-review': ['approved', 'refused'],
  approved: ['sent', 'confirmed', 'failed', 'refused'],
  sent: ['confirmed', 'failed'],
  confirmed: [],
  refused: [],
  failed: [],
};

/** States a withdrawal may come from into this one. */
export function statesBefore(state: WithdrawalState): WithdrawalState[] {
  return (Object.keys(next) as WithdrawalState[]).filter((from) => next[from].includes(state));
}

type Amounts = Pick<WithdrawalRow, 'id' | 'owner' | 'asset' | 'units' | 'fee'>;

/** Requested: the whole amount is frozen in the spot wallet. */
export function freezing(withdrawal: Amounts, at: number): Journal[] {
  const { available, frozen } = partsOf(withdrawal);
  return [
    {
      kind: 'withdrawal-freeze',
      reference: withdrawal.id.toString(),
      at,
      postings: [
        { ...available, amount: -withdrawal.units },
        { ...frozen, amount: withdrawal.units },
      ],
    },
  ];
}

/** Refused, or failed on the chain: the whole amount is refunded including the fee. The house bears the gas. */
export function givingBack(withdrawal: Amounts, at: number): Journal[] {
  const { available, frozen } = partsOf(withdrawal);
  return [
    {
      kind: 'withdrawal-release',
      reference: withdrawal.id.toString(),
      at,
      postings: [
        { ...frozen, amount: -withdrawal.units },
        { ...available, amount: withdrawal.units },
      ],
    },
  ];
}

/** Confirmed: the net amount leaves the exchange, the fee goes to the house. */
export function paying(withdrawal: Amounts, at: number): Journal[] {
  const { available, frozen } = partsOf(withdrawal);
  const reference = withdrawal.id.toString();
  const received = receivedUnits(withdrawal);
  const left: Journal = {
    kind: 'withdrawal',
    reference,
    at,
    postings: [
      { ...frozen, amount: -received },
      { ...available, owner: houseOwners.chain, amount: received },
    ],
  };
  const fee: Journal = {
    kind: 'withdrawal-fee',
    reference,
    at,
    postings: [
      { ...frozen, amount: -withdrawal.fee },
      { ...available, owner: houseOwners.fees, amount: withdrawal.fee },
    ],
  };
  return withdrawal.fee === 0n ? [left] : [left, fee];
}

function partsOf({ owner, asset }: Amounts): { available: LedgerAccount; frozen: LedgerAccount } {
  const account = { owner, wallet: 'spot', asset } as const;
  return { available: { ...account, part: 'available' }, frozen: { ...account, part: 'frozen' } };
}
