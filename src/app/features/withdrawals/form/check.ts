import {
  type Decimal,
  compareDecimals,
  decimalPlaces,
  divideDecimals,
  fromUnits,
  subtractDecimals,
  toUnits,
  truncateDecimal,
} from '#protocol/core/decimal.ts';
import type { CallOutput } from '#protocol/calls.ts';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import type { BookedAddress } from '#protocol/withdrawals/entities.ts';

/** What the exchange answered about withdrawing a coin. */
export type WithdrawTerms = CallOutput<'GET withdrawPage'>;

/** What a user has filled in; the amount is a decimal or empty. */
export interface WithdrawalDraft {
  readonly address: string;
  readonly amount: string;
  readonly remark: string;
}

export type WithdrawalField = 'address' | 'amount' | 'remark';

/** What is wrong with a field. */
export type WithdrawalProblem =
  | { readonly field: 'address'; readonly kind: 'missing' | 'malformed' | 'own' | 'unbooked' }
  /** A new address of the book, usable from a time on. */
  | { readonly field: 'address'; readonly kind: 'waiting'; readonly until: number }
  | { readonly field: 'amount'; readonly kind: 'missing' }
  /** `allowed` is the value that would be right, in the coin. */
  | {
      readonly field: 'amount';
      readonly kind: 'belowMinimum' | 'insufficient' | 'overLimit' | 'tooFine';
      readonly allowed: Decimal;
    }
  | { readonly field: 'remark'; readonly kind: 'missing' };

/** The shortest address of any chain, and the characters that addresses are made of. */
const addressPattern = /^[\w.:-]{16,}$/;

/** What may still be withdrawn within 24 hours, in USDT; never below zero. */
export function leftToday({ dailyLimit, dailyUsed }: Pick<WithdrawTerms, 'dailyLimit' | 'dailyUsed'>): Decimal {
  const left = subtractDecimals(dailyLimit, dailyUsed);
  return left.startsWith('-') ? '0' : left;
}

/**
 * The smallest amount of a chain that is of use: at least its minimum, and more than its fee.
 *
 * @param places digits behind the point that the coin is written with
 */
export function leastAmount({ withdrawMinimum, withdrawFee }: ChainOfCoin, places: number): Decimal {
  if (compareDecimals(withdrawMinimum, withdrawFee) > 0) return withdrawMinimum;
  return fromUnits(toUnits(withdrawFee, places) + 1n, places);
}

/** What is left of the limit in the coin, cut to its places; null for a coin without a price. */
function limitInCoin(terms: WithdrawTerms, places: number): Decimal | null {
  const left = leftToday(terms);
  if (terms.asset === 'USDT') return truncateDecimal(left, places);
  if (terms.price === null || compareDecimals(terms.price, '0') <= 0) return null;
  return divideDecimals(left, terms.price, places);
}

/** The most that can be withdrawn now: what is available, or what the limit leaves of it. Cut to the coin's places. */
export function mostAmount(terms: WithdrawTerms, available: Decimal, places: number): Decimal {
  const limit = limitInCoin(terms, places);
  const most = limit === null || compareDecimals(available, limit) <= 0 ? available : limit;
  return fromUnits(toUnits(most, places), places);
}

/** What arrives of an amount, or null where nothing would. */
export function arrives(amount: string, fee: Decimal): Decimal | null {
  if (amount === '') return null;
  const rest = subtractDecimals(amount, fee);
  return compareDecimals(rest, '0') > 0 ? rest : null;
}

/** The entry of the book with this address on this chain, however its letters are written. */
export function bookedAs(book: readonly BookedAddress[], chain: string, address: string): BookedAddress | null {
  const wanted = address.trim().toLowerCase();
  return book.find((entry) => entry.chain === chain && entry.address.toLowerCase() === wanted) ?? null;
}

/** Whether an address of the book still waits. One that was added without the wait was usable from its first moment. */
export function isWaiting({ createdAt, usableAt }: BookedAddress, now: number): boolean {
  return usableAt > createdAt && usableAt > now;
}

/** Whether it is the user's own deposit address on a chain, however its letters are written (spec point 5). */
function isOwnAddress({ ownAddresses }: Pick<WithdrawTerms, 'ownAddresses'>, chain: string, address: string): boolean {
  const wanted = address.toLowerCase();
  return ownAddresses.some((own) => own.chain === chain && own.address.toLowerCase() === wanted);
}

function addressProblem(terms: WithdrawTerms, chain: ChainOfCoin, text: string, now: number): WithdrawalProblem | null {
  const address = text.trim();
  if (address === '') return { field: 'address', kind: 'missing' };
  if (!addressPattern.test(address)) return { field: 'address', kind: 'malformed' };
  if (isOwnAddress(terms, chain.chain, address)) return { field: 'address', kind: 'own' };
  if (!terms.addressWait) return null;
  const booked = bookedAs(terms.addresses, chain.chain, address);
  if (booked === null) return { field: 'address', kind: 'unbooked' };
  return isWaiting(booked, now) ? { field: 'address', kind: 'waiting', until: booked.usableAt } : null;
}

function amountProblem(
  terms: WithdrawTerms,
  chain: ChainOfCoin,
  amount: string,
  available: Decimal,
  places: number,
): WithdrawalProblem | null {
  if (amount === '' || compareDecimals(amount, '0') <= 0) return { field: 'amount', kind: 'missing' };
  if (decimalPlaces(amount) > places) {
    return { field: 'amount', kind: 'tooFine', allowed: truncateDecimal(amount, places) };
  }
  const least = leastAmount(chain, places);
  if (compareDecimals(amount, least) < 0) return { field: 'amount', kind: 'belowMinimum', allowed: least };
  if (compareDecimals(amount, available) > 0) return { field: 'amount', kind: 'insufficient', allowed: available };
  const limit = limitInCoin(terms, places);
  if (limit !== null && compareDecimals(amount, limit) > 0) {
    return { field: 'amount', kind: 'overLimit', allowed: limit };
  }
  return null;
}

/**
 * What keeps the exchange from taking a withdrawal, field by field, by its own rules (spec points 5 and 6) before
 * anything is sent. Whether an address is one of the chain, the exchange alone knows.
 *
 * @param available of the spot wallet
 * @param places digits behind the point that the coin is written with
 * @param now server time
 */
export function withdrawalProblems(
  terms: WithdrawTerms,
  chain: ChainOfCoin,
  draft: WithdrawalDraft,
  { available, places, now }: { readonly available: Decimal; readonly places: number; readonly now: number },
): readonly WithdrawalProblem[] {
  return [
    addressProblem(terms, chain, draft.address, now),
    amountProblem(terms, chain, draft.amount, available, places),
    draft.remark.trim() === '' ? ({ field: 'remark', kind: 'missing' } as const) : null,
  ].filter((problem) => problem !== null);
}
