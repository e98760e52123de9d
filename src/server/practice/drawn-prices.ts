import { minuteMs } from '#protocol/core/durations.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { findPair } from '../markets/pairs.ts';
import type { Entropy } from './entropy/entropy.ts';
import { chainMinutes, type LevelRow } from './entropy/level-row.ts';
import { levelScale } from '#protocol/market-data/simulated-walk.ts';
import type { Walk } from '#protocol/market-data/simulated-walk.ts';
import { simulatedCoin } from './simulated-coins.ts';
import type { AddLogs } from './simulated-candles.ts';
import { marketDailyDeviation, type SimulatedPath, simulatedPath } from './simulated-path.ts';

const daySeconds = 86_400;
/** Cached paths through gaps: a pair has one for each long downtime. */
const pathsMax = 400;

const perSecond = (daily: number) => Math.round((daily / Math.sqrt(daySeconds)) * levelScale);

/** The random walk of a pair, scaled from its model's daily volatility; null for one without a model. */
export function simulatedWalk(pair: Pair): Walk | null {
  const coin = simulatedCoin(pair);
  if (coin === null) return null;
  const market = perSecond(coin.beta * marketDailyDeviation);
  return { price: coin.price, priceDecimals: pair.priceDecimals, own: perSecond(coin.dailyVolatility), market };
}

/** The random walk of each pair that has a model. */
export function simulatedWalks(pairs: readonly Pair[]): Map<string, Walk> {
  return new Map(
    pairs.flatMap((pair) => {
      const walk = simulatedWalk(pair);
      return walk === null ? [] : [[pair.id, walk]];
    }),
  );
}

/** The path of a pair by a seed, with a cache. */
type PathOf = (pair: string, seed: number) => SimulatedPath;

/** @param pairs the first ones; those that are listed later are found among what is listed */
function seededPaths(pairs: readonly Pair[]): PathOf {
  const byId = new Map(pairs.map((pair) => [pair.id, pair]));
  const paths = new Map<string, SimulatedPath>();
  return (id, seed) => {
    const key = `${id} ${seed}`;
    const known = paths.get(key);
    if (known !== undefined) return known;
    const pair = byId.get(id) ?? findPair(id);
    const coin = pair === null ? null : simulatedCoin(pair);
    if (pair === null || coin === null) throw new Error(`no simulated pair ${id}`);
    const path = simulatedPath(pair, coin, seed);
    const [oldest] = paths.keys();
    if (paths.size >= pathsMax && oldest !== undefined) paths.delete(oldest);
    paths.set(key, path);
    return path;
  };
}

/** The level of a seeded path at a second. */
export function pathLevels(pairs: readonly Pair[]): (pair: string, seed: number, second: number) => number {
  const pathOf = seededPaths(pairs);
  return (pair, seed, second) => Math.round(pathOf(pair, seed).logAt(second * 1_000) * levelScale);
}

/** Drawn prices, and the seeded paths before and between. */
interface DrawnPrices {
  /** The prices of a pair in `[fromMs, toMs]`, none later than what is shown now. */
  logs(pair: string, fromMs: number, toMs: number): Promise<AddLogs>;
  /** Up to when they are shown and cannot change, epoch milliseconds: what is not drawn yet begins with the next draw. */
  finalUntil(): number;
}

export function drawnPrices(entropy: Entropy, pairs: readonly Pair[]): DrawnPrices {
  const pathOf = seededPaths(pairs);
  return {
    finalUntil: () => Math.min(entropy.shownSecond() * 1_000, entropy.committedUntil()),
    async logs(pair, fromMs, toMs) {
      const first = entropy.first(pair);
      const rows =
        toMs < first.from * 1_000
          ? [first]
          : await entropy.levels(pair, Math.floor(fromMs / 1_000), Math.floor(toMs / 1_000));
      const shownMs = entropy.shownSecond() * 1_000;
      const stood = rows.findLast(({ from }) => from * 1_000 <= shownMs)?.end ?? first.start;
      const now = entropy.drawn(pair, shownMs)?.level ?? stood;
      return (out, startMs, count) => {
        let done = 0;
        for (const row of rows) done = addRow(out, startMs, count, done, row, (seed) => pathOf(pair, seed));
        for (; done < count; done += 1) out[done] = (out[done] ?? 0) + stood / levelScale;
        // Seconds not shown yet have the current price.
        const known = Math.max(0, Math.min(count, Math.floor((shownMs - startMs) / minuteMs) + 1));
        out.fill(now / levelScale, known, count);
      };
    },
  };
}

/** Adds the minutes from `done` on that one walk, and the gap before it, cover. @returns how many are done now */
function addRow(
  out: Float64Array,
  startMs: number,
  count: number,
  done: number,
  row: LevelRow,
  path: (seed: number) => SimulatedPath,
): number {
  const rowMs = row.from * 1_000;
  const minuteOf = (index: number) => Math.round((startMs + index * minuteMs - rowMs) / minuteMs);
  const gapEnd = Math.min(count, Math.max(done, Math.ceil((rowMs - startMs) / minuteMs)));
  if (gapEnd > done) {
    const size = gapEnd - done;
    let offset = row.start / levelScale;
    if (row.beforeSeed !== null) {
      const found = path(row.beforeSeed);
      found.addLogs(out.subarray(done, gapEnd), startMs + done * minuteMs, size);
      offset -= found.logAt(rowMs);
    }
    for (let index = done; index < gapEnd; index += 1) out[index] = (out[index] ?? 0) + offset;
  }
  const end = Math.min(count, Math.max(gapEnd, gapEnd + chainMinutes - Math.max(0, minuteOf(gapEnd))));
  for (let index = gapEnd; index < end; index += 1) {
    out[index] = (out[index] ?? 0) + (row.minutes[minuteOf(index)] ?? row.end) / levelScale;
  }
  return end;
}
