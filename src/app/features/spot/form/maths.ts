import {
  type Decimal,
  decimalPlaces,
  fromUnits,
  fromUnitsFixed,
  multiplyDecimals,
  toUnits,
  unitsPerOne,
} from '#protocol/core/decimal.ts';
import { feeOn, ppmOf } from '#protocol/core/fees.ts';
import type { Side } from '#protocol/market-data/entities/market.ts';

/**
 * What an order comes to, exactly as the exchange will reckon it: integers at a scale, cut and never rounded
 * (spec point 9). Nothing here passes through a float.
 */

/** The steps and fees of a pair that orders are reckoned with. */
export interface OrderTerms {
  readonly tickSize: Decimal;
  readonly lotSize: Decimal;
  readonly takerFee: Decimal;
}

/** Places of values in quote and of fees: the most that the exchange keeps of any coin. */
const moneyScale = 8;
export const workScale = 18;

/** The largest multiple of a step that is not above a value, with the places of the step. */
export function wholeSteps(value: Decimal, step: Decimal): Decimal {
  const size = toUnits(step, workScale);
  const cut = (toUnits(value, workScale) / size) * size;
  const places = decimalPlaces(step);
  return fromUnitsFixed(cut / unitsPerOne(workScale - places), places);
}

/** Whether a value is a whole number of steps. */
export function isWholeSteps(value: Decimal, step: Decimal): boolean {
  return decimalPlaces(value) <= workScale && toUnits(value, workScale) % toUnits(step, workScale) === 0n;
}

/** Value of an amount at a price, in quote. */
export function totalOf(price: Decimal, amount: Decimal): Decimal {
  return multiplyDecimals(price, amount, moneyScale);
}

/** The fee on what is received, cut in favour of the user. */
export function feeOf(received: Decimal, rate: Decimal): Decimal {
  return fromUnits(feeOn(toUnits(received, moneyScale), ppmOf(rate)), moneyScale);
}

/** What is left of what is received after the fee. */
export function afterFee(received: Decimal, rate: Decimal): Decimal {
  const units = toUnits(received, moneyScale);
  return fromUnits(units - feeOn(units, ppmOf(rate)), moneyScale);
}

/** A share of an amount, cut to the money scale. `percent` is a whole number of 0 to 100. */
function shareOf(available: Decimal, percent: number): Decimal {
  return fromUnits((toUnits(available, moneyScale) * BigInt(percent)) / 100n, moneyScale);
}

/**
 * The amount that a share of what is available buys at a limit price, or sells: cut to whole lots. The fee is taken
 * from what is received, so it takes nothing from what can be spent.
 *
 * @param percent a whole number, 0 to 100
 * @param price the limit price; not asked for when selling
 */
export function amountOfShare(
  side: Side,
  available: Decimal,
  percent: number,
  price: Decimal,
  lotSize: Decimal,
): Decimal {
  const spend = shareOf(available, percent);
  if (side === 'sell') return wholeSteps(spend, lotSize);
  const priceUnits = toUnits(price, workScale);
  if (priceUnits <= 0n) return wholeSteps('0', lotSize);
  const bought = (toUnits(spend, workScale) * unitsPerOne(workScale)) / priceUnits;
  return wholeSteps(fromUnits(bought, workScale), lotSize);
}

/** What a market buy spends of a share of what is available, cut to `places`. */
export function totalOfShare(available: Decimal, percent: number, places: number): Decimal {
  return fromUnitsFixed(toUnits(shareOf(available, percent), places), places);
}

/** The share that an amount or total takes of what is available, in whole percent, 0 to 100. */
export function percentOf(spent: Decimal, available: Decimal): number {
  const all = toUnits(available, workScale);
  if (all <= 0n) return 0;
  const percent = (toUnits(spent, workScale) * 100n) / all;
  return percent > 100n ? 100 : Number(percent);
}
