import type { ClientBase } from 'pg';
import { minuteMs } from '#protocol/core/durations.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { OwnerChanges } from '#server/core/topics/owner-changes.ts';
import { intervals } from '#protocol/market-data/intervals.ts';
import type { Market } from '#server/markets/candles/market.ts';
import { firstEntryAt, heldChanges, type HeldChanges } from './held-changes.ts';
import {
  heldCoins,
  planHistory,
  valueHistory,
  type HistoryDays,
  type HistoryPlan,
  type HistoryStep,
  type PricesAt,
  type ValueHistory,
} from './value-history.ts';

/** Closing prices of at least the newest `points` candles of a coin. */
type ReadPrices = (asset: string, step: HistoryStep, points: number) => Promise<PricesAt>;

/** A user's ledger history, read in the same snapshot as the balances. */
interface ReadPast {
  readonly plan: HistoryPlan;
  readonly held: HeldChanges;
}

/** Cached historic values: screens request them repeatedly, and the past does not change. */
interface HistoryReader {
  /** Reads the ledger as needed; null when cached, or when the user has no entries. */
  read(client: ClientBase, owner: bigint, days: HistoryDays, now: number): Promise<ReadPast | null>;
  /** The points before now, oldest first. */
  points(
    owner: bigint,
    days: HistoryDays,
    rows: readonly BalanceRow[],
    past: ReadPast | null,
    now: number,
  ): Promise<ValueHistory>;
}

const noHistory: ValueHistory = { points: [], flows: 0n, later: new Map() };

/** Lifetime and size of the cache of users' points. */
const keptMs = minuteMs;
const keptMax = 1_000;

interface Kept {
  readonly history: ValueHistory;
  readonly until: number;
}

export function createHistoryReader(
  readPrices: ReadPrices,
  changes: Pick<OwnerChanges<BalanceRow>, 'onChange'>,
): HistoryReader {
  const kept = new Map<string, Kept>();
  const allDays: readonly HistoryDays[] = ['7', '30', '90'];
  const keyOf = (owner: bigint, days: HistoryDays) => `${owner} ${days}`;
  const keptFor = (owner: bigint, days: HistoryDays, now: number) => {
    const found = kept.get(keyOf(owner, days));
    return found !== undefined && found.until > now ? found.history : null;
  };
  changes.onChange((owner) => {
    for (const days of allDays) kept.delete(keyOf(owner, days));
  });

  return {
    async read(client, owner, days, now) {
      if (keptFor(owner, days, now) !== null) return null;
      const begun = await firstEntryAt(client, owner);
      if (begun === null) return null;
      const plan = planHistory(days, begun, now);
      const first = plan.times[0];
      if (first === undefined) return null;
      return { plan, held: await heldChanges(client, owner, begun, first, intervals[plan.step]) };
    },

    async points(owner, days, rows, past, now) {
      if (past === null) return keptFor(owner, days, now) ?? noHistory;
      const { plan, held } = past;
      const coins = heldCoins(rows, held);
      const prices = await Promise.all(
        coins.map(async (asset) => [asset, await readPrices(asset, plan.step, plan.times.length + 1)] as const),
      );
      const history = valueHistory(rows, held, plan, new Map(prices));
      kept.delete(keyOf(owner, days));
      const oldest = kept.size < keptMax ? undefined : kept.keys().next().value;
      if (oldest !== undefined) kept.delete(oldest);
      // Not beyond the next point, which would be missing.
      const nextAt = (plan.times.at(-1) ?? now) + intervals[plan.step];
      kept.set(keyOf(owner, days), { history, until: Math.min(now + keptMs, nextAt) });
      return history;
    },
  };
}

/** Prices from the market's candles: the close at a candle's end, and the open of the first one at its start. */
export function pricesFromCandles(market: Pick<Market, 'has' | 'klines'>, quote: string): ReadPrices {
  return async (asset, step, points) => {
    const pair = asset + quote;
    const prices = new Map<number, string>();
    if (!market.has(pair)) return prices;
    const { list } = await market.klines(pair, step, null, points);
    for (const [startMs, open, , , close] of list) {
      if (!prices.has(startMs)) prices.set(startMs, open);
      prices.set(startMs + intervals[step], close);
    }
    return prices;
  };
}
