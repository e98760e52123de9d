import { dayMs, hourMs } from '#protocol/core/durations.ts';
import type { ValuePoint } from '#protocol/wallets/entities/movement.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { intervals } from '#protocol/market-data/intervals.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { HeldChanges } from './held-changes.ts';
import { shownValue, valuationAsset, valueOf } from './valuation.ts';

/** Days a history reaches back at most. */
export type HistoryDays = '7' | '30' | '90';

/** The time between two points; prices come from candles of this interval. */
export type HistoryStep = '5m' | '1h' | '1d';

/** Accounts up to this age have a point every five minutes, older ones every hour, then every day. */
const fineMs = 12 * hourMs;
const hourlyMs = 7 * dayMs;

/** The points of a history: multiples of the step, oldest first, all of them in the past. */
export interface HistoryPlan {
  readonly step: HistoryStep;
  readonly times: readonly number[];
}

/**
 * @param begun when the account's first entry was written: the history starts there, with finer steps for a new account
 */
export function planHistory(days: HistoryDays, begun: number, now: number): HistoryPlan {
  const from = Math.max(begun, now - Number(days) * dayMs);
  const step: HistoryStep = now - from <= fineMs ? '5m' : now - from <= hourlyMs ? '1h' : '1d';
  const stepMs = intervals[step];
  const times: number[] = [];
  for (let at = Math.ceil(from / stepMs) * stepMs; at < now; at += stepMs) times.push(at);
  return { step, times };
}

/** Price of a coin in USDT at the points of a plan. */
export type PricesAt = ReadonlyMap<number, Decimal>;

/** Every coin that was held at one of the points, whose prices a history needs. */
export function heldCoins(rows: readonly BalanceRow[], held: HeldChanges): string[] {
  const changed = [...held.bySlot.values()].flatMap((changes) => changes.map(({ asset }) => asset));
  const coins = new Set([...rows.map(({ asset }) => asset), ...changed]);
  coins.delete(valuationAsset);
  return [...coins];
}

/** A history up to its last full step, and what has come in and gone out since the points began. */
export interface ValueHistory {
  readonly points: readonly ValuePoint[];
  /** Net flows up to the last point, in USDT at 18 places. */
  readonly flows: bigint;
  /** Net flows after it, by asset, whose prices are those of now. */
  readonly later: ReadonlyMap<string, bigint>;
}

/** Adds to each point the flows since the first one, each at the price of the point that first includes it. */
function withFlows(
  values: readonly { readonly at: number; readonly total: bigint }[],
  { bySlot }: HeldChanges,
  priceAt: (asset: string, at: number) => Decimal | null,
): ValueHistory {
  let flows = 0n;
  const points = values.map(({ at, total }, index) => {
    for (const { asset, flow } of index === 0 ? [] : (bySlot.get(at) ?? [])) {
      flows += valueOf(flow, asset, (coin) => priceAt(coin, at)) ?? 0n;
    }
    return { at, total: shownValue(total), flows: shownValue(flows) };
  });
  const last = values.at(-1)?.at;
  const later = new Map<string, bigint>();
  for (const [slot, changes] of bySlot) {
    if (last === undefined || slot <= last) continue;
    for (const { asset, flow } of changes) later.set(asset, (later.get(asset) ?? 0n) + flow);
  }
  return { points, flows, later };
}

/**
 * The value of all wallets at each point, oldest first: past holdings at past prices. A coin without a price at a point
 * counts as zero there.
 *
 * @param rows current holdings
 */
export function valueHistory(
  rows: readonly BalanceRow[],
  held: HeldChanges,
  { times }: HistoryPlan,
  prices: ReadonlyMap<string, PricesAt>,
): ValueHistory {
  const units = new Map<string, bigint>();
  const add = (asset: string, change: bigint) => units.set(asset, (units.get(asset) ?? 0n) + change);
  for (const row of rows) add(row.asset, row.available + row.frozen + row.locked);

  // Backwards from now, undoing changes after each point.
  const values: { at: number; total: bigint }[] = [];
  const slots = [...held.bySlot.keys()].toSorted((a, b) => a - b);
  for (const at of times.toReversed()) {
    for (let slot = slots.at(-1); slot !== undefined && slot > at; slot = slots.at(-1)) {
      slots.pop();
      for (const { asset, units: change } of held.bySlot.get(slot) ?? []) add(asset, -change);
    }
    if (at < held.knownFrom) break;
    let total = 0n;
    for (const [asset, amount] of units) {
      total += valueOf(amount, asset, (coin) => prices.get(coin)?.get(at) ?? null) ?? 0n;
    }
    values.push({ at, total });
  }
  return withFlows(values.toReversed(), held, (asset, at) => prices.get(asset)?.get(at) ?? null);
}
