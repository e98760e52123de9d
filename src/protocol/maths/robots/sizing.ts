import type { Lots, Ticks, Units } from '../../brand.ts';
import { million } from '../fees.ts';
import { lotsValue } from '../orders.ts';
import type { RobotContext, RobotMarket } from './strategy.ts';

/** Whether the market takes an order of so many lots at a price. */
export function isOrder(market: RobotMarket, ticks: Ticks, lots: Lots): boolean {
  return lots >= market.minLots && lots <= market.maxLots && lotsValue(market, ticks, lots) >= market.minTotalUnits;
}

/** Lots that an amount of quote buys at a price, truncated; a market order may cost more, so a hundredth is left out. */
export function lotsFor(market: RobotMarket, amount: Units, ticks: Ticks): Lots {
  const lots = (amount * 99n) / 100n / lotsValue(market, ticks, 1);
  return lots > BigInt(market.maxLots) ? market.maxLots : Number(lots);
}

/** Whole lots held. */
export function heldLots({ market, holdings }: RobotContext): Lots {
  const lots = holdings.base / market.lotUnits;
  return lots > BigInt(market.maxLots) ? market.maxLots : Number(lots);
}

/** A share in percent, with at most two places, in millionths. */
export function percentPpm(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(2, '0')) * 100n;
}

/** A price moved by a share of it, truncated to a tick. @param ppm below zero to move it down */
export function movedTicks(ticks: Ticks, ppm: bigint): Ticks {
  return Number((BigInt(ticks) * (million + ppm)) / million);
}
