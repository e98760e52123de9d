import { dayMs, hourMs, minuteMs } from '#protocol/core/durations.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { SourceCandle } from '../markets/prices/price-source.ts';
import type { NoiseTrack } from './noise.ts';
import { addOnGrid, addTrack, noiseTrack, octavesBetween, seedOf } from './noise.ts';
import { bustleFactor, candleMaker, minutesMax, type AddLogs } from './simulated-candles.ts';
import type { SimulatedCoin } from './simulated-coins.ts';

const slowestMs = 512 * dayMs;
/** The market as a whole moves this much in a day and nothing of it faster than an hour. */
export const marketDailyDeviation = 0.015;
const marketFastestMs = hourMs;
const coinFastestMs = 20_000;
/** Busy and quiet times: volume follows its own track between ten minutes and a month. */
const volumeFastestMs = 600_000;
const volumeSlowestMs = 4 * dayMs;
const volumeDailyDeviation = 0.35;
/** The typical change of one minute as a share of the typical change of one day. */
const minuteShare = 1 / Math.sqrt(1_440);

/** At this time every coin that ships is at its model's price. */
const anchorMs = Date.UTC(2026, 11, 1);

/** The price path of one pair, a pure function of the seed. */
export interface SimulatedPath {
  /** Price in ticks at a moment, at least 1. */
  ticksAt(atMs: number): number;
  /** Logarithm of the price at a moment against the model's. */
  logAt(atMs: number): number;
  readonly addLogs: AddLogs;
  /** Average volume per millisecond around a time, in lots. */
  lotsPerMs(atMs: number): number;
  /** What the `count` minutes from `startMs` make together: at most a day of them, from the start of a minute. */
  candle(startMs: number, count: number): SourceCandle;
  /**
   * `size` such candles, one behind the other: at most a day of minutes together. Many short ones at once cost less.
   *
   * @param prices where the prices come from instead of this path; wicks and volumes stay its own
   */
  candles(startMs: number, count: number, size: number, prices?: AddLogs): SourceCandle[];
}

/** A track by the grids it is read on: days, hours, and what is too fast for either. */
interface Scales {
  readonly slow: NoiseTrack;
  readonly middle: NoiseTrack;
  readonly fast: NoiseTrack;
}

function scalesOf(track: NoiseTrack): Scales {
  return {
    slow: octavesBetween(track, 2 * dayMs, Infinity),
    middle: octavesBetween(track, 2 * hourMs, 2 * dayMs),
    fast: octavesBetween(track, 0, 2 * hourMs),
  };
}

function addScales(
  out: Float64Array,
  scales: Scales,
  factor: number,
  fromMs: number,
  stepMs: number,
  count: number,
): void {
  addOnGrid(out, scales.slow, factor, dayMs, fromMs, stepMs, count);
  addOnGrid(out, scales.middle, factor, hourMs, fromMs, stepMs, count);
  addTrack(out, scales.fast, factor, fromMs, stepMs, count);
}

/** The path of a pair whose base behaves like `coin`. */
export function simulatedPath(pair: Pair, coin: SimulatedCoin, seed: number): SimulatedPath {
  const market = scalesOf(noiseTrack(seedOf('market', seed), marketDailyDeviation, marketFastestMs, slowestMs));
  const own = scalesOf(noiseTrack(seedOf(`price ${pair.id}`, seed), coin.dailyVolatility, coinFastestMs, slowestMs));
  const volume = scalesOf(
    noiseTrack(seedOf(`volume ${pair.id}`, seed), volumeDailyDeviation, volumeFastestMs, volumeSlowestMs),
  );
  const wickSeed = seedOf(`wick ${pair.id}`, seed);
  const baseTicks = coin.price * 10 ** pair.priceDecimals;
  const minuteDeviation = minuteShare * Math.hypot(coin.dailyVolatility, coin.beta * marketDailyDeviation);
  // How far a minute's extremes may lie beyond its open and close, as a share of the price.
  const wickReach = minuteDeviation * 1.2;
  const lotsPerDay = coin.dailyTurnover / coin.price / Number(pair.lotSize);
  const lotsPerMinute = lotsPerDay / minutesMax;

  function logs(out: Float64Array, fromMs: number, stepMs: number, count: number): void {
    addScales(out, market, coin.beta, fromMs, stepMs, count);
    addScales(out, own, 1, fromMs, stepMs, count);
  }

  function rawLogAt(atMs: number): number {
    const log = new Float64Array(1);
    logs(log, atMs, 1, 1);
    return log[0] ?? 0;
  }
  const anchorLog = rawLogAt(coin.anchorMs ?? anchorMs);
  const logAt = (atMs: number) => rawLogAt(atMs) - anchorLog;

  const addLogs: AddLogs = (out, startMs, count) => {
    logs(out, startMs, minuteMs, count);
    for (let index = 0; index < count; index += 1) out[index] = (out[index] ?? 0) - anchorLog;
  };

  function asTicks(log: number): number {
    return Math.max(1, Math.round(baseTicks * Math.exp(log)));
  }

  const addVolume: AddLogs = (out, startMs, count) => addScales(out, volume, 1, startMs, minuteMs, count);
  const makeCandles = candleMaker({ asTicks, addVolume, wickSeed, wickReach, lotsPerMinute });
  const candles: SimulatedPath['candles'] = (startMs, count, size, prices = addLogs) =>
    makeCandles(startMs, count, size, prices);

  return {
    ticksAt: (atMs) => asTicks(logAt(atMs)),
    logAt,
    addLogs,
    lotsPerMs(atMs) {
      const bustle = new Float64Array(1);
      addScales(bustle, volume, 1, atMs, 1, 1);
      return (lotsPerDay / dayMs) * bustleFactor(bustle[0] ?? 0);
    },
    candle(startMs, count) {
      const [made] = candles(startMs, count, 1);
      if (made === undefined) throw new Error('a candle was not made');
      return made;
    },
    candles,
  };
}
