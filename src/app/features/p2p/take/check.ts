import type { FiatCurrencyCode } from '#protocol/p2p/currencies.ts';
import { fiatCurrencies } from '#protocol/p2p/currencies.ts';
import {
  compareDecimals,
  type Decimal,
  divideDecimals,
  fromUnits,
  multiplyDecimals,
  truncateDecimal,
} from '#protocol/core/decimal.ts';

/** What an amount is typed in. */
export type TakeUnit = 'coin' | 'currency';

/** What an advert takes now. */
export interface TakeTerms {
  readonly currency: FiatCurrencyCode;
  readonly price: Decimal;
  /** The least and the most of one order, in the currency. */
  readonly min: Decimal;
  readonly max: Decimal;
  /** Coins that can still be ordered. */
  readonly available: Decimal;
  /** Digits a quantity of the coin may have. */
  readonly coinPlaces: number;
}

/** What an order comes to. */
export interface Taken {
  readonly coins: Decimal;
  readonly money: Decimal;
}

/** What is wrong with an amount. */
export type TakeProblem =
  | { readonly kind: 'missing' }
  | { readonly kind: 'below'; readonly least: Decimal }
  | { readonly kind: 'above'; readonly most: Decimal }
  /** More than the advert still has: this many coins are left. */
  | { readonly kind: 'left'; readonly coins: Decimal }
  /** More than the seller has in the fiat wallet. */
  | { readonly kind: 'balance'; readonly has: Decimal };

function plain(value: Decimal): Decimal {
  return value.includes('.') ? value.replace(/\.?0+$/, '') || '0' : value;
}

/**
 * Coins and money of an order, as the exchange works them out: both cut, coins at the coin's step, money at the
 * currency's.
 */
export function takenFor(typed: string, unit: TakeUnit, terms: TakeTerms): Taken {
  const { price, currency, coinPlaces } = terms;
  if (typed === '') return { coins: '0', money: '0' };
  if (unit === 'coin') {
    return { coins: typed, money: multiplyDecimals(typed, price, fiatCurrencies[currency].decimals) };
  }
  return { coins: plain(divideDecimals(typed, price, coinPlaces)), money: typed };
}

/** What one order takes at most, in the unit that is typed. @param balance of the seller; null where it does not bind */
export function mostOf(unit: TakeUnit, terms: TakeTerms, balance: Decimal | null): Decimal {
  const { price, currency, max, coinPlaces } = terms;
  const worth = balance === null ? null : multiplyDecimals(balance, price, fiatCurrencies[currency].decimals);
  const money = worth !== null && compareDecimals(worth, max) < 0 ? worth : max;
  if (unit === 'currency') return plain(money);
  const coins = leastOf(divideDecimals(money, price, coinPlaces), truncateDecimal(terms.available, coinPlaces));
  return plain(balance === null ? coins : leastOf(coins, truncateDecimal(balance, coinPlaces)));
}

function leastOf(a: Decimal, b: Decimal): Decimal {
  return compareDecimals(a, b) < 0 ? a : b;
}

/** @param balance what the seller has in the fiat wallet; null for buyers, and while it is not known */
export function takeProblem(taken: Taken, terms: TakeTerms, balance: Decimal | null): TakeProblem | null {
  const { coins, money } = taken;
  const { min, max, available } = terms;
  if (compareDecimals(money, '0') <= 0 && compareDecimals(coins, '0') <= 0) return { kind: 'missing' };
  if (compareDecimals(coins, available) > 0) return { kind: 'left', coins: available };
  if (compareDecimals(money, max) > 0) return { kind: 'above', most: max };
  if (compareDecimals(money, min) < 0 || compareDecimals(coins, '0') <= 0) return { kind: 'below', least: min };
  if (balance !== null && compareDecimals(coins, balance) > 0) return { kind: 'balance', has: balance };
  return null;
}

/** A price that moved no further than this since it was shown is followed without a question. In per mille. */
const quietPerMille = 2;

/**
 * Whether a price has to be asked about: it moved against the taker, by more than prices that follow an index do from
 * one look to the next.
 *
 * @param shown the price the taker last agreed to
 */
export function isPriceAsked(side: 'buy' | 'sell', shown: Decimal, now: Decimal): boolean {
  if (compareDecimals(shown, '0') <= 0) return false;
  const change = compareDecimals(now, shown);
  if (side === 'buy' ? change <= 0 : change >= 0) return false;
  const bound = multiplyDecimals(
    shown,
    side === 'buy' ? fromUnits(BigInt(1000 + quietPerMille), 3) : fromUnits(BigInt(1000 - quietPerMille), 3),
    12,
  );
  return side === 'buy' ? compareDecimals(now, bound) > 0 : compareDecimals(now, bound) < 0;
}

/** Round amounts between the least and the most, for one tap: 1, 2 or 5 and zeros, the least of them first. */
export function quickAmounts(min: Decimal, max: Decimal, count: number): Decimal[] {
  const found: Decimal[] = [];
  for (let power = 0; power < 12 && found.length < count; power += 1) {
    for (const lead of ['1', '2', '5']) {
      const amount = `${lead}${'0'.repeat(power)}`;
      if (compareDecimals(amount, min) >= 0 && compareDecimals(amount, max) < 0) found.push(amount);
    }
  }
  return found.slice(0, count);
}
