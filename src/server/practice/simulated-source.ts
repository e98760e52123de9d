import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import {
  candleCeiling,
  candleStart,
  type Interval,
  isWholeDays,
  nextCandleStart,
} from '#protocol/market-data/intervals.ts';
import { candleOver } from '../markets/prices/candle-fold.ts';
import type { PriceSource, SourceCandle } from '../markets/prices/price-source.ts';
import type { Entropy } from './entropy/entropy.ts';
import { ticksOf } from './entropy/walk.ts';
import { drawnPrices, simulatedWalk } from './drawn-prices.ts';
import { minutesMax, type AddLogs } from './simulated-candles.ts';
import { simulatedPath, type SimulatedPath } from './simulated-path.ts';
import { simulatedCoin } from './simulated-coins.ts';

/** Minutes computed before yielding: about 3 ms of work. */
const minutesPerTurn = 30_000;
/** Days kept per pair once computed: more than ten years. */
const keptDaysMax = 4_000;

/** The simulated market: `indexPrice` and history, and how busy a pair is for the makers' sizes. */
interface SimulatedSource extends PriceSource {
  path(pair: string): SimulatedPath;
}

interface SimulatedPair {
  readonly id: string;
  readonly path: SimulatedPath;
  readonly startMs: number;
  readonly days: Map<number, SourceCandle>;
}

/** Final days of each pair by their starts: years of them would cost too much each time. */
export type KeptDays = Map<string, Map<number, SourceCandle>>;

/**
 * The simulated price source. All candles are folded from the same minutes, so every interval agrees with every other.
 *
 * @param seed of the path that prices took before anything was drawn, and of volumes for all time
 * @param entropy what prices are drawn from since; null: they are a function of `seed` and time for ever, which anybody
 *   can compute, so that nobody may bet on them
 * @param kept what an earlier source of the same seed and store computed, and what this one will
 */
export function createSimulatedSource(
  pairs: readonly Pair[],
  seed: number,
  entropy: Entropy | null,
  kept: KeptDays = new Map(),
): SimulatedSource {
  const simulated = new Map<string, SimulatedPair>();
  const drawn = entropy === null ? null : drawnPrices(entropy, pairs);

  /** @throws Error for a pair without a model and without a reference price */
  function add(pair: Pair): void {
    const coin = simulatedCoin(pair);
    if (coin === null) throw new Error(`no simulated coin ${pair.base}`);
    const path = simulatedPath(pair, coin, seed);
    const days = kept.get(pair.id) ?? new Map<number, SourceCandle>();
    kept.set(pair.id, days);
    simulated.set(pair.id, { id: pair.id, path, startMs: pair.listedAt, days });
  }
  for (const pair of pairs) add(pair);

  function of(pair: string): SimulatedPair {
    const known = simulated.get(pair);
    if (known === undefined) throw new Error(`no simulated pair ${pair}`);
    return known;
  }

  /** The prices of a span, and the time up to which they are final. */
  async function pricesOf({ id, path }: SimulatedPair, fromMs: number, toMs: number): Promise<Prices> {
    if (drawn === null) return { logs: path.addLogs, finalUntilMs: Infinity };
    return { logs: await drawn.logs(id, fromMs, toMs), finalUntilMs: drawn.finalUntil() };
  }

  return {
    name: 'simulated',
    live: false,
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    indexPrice(pair, now) {
      if (entropy === null) return { ticks: of(pair).path.ticksAt(now), at: now };
      const own = entropy.drawn(pair, now);
      return own === null ? null : { ticks: ticksOf(entropy.walk(pair), own.level), at: now, entropy: own };
    },
    async follow(pair) {
      if (simulated.has(pair.id)) return;
      add(pair);
      const walk = simulatedWalk(pair);
      if (walk !== null) await entropy?.follow(pair.id, walk);
    },
    historyStart: (pair) => of(pair).startMs,
    path: (pair) => of(pair).path,
    async history(pair, interval, fromMs, toMs) {
      const found = of(pair);
      // The candle that holds the listing begins before it.
      const first = Math.max(candleCeiling(fromMs, interval), candleStart(found.startMs, interval));
      if (first >= toMs) return [];
      const lastMs = nextCandleStart(Math.max(first, toMs - 1), interval);
      return candlesBetween(found, await pricesOf(found, first, lastMs), interval, first, toMs);
    },
  };
}

/** Prices of a span of time. */
interface Prices {
  readonly logs: AddLogs;
  /** Earlier prices are final. */
  readonly finalUntilMs: number;
}

/** All candles that start from `fromMs` on and before `toMs`, a turn of the event loop's worth of minutes at a time. */
async function candlesBetween(
  simulated: SimulatedPair,
  prices: Prices,
  interval: Interval,
  fromMs: number,
  toMs: number,
): Promise<SourceCandle[]> {
  const candles: SourceCandle[] = [];
  let minutes = 0;
  for (let startMs = fromMs; startMs < toMs;) {
    const some = candlesFrom(simulated, prices, interval, startMs, toMs);
    candles.push(...some);
    const nextMs = nextCandleStart(some.at(-1)?.startMs ?? startMs, interval);
    minutes += (nextMs - startMs) / minuteMs;
    startMs = nextMs;
    if (minutes >= minutesPerTurn) {
      minutes = 0;
      await nextTurn();
    }
  }
  return candles;
}

/** The candle that starts at a moment and, of short ones, those behind it that are made with it; at least one. */
function candlesFrom(
  pair: SimulatedPair,
  prices: Prices,
  interval: Interval,
  startMs: number,
  toMs: number,
): SourceCandle[] {
  const endMs = nextCandleStart(startMs, interval);
  const fromMs = Math.max(startMs, pair.startMs);
  if (isWholeDays(interval)) {
    return [{ ...candleOfDays(pair, prices, fromMs, endMs), startMs }];
  }
  // The one that holds the listing is shorter than the others.
  if (fromMs > startMs)
    return pair.path
      .candles(fromMs, (endMs - fromMs) / minuteMs, 1, prices.logs)
      .map((candle) => ({ ...candle, startMs }));
  const lengthMs = endMs - startMs;
  const size = Math.min(Math.ceil((toMs - startMs) / lengthMs), Math.floor((minutesMax * minuteMs) / lengthMs));
  return pair.path.candles(startMs, lengthMs / minuteMs, size, prices.logs);
}

function candleOfDays(pair: SimulatedPair, prices: Prices, startMs: number, endMs: number): SourceCandle {
  let folded: SourceCandle | undefined;
  for (let dayStartMs = startMs; dayStartMs < endMs; dayStartMs += dayMs) {
    const day = dayOf(pair, prices, dayStartMs);
    folded = folded === undefined ? day : candleOver(folded, day);
  }
  if (folded === undefined) throw new Error('a candle without days');
  return folded;
}

function dayOf(pair: SimulatedPair, prices: Prices, startMs: number): SourceCandle {
  const known = pair.days.get(startMs);
  if (known !== undefined) return known;
  const [day] = pair.path.candles(startMs, dayMs / minuteMs, 1, prices.logs);
  if (day === undefined) throw new Error('a day was not made');
  if (startMs + dayMs > prices.finalUntilMs) return day;
  if (pair.days.size >= keptDaysMax) {
    const oldest = pair.days.keys().next();
    if (oldest.done === false) pair.days.delete(oldest.value);
  }
  pair.days.set(startMs, day);
  return day;
}
