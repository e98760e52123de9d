import { houseOwners, type Posting } from '#server/core/ledger/account.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import type { DepositRow } from './deposit-row.ts';

/**
 * Movements of a deposit, and their effect on its row. What was reorganised away after it was spent is booked on the
 * account `shortfall` as `owed`; when the same payment is mined again it first repays that, so that one payment is
 * never credited twice.
 */
interface DepositMove {
  readonly journal: Journal;
  readonly owed: bigint;
  readonly repaid: bigint;
}

/** The user's part of a credit. */
export function personsShare({ units, repaid }: Pick<DepositRow, 'units' | 'repaid'>): bigint {
  return units - repaid;
}

/**
 * In from the chain.
 *
 * @param part `locked` while unconfirmed, `available` when confirmed
 */
export function creditMove(row: DepositRow, part: 'locked' | 'available', at: number): DepositMove {
  const repaid = row.owed < row.units ? row.owed : row.units;
  const postings = [
    house('chain', row, -row.units),
    house('shortfall', row, repaid),
    persons(row, part, row.units - repaid),
  ];
  return { journal: journalOf('deposit', row, at, postings), owed: row.owed - repaid, repaid };
}

/** Available: fully confirmed. */
export function freeJournal(row: DepositRow, at: number): Journal {
  const share = personsShare(row);
  return journalOf('deposit-free', row, at, [persons(row, 'locked', -share), persons(row, 'available', share)]);
}

/**
 * Reverses a deposit. Locked amounts are still there; of available ones, only what is left can be taken.
 *
 * @param available the user's available balance of the coin, when the deposit was already available
 */
export function undoMove(row: DepositRow, available: bigint, at: number): DepositMove {
  const share = personsShare(row);
  const wasLocked = row.state === 'credited';
  const taken = wasLocked || available > share ? share : available;
  const missing = row.units - taken;
  const postings = [
    persons(row, wasLocked ? 'locked' : 'available', -taken),
    house('shortfall', row, -missing),
    house('chain', row, row.units),
  ];
  return { journal: journalOf('deposit-undone', row, at, postings), owed: row.owed + missing, repaid: 0n };
}

function journalOf(kind: Journal['kind'], row: DepositRow, at: number, postings: readonly Posting[]): Journal {
  return { kind, reference: row.id.toString(), at, postings };
}

function persons({ owner, asset }: DepositRow, part: 'locked' | 'available', amount: bigint): Posting {
  return { owner, wallet: 'spot', asset, part, amount };
}

function house(account: 'chain' | 'shortfall', { asset }: DepositRow, amount: bigint): Posting {
  return { owner: houseOwners[account], wallet: 'spot', asset, part: 'available', amount };
}
