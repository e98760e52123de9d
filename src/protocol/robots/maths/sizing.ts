import type { Lots, Ticks, Units } from '#protocol/core/brand.ts';
import { million } from '#protocol/core/fees.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import type { RobotContext, RobotMarket } from './strategy.ts';

/** What a market order may cost above the last price, in millionths: that much money is left out of its size. */
export const slipPpm = 10_000n;

/** No watch on the price. */
export const never = { below: null, above: null } as const;

/** Whether the market takes an order of so many lots at a price. */
export function isOrder(market: RobotMarket, ticks: Ticks, lots: Lots): boolean {
  return lots >= market.minLots && lots <= market.maxLots && lotsValue(market, ticks, lots) >= market.minTotalUnits;
}

/** Lots that an amount of quote buys at a limit price, truncated, at most those of one order. */
export function limitLots(market: RobotMarket, amount: Units, ticks: Ticks): Lots {
  const lots = amount <= 0n ? 0n : amount / lotsValue(market, ticks, 1);
  return lots > BigInt(market.maxLots) ? market.maxLots : Number(lots);
}

/** Lots that an amount of quote buys at the market, at most those of one order: `slipPpm` of it is left out. */
export function marketLots(market: RobotMarket, amount: Units, ticks: Ticks): Lots {
  return limitLots(market, (amount * (million - slipPpm)) / million, ticks);
}

/** Whole lots held, at most those of one order. */
export function heldLots({ market, holdings }: RobotContext): Lots {
  const lots = holdings.base / market.lotUnits;
  return lots > BigInt(market.maxLots) ? market.maxLots : Number(lots);
}

/** Base at a price in quote units, truncated. */
export function baseValue(market: RobotMarket, base: Units, ticks: Ticks): Units {
  return (base * lotsValue(market, ticks, 1)) / market.lotUnits;
}

/** The last text that was read: a back-test asks for the same one with every candle. */
let read = { text: '0', ppm: 0n };

/** A share in percent, with at most two places, in millionths. */
export function percentPpm(text: string): bigint {
  if (text === read.text) return read.ppm;
  const [whole = '0', fraction = ''] = text.split('.');
  read = { text, ppm: BigInt(whole + fraction.padEnd(2, '0')) * 100n };
  return read.ppm;
}

/** A price moved by a share of it, truncated to a tick. @param ppm below zero to move it down */
export function movedTicks(ticks: Ticks, ppm: bigint): Ticks {
  const product = ticks * Number(million + ppm);
  // Whole numbers as long as they are exact, which is several times as fast.
  return Number.isSafeInteger(product)
    ? (product - (product % Number(million))) / Number(million)
    : Number((BigInt(ticks) * (million + ppm)) / million);
}

/** `dividend / divisor`, rounded up. Both above zero. */
export function dividedUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
