import type { Pair } from '../../contract/entities/market.ts';
import type { NoiseTrack } from './noise.ts';
import { addTrack, mixBits, noiseTrack, seedOf, trackAt, uniformAt } from './noise.ts';
import type { SimulatedCoin } from './simulated-coins.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const slowestMs = 512 * dayMs;
/** The market as a whole moves this much in a day and nothing of it faster than an hour. */
const marketDailyDeviation = 0.015;
const marketFastestMs = 3_600_000;
const coinFastestMs = 20_000;
/** Busy and quiet times: volume follows its own track between ten minutes and a month. */
const volumeFastestMs = 600_000;
const volumeSlowestMs = 4 * dayMs;
const volumeDailyDeviation = 0.35;
/** The typical change of one minute as a share of the typical change of one day. */
const minuteShare = 1 / Math.sqrt(1_440);

/** At this moment every coin stands at its model's price. */
export const anchorMs = Date.UTC(2026, 11, 1);

/** Columns of minutes: what the simulated market did, ready to be folded into candles of any length. */
export interface MinuteColumns {
  readonly count: number;
  readonly startMs: number;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Whole lots, at least 1. */
  readonly volume: Float64Array;
}

/** The path one pair takes through time. A function of the seed and nothing else. */
export interface SimulatedPath {
  /** Price in ticks at a moment, at least 1. */
  ticksAt(atMs: number): number;
  /** What is traded per millisecond around a moment, in lots, on average. */
  lotsPerMs(atMs: number): number;
  /** `count` minutes from `startMs`, which is the start of a minute. */
  minutes(startMs: number, count: number): MinuteColumns;
}

interface Tracks {
  readonly market: NoiseTrack;
  readonly own: NoiseTrack;
  readonly volume: NoiseTrack;
}

/** The path of a pair whose base behaves like `coin`. */
export function simulatedPath(pair: Pair, coin: SimulatedCoin, seed: number): SimulatedPath {
  const tracks: Tracks = {
    market: noiseTrack(seedOf('market', seed), marketDailyDeviation, marketFastestMs, slowestMs),
    own: noiseTrack(seedOf(`price ${pair.id}`, seed), coin.dailyVolatility, coinFastestMs, slowestMs),
    volume: noiseTrack(seedOf(`volume ${pair.id}`, seed), volumeDailyDeviation, volumeFastestMs, volumeSlowestMs),
  };
  const wickSeed = seedOf(`wick ${pair.id}`, seed);
  const baseTicks = coin.price * 10 ** pair.priceDecimals;
  const anchorLog = trackAt(tracks.market, anchorMs) * coin.beta + trackAt(tracks.own, anchorMs);
  const minuteDeviation = minuteShare * Math.hypot(coin.dailyVolatility, coin.beta * marketDailyDeviation);
  const lotsPerDay = coin.dailyTurnover / coin.price / Number(pair.lotSize);

  function logs(out: Float64Array, fromMs: number, stepMs: number, count: number): void {
    addTrack(out, tracks.market, coin.beta, fromMs, stepMs, count);
    addTrack(out, tracks.own, 1, fromMs, stepMs, count);
  }

  function asTicks(log: number): number {
    return Math.max(1, Math.round(baseTicks * Math.exp(log - anchorLog)));
  }

  function minutes(startMs: number, count: number): MinuteColumns {
    const edges = new Float64Array(count + 1);
    logs(edges, startMs, minuteMs, count + 1);
    const bustle = new Float64Array(count);
    addTrack(bustle, tracks.volume, 1, startMs, minuteMs, count);
    const columns: MinuteColumns = {
      count,
      startMs,
      open: new Float64Array(count),
      high: new Float64Array(count),
      low: new Float64Array(count),
      close: new Float64Array(count),
      volume: new Float64Array(count),
    };
    let open = asTicks(edges[0] ?? 0);
    for (let index = 0; index < count; index += 1) {
      const close = asTicks(edges[index + 1] ?? 0);
      const dice = mixBits(wickSeed ^ mixBits(Math.floor(startMs / minuteMs) + index));
      const upper = (dice & 0x3ff) / 0x400;
      const lower = ((dice >>> 10) & 0x3ff) / 0x400;
      const size = (dice >>> 20) / 0x1000;
      const top = Math.max(open, close);
      const bottom = Math.min(open, close);
      const reach = baseReach(top, minuteDeviation);
      const move = Math.abs(close - open) / (reach + 1);
      columns.open[index] = open;
      columns.close[index] = close;
      columns.high[index] = top + Math.round(upper * upper * reach);
      columns.low[index] = Math.max(1, bottom - Math.round(lower * lower * reach));
      const lots =
        (lotsPerDay / 1_440) * Math.exp((bustle[index] ?? 0) - 0.25) * (0.3 + 1.2 * size * size + 0.8 * move);
      columns.volume[index] = Math.max(1, Math.round(lots));
      open = close;
    }
    return columns;
  }

  return {
    ticksAt(atMs) {
      const log = new Float64Array(1);
      logs(log, atMs, 1, 1);
      return asTicks(log[0] ?? 0);
    },
    lotsPerMs: (atMs) => (lotsPerDay / dayMs) * Math.exp(trackAt(tracks.volume, atMs) - 0.25),
    minutes,
  };
}

/** How far a minute's extremes may lie beyond its open and close, in ticks. */
function baseReach(ticks: number, minuteDeviation: number): number {
  return ticks * minuteDeviation * 1.2;
}

/** A uniform number in [0, 1) for a pair, purpose and moment: the dice of the simulation. */
export function simulatedDice(seed: number, purpose: string, index: number): number {
  return uniformAt(seedOf(purpose, seed), index);
}
