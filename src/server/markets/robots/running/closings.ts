import { minuteMs } from '#protocol/core/durations.ts';
import type { Ms } from '#protocol/core/brand.ts';
import type { Candle } from '#protocol/market-data/entities/market.ts';
import type { Interval } from '#protocol/market-data/intervals.ts';
import type { Calling } from './calling.ts';
import type { RobotsDeps } from '../deps.ts';
import { marketOf, toTicks } from '../terms.ts';
import type { ClosedCandle } from './venue.ts';

/** Candles by their minutes. */
const intervalOf: Readonly<Record<number, Interval>> = { 1: '1m', 5: '5m', 15: '15m', 60: '1h', 240: '4h' };

/**
 * Sees which candles closed since the last look, and calls the robots that decide on them: the newest closed one of each
 * length; of a pair that did not trade one at its last price. Candles that closed while nobody looked are not made up.
 */
export class Closings {
  readonly #market: Pick<RobotsDeps['market'], 'has' | 'candle' | 'klines'>;
  readonly #calling: Calling;
  /** Starts of running candles as they were seen last, by pair and minutes. */
  readonly #running = new Map<string, Ms>();

  constructor(market: Pick<RobotsDeps['market'], 'has' | 'candle' | 'klines'>, calling: Calling) {
    this.#market = market;
    this.#calling = calling;
  }

  /** Looks at every candle that a running robot decides on. */
  async look(): Promise<void> {
    for (const pair of this.#calling.runningPairs()) {
      if (!this.#market.has(pair)) continue;
      for (const minutes of this.#calling.minutes(pair)) await this.#lookAt(pair, minutes);
    }
  }

  async #lookAt(pair: string, minutes: number): Promise<void> {
    const interval = intervalOf[minutes];
    if (interval === undefined) throw new Error(`there are no candles of ${minutes} minutes`);
    const key = `${pair} ${minutes}`;
    const [start] = this.#market.candle(pair, interval);
    const before = this.#running.get(key);
    if (before === start) return;
    this.#running.set(key, start);
    if (before === undefined || before > start) return;
    const { list } = await this.#market.klines(pair, interval, start, 1);
    const newest = list.at(-1);
    if (newest === undefined) return;
    const candle = inTicks(pair, newest);
    const closed = start - minutes * minuteMs;
    if (candle.start >= closed) this.#calling.closed(pair, minutes, candle, false);
    else this.#calling.closed(pair, minutes, quiet(closed, candle), true);
  }
}

/** A candle in which nothing was traded: the close before stands. */
function quiet(start: Ms, { pair, close }: ClosedCandle): ClosedCandle {
  return { pair, start, open: close, high: close, low: close, close };
}

function inTicks(pair: string, [start, open, high, low, close]: Candle): ClosedCandle {
  const market = marketOf(pair);
  const ticks = (price: string) => toTicks(price, market) ?? 0;
  return { pair, start, open: ticks(open), high: ticks(high), low: ticks(low), close: ticks(close) };
}
