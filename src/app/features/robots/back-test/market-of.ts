import type { ListedContract } from '#protocol/contracts/entities.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { contractSpec } from '#protocol/contracts/maths/contract-spec.ts';
import { toUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import { ppmOf } from '#protocol/core/fees.ts';
import type { RobotMarket } from '#protocol/robots/maths/strategy.ts';

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

/** The terms of a contract as strategies see them; its fees are those of an opening. */
export function contractMarketOf(listed: ListedContract): RobotMarket {
  const spec = contractSpec(listed);
  return {
    baseScale: testScale,
    quoteScale: testScale,
    tickUnits: spec.tickUnits,
    lotUnits: toUnits(listed.lotSize, testScale),
    unitsPerTickLot: spec.unitsPerTickLot,
    minLots: spec.minLots,
    maxLots: spec.maxLots,
    minTotalUnits: 0n,
    makerFeePpm: spec.openFeePpm,
    takerFeePpm: spec.openFeePpm,
    contract: spec,
  };
}

/** A price in ticks, truncated. */
export function ticksOf(price: string, { tickUnits }: RobotMarket): number {
  return Number(toUnits(price, testScale) / tickUnits);
}
