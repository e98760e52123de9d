import type { Ms, OwnerId, Units } from '../../../protocol/brand.ts';
import type { EntryKind } from '../../../protocol/entities/wallet.ts';
import type { Wallet } from '../../../protocol/wallets.ts';
import type { Posting } from './account.ts';
import { assets } from '../assets.ts';

/** A fee the house takes out of what somebody has available, in the asset's smallest unit, above zero. */
export interface Fee {
  readonly owner: OwnerId;
  readonly wallet: Wallet;
  readonly asset: string;
  readonly amount: Units;
}

/** One movement: postings that sum to zero per asset. */
export interface Journal {
  readonly kind: EntryKind;
  /** Id of what caused it, or null. */
  readonly reference: string | null;
  /** Epoch milliseconds of the server. */
  readonly at: Ms;
  readonly postings: readonly Posting[];
  /**
   * Fees of the movement. Users's records show each as an entry of kind `fee` beside the movement's own; the house's
   * side of them is written once per call of the ledger and balance, which keeps its hottest accounts short.
   */
  readonly fees?: readonly Fee[];
}

const int64Max = 2n ** 63n - 1n;

/** The most postings one call of the ledger takes. */
export const postingsMax = 20_000;

/**
 * Proves that a journal may be written.
 *
 * @throws Error when it does not sum to zero per asset, is empty, names an unknown asset or an amount beyond
 *   64 bits: whoever made it is wrong, so this is a broken invariant and no refusal
 */
export function checkJournal(journal: Journal): void {
  if (journal.postings.length === 0) throw new Error(`a journal of kind ${journal.kind} moves nothing`);
  const sums = new Map<string, bigint>();
  for (const { asset, amount } of journal.postings) {
    checkAmount(asset, amount);
    sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  }
  for (const { asset, amount } of journal.fees ?? []) {
    checkAmount(asset, amount);
    if (amount <= 0n) throw new Error(`a fee of ${amount} of ${asset} is none`);
  }
  for (const [asset, sum] of sums) {
    if (sum !== 0n) throw new Error(`a journal of kind ${journal.kind} is off by ${sum} of ${asset}`);
  }
}

function checkAmount(asset: string, amount: Units): void {
  if (!assets.has(asset)) throw new Error(`no such asset: ${asset}`);
  if (amount > int64Max || amount < -int64Max) throw new Error(`an amount of ${asset} is beyond 64 bits`);
}

/** How many rows a journal becomes at most: what a call of the ledger is bounded by. */
export function postingsOf(journal: Journal): number {
  return journal.postings.length + (journal.fees?.length ?? 0);
}
