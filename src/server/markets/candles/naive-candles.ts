import { minuteMs } from '#protocol/core/durations.ts';
import { fromUnitsFixed } from '#protocol/core/decimal.ts';
import type { Candle, Pair } from '#protocol/market-data/entities/market.ts';
import { candleStart, type Interval } from '#protocol/market-data/intervals.ts';
import type { SourceCandle } from '../prices/price-source.ts';
import { asWireCandle } from './kline-series.ts';
import type { Span } from './store.ts';

/** Naive candles, as a test oracle for those of a market. */

/**
 * Every single minute of a span: from its own trades, from the source during downtime, else from the previous price.
 *
 * @param traded trades as single-trade candles, oldest first
 * @param sourced minutes from the source
 */
export function naiveMinutes(
  pair: Pair,
  { fromMs, toMs }: Span,
  traded: readonly SourceCandle[],
  reported: readonly SourceCandle[],
  isUp: (minute: number) => boolean,
): Candle[] {
  const tradesOf = Map.groupBy(traded, ({ startMs }) => candleStart(startMs, '1m'));
  const reportedAt = new Map(reported.map((candle) => [candle.startMs, candle]));
  const minutes: Candle[] = [];
  for (let at = fromMs; at < toMs; at += minuteMs) {
    const own = tradesOf.get(at) ?? [];
    const [first] = own;
    const outside = reportedAt.get(at);
    if (first !== undefined) {
      minutes.push(
        asWireCandle(pair, {
          startMs: at,
          open: first.open,
          high: Math.max(...own.map((one) => one.high)),
          low: Math.min(...own.map((one) => one.low)),
          close: own.at(-1)?.close ?? 0,
          volume: own.reduce((sum, one) => sum + one.volume, 0n),
          turnover: 0n,
        }),
      );
    } else if (!isUp(at) && outside !== undefined) {
      minutes.push(asWireCandle(pair, outside));
    } else {
      const close = minutes.at(-1)?.[4] ?? '0';
      minutes.push([at, close, close, close, close, fromUnitsFixed(0n, pair.amountDecimals)]);
    }
  }
  return minutes;
}

/** Minutes as longer candles. */
export function naiveFold(pair: Pair, minutes: readonly Candle[], interval: Interval): Candle[] {
  const groups = Map.groupBy(minutes, (minute) => candleStart(minute[0], interval));
  return [...groups].map(([startMs, all]) => {
    const traded = all.filter((minute) => Number(minute[5]) > 0);
    const counted = traded.length > 0 ? traded : all.slice(0, 1);
    const by = (index: 2 | 3) => counted.map((minute) => minute[index]).toSorted((a, b) => Number(a) - Number(b));
    const lots = all.reduce((sum, minute) => sum + BigInt(minute[5].replace('.', '')), 0n);
    return [
      startMs,
      counted[0]?.[1] ?? '',
      by(2).at(-1) ?? '',
      by(3)[0] ?? '',
      counted.at(-1)?.[4] ?? '',
      fromUnitsFixed(lots, pair.amountDecimals),
    ];
  });
}
