import type { Candle, Pair } from '../../../../protocol/entities/market.ts';
import { minuteMs } from '../../../../protocol/durations.ts';
import { toUnits, unitsPerOne } from '../../../../protocol/maths/decimal.ts';
import { ppmOf } from '../../../../protocol/maths/fees.ts';
import {
  type CandleColumns,
  emptyColumns,
  sliceColumns,
} from '../../../../protocol/maths/robots/back-test/candle-columns.ts';
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

/** Candles as columns: a candle that is not after the one before it is left out. @param step minutes of each */
export function columnsOf(list: readonly Candle[], step: number, market: RobotMarket): CandleColumns {
  const columns = emptyColumns(step, list.length);
  let length = 0;
  for (const [at, open, high, low, close] of list) {
    const minute = Math.floor(at / minuteMs);
    if (length > 0 && minute <= (columns.minute[length - 1] ?? 0)) continue;
    columns.minute[length] = minute;
    columns.open[length] = ticksOf(open, market);
    columns.high[length] = ticksOf(high, market);
    columns.low[length] = ticksOf(low, market);
    columns.close[length] = ticksOf(close, market);
    length += 1;
  }
  return sliceColumns(columns, 0, length);
}
