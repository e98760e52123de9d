import type { Ms, OwnerId, Units } from '#protocol/core/brand.ts';
import type { EntryKind } from '#protocol/wallets/entities/wallet.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import type { Posting } from './account.ts';
import { assets } from '../assets.ts';

/** A fee the house takes from an available balance, in the asset's smallest unit, above zero. */
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
  /** Server time in epoch milliseconds. */
  readonly at: Ms;
  readonly postings: readonly Posting[];
  /**
   * Fees of the movement. Users' records show each as an entry of kind `fee` next to the movement's own; the house's
   * side is written once per ledger call and balance, which keeps its hottest accounts small.
   */
  readonly fees?: readonly Fee[];
}

const int64Max = 2n ** 63n - 1n;

/** The most postings per ledger call. */
export const postingsMax = 20_000;

/**
 * Validates a journal before it is written.
 *
 * @throws Error when it does not sum to zero per asset, is empty, names an unknown asset or an amount beyond
 *   64 bits: a bug of the caller, so this is a broken invariant and not a refusal
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

/** The most rows a journal can become; bounds a ledger call. */
export function postingsOf(journal: Journal): number {
  return journal.postings.length + (journal.fees?.length ?? 0);
}
