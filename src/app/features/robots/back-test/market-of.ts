import type { Pair } from '../../../../protocol/entities/market.ts';
import { toUnits, unitsPerOne } from '../../../../protocol/maths/decimal.ts';
import { ppmOf } from '../../../../protocol/maths/fees.ts';
import type { RobotMarket } from '../../../../protocol/maths/robots/strategy.ts';

/** Digits behind the point of amounts in a back-test: those of most coins. */
export const testScale = 8;

/** The terms of a pair as strategies see them. */
export function marketOf(pair: Pair): RobotMarket {
  const tickUnits = toUnits(pair.tickSize, testScale);
  const lotUnits = toUnits(pair.lotSize, testScale);
  return {
    baseScale: testScale,
    quoteScale: testScale,
    tickUnits,
    lotUnits,
    unitsPerTickLot: (tickUnits * lotUnits) / unitsPerOne(testScale),
    minLots: Number((toUnits(pair.minAmount, testScale) + lotUnits - 1n) / lotUnits),
    maxLots: Number(toUnits(pair.maxAmount, testScale) / lotUnits),
    minTotalUnits: toUnits(pair.minTotal, testScale),
    makerFeePpm: ppmOf(pair.makerFee),
    takerFeePpm: ppmOf(pair.takerFee),
  };
}

/** A price in ticks, truncated. */
export function ticksOf(price: string, { tickUnits }: RobotMarket): number {
  return Number(toUnits(price, testScale) / tickUnits);
}
