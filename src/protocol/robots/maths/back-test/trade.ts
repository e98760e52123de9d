import type { Lots, Ppm, Ticks, Units } from '#protocol/core/brand.ts';
import { feeOn, million } from '#protocol/core/fees.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import type { RobotEvent, RobotMarket, RobotOrder } from '../strategy.ts';

type Fill = Extract<RobotEvent, { kind: 'fill' }>;

/** What a fill moves: a purchase gives quote for coins, a sale coins for quote. */
export interface Trade {
  readonly given: Units;
  /** After the fee. */
  readonly received: Units;
  /** In quote, at the price of the fill. */
  readonly fee: Units;
}

/** A fill of lots at a price, with its fee taken from what is received. @param ppm the fee, of a maker or a taker */
export function tradeAt(market: RobotMarket, side: 'buy' | 'sell', lots: Lots, ticks: Ticks, ppm: Ppm): Trade {
  const value = lotsValue(market, ticks, lots);
  const amount = BigInt(lots) * market.lotUnits;
  if (side === 'buy') return { given: value, received: amount - feeOn(amount, ppm), fee: (value * ppm) / million };
  const fee = feeOn(value, ppm);
  return { given: amount, received: value - fee, fee };
}

/** An order that left the book, or never came into it. */
export function unfilled({ ref, coin, side, ticks }: Pick<RobotOrder, 'ref' | 'coin' | 'side' | 'ticks'>): Fill {
  const named = { kind: 'fill', ref, ...(coin === undefined ? {} : { coin }), side } as const;
  return { ...named, ticks: ticks ?? 0, lots: 0, received: 0n, given: 0n, done: true };
}
