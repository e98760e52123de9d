import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pair } from '../../contract/entities/market.ts';
import { candleCeiling, candleStart, type Interval, nextCandleStart } from '../../contract/intervals.ts';
import type { PriceSource, SourceCandle } from './price-source.ts';
import type { SimulatedPath } from './simulated-path.ts';
import { minutesMax, simulatedPath } from './simulated-path.ts';
import { simulatedCoins } from './simulated-coins.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Minutes computed before others get their turn: about 3 ms of work. */
const minutesPerTurn = 30_000;
/** Days kept per pair once computed: more than ten years. */
const keptDaysMax = 4_000;

/** The simulated market: `indexPrice` and history, and how busy a pair is for the makers' sizes. */
export interface SimulatedSource extends PriceSource {
  path(pair: string): SimulatedPath;
}

interface SimulatedPair {
  readonly path: SimulatedPath;
  readonly startMs: number;
  /** Closed days by their number since the epoch: years of them would cost too much each time. */
  readonly days: Map<number, SourceCandle>;
}

/**
 * The simulated price source: a function of `seed` and time, so that it remembers nothing, never stops
 * and tells the same history after a restart. All candles are folded from the same minutes, so every
 * interval agrees with every other.
 */
export function createSimulatedSource(pairs: readonly Pair[], seed: number): SimulatedSource {
  const simulated = new Map<string, SimulatedPair>();
  for (const pair of pairs) {
    const coin = simulatedCoins[pair.base];
    if (coin === undefined) throw new Error(`no simulated coin ${pair.base}`);
    simulated.set(pair.id, { path: simulatedPath(pair, coin, seed), startMs: pair.listedAt, days: new Map() });
  }

  function of(pair: string): SimulatedPair {
    const known = simulated.get(pair);
    if (known === undefined) throw new Error(`no simulated pair ${pair}`);
    return known;
  }

  return {
    name: 'simulated',
    live: false,
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    indexPrice: (pair, now) => ({ ticks: of(pair).path.ticksAt(now), at: now }),
    historyStart: (pair) => of(pair).startMs,
    path: (pair) => of(pair).path,
    async history(pair, interval, fromMs, toMs) {
      const found = of(pair);
      // The candle that holds the listing begins before it.
      const first = Math.max(candleCeiling(fromMs, interval), candleStart(found.startMs, interval));
      const candles: SourceCandle[] = [];
      let minutes = 0;
      for (let startMs = first; startMs < toMs;) {
        const some = candlesFrom(found, interval, startMs, toMs);
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
    },
  };
}

/** The candle that starts at a moment and, of short ones, those behind it that are made with it; at least one. */
function candlesFrom(pair: SimulatedPair, interval: Interval, startMs: number, toMs: number): SourceCandle[] {
  const endMs = nextCandleStart(startMs, interval);
  const fromMs = Math.max(startMs, pair.startMs);
  if (interval === '1d' || interval === '1w' || interval === '1M') {
    return [{ ...candleOfDays(pair, fromMs, endMs), startMs }];
  }
  // The one that holds the listing is shorter than the others.
  if (fromMs > startMs) return [{ ...pair.path.candle(fromMs, (endMs - fromMs) / minuteMs), startMs }];
  const lengthMs = endMs - startMs;
  const size = Math.min(Math.ceil((toMs - startMs) / lengthMs), Math.floor((minutesMax * minuteMs) / lengthMs));
  return pair.path.candles(startMs, lengthMs / minuteMs, size);
}

function candleOfDays(pair: SimulatedPair, startMs: number, endMs: number): SourceCandle {
  let folded: SourceCandle | undefined;
  for (let dayStartMs = startMs; dayStartMs < endMs; dayStartMs += dayMs) {
    const day = dayOf(pair, dayStartMs);
    folded = folded === undefined ? day : joinDays(folded, day);
  }
  if (folded === undefined) throw new Error('a candle without days');
  return folded;
}

function dayOf(pair: SimulatedPair, startMs: number): SourceCandle {
  const known = pair.days.get(startMs);
  if (known !== undefined) return known;
  const day = pair.path.candle(startMs, dayMs / minuteMs);
  if (pair.days.size >= keptDaysMax) {
    const oldest = pair.days.keys().next();
    if (oldest.done === false) pair.days.delete(oldest.value);
  }
  pair.days.set(startMs, day);
  return day;
}

function joinDays(first: SourceCandle, second: SourceCandle): SourceCandle {
  return {
    startMs: first.startMs,
    open: first.open,
    high: Math.max(first.high, second.high),
    low: Math.min(first.low, second.low),
    close: second.close,
    volume: first.volume + second.volume,
    turnover: first.turnover + second.turnover,
  };
}
