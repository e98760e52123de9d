import type { Pair } from '../../contract/entities/market.ts';
import { fromUnits } from '../../contract/decimal.ts';
import type { Clock } from '../clock.ts';
import type { BookLevel } from '../engine/book.ts';
import { stateHash } from '../engine/state-hash.ts';
import { isHouse } from '../ledger/account.ts';
import { assetScale } from '../ledger/assets.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Database } from '../store/database.ts';
import type { BatchRun } from './batch-run.ts';
import { highestId } from './order-store.ts';
import { termsOf } from './pair-terms.ts';
import type { Spot, SpotEvent, SpotOutcome, SpotRequest } from './spot.ts';
import { SpotMarket } from './spot-market.ts';
import { toOrder } from './spot-order.ts';
import { SpotWriter, type Reply } from './writer.ts';

/** Ids carry the millisecond they were made in; this many fit into one. */
const idsPerMs = 1_000;

/** What spot trading is opened with. */
export interface SpotMeans {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly pairs: readonly Pair[];
  /** Whether a pair must not trade now, as when the audit found its coins not to add up. Asked per command. */
  readonly isStopped?: (pair: Pair) => boolean;
  /** Told of writes that failed and of markets that were halted. */
  readonly onFailure: (error: unknown, what: string) => void;
}

/**
 * Opens spot trading: rebuilds every book from the store.
 *
 * @throws Error when the store does not answer or a pair's terms are unsound
 */
export async function openSpot(means: SpotMeans): Promise<Spot> {
  const { database, ledger, clock, pairs } = means;
  const pairById = new Map(pairs.map((pair) => [pair.id, pair]));
  const markets = new Map(pairs.map((pair) => [pair.id, new SpotMarket(termsOf(pair))]));
  const listeners = new Set<(event: SpotEvent) => void>();
  const isStopped = (market: SpotMarket) => {
    const pair = pairById.get(market.terms.pair);
    return market.halted !== null || pair?.open !== true || means.isStopped?.(pair) === true;
  };
  let lastId = await highestId(database.pool);
  const writer = new SpotWriter({
    database,
    ledger,
    clock,
    markets,
    isStopped,
    nextId: () => (lastId = Math.max(lastId + 1, clock() * idsPerMs)),
    failed: means.onFailure,
    committed(run, at) {
      if (listeners.size === 0) return;
      for (const event of eventsOf(run, at)) for (const listener of listeners) listener(event);
    },
  });
  await writer.rebuild(database.pool, markets.values());
  return {
    async submit(request, mark) {
      const reply = await writer.submit(request, mark ?? null);
      return 'answer' in reply ? reply.answer : toOrder(reply.order);
    },
    submitMany: (requests) => Promise.all(requests.map((request) => outcomeOf(writer, request))),
    onEvents(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...viewsOf(markets, isStopped),
    close: () => writer.close(),
  };
}

async function outcomeOf(writer: SpotWriter, request: SpotRequest): Promise<SpotOutcome> {
  try {
    const reply: Reply = await writer.submit(request, null);
    if (!('order' in reply)) throw new Error('a command without a mark got a remembered answer');
    return { ok: true, order: reply.order };
  } catch (error) {
    return { ok: false, error };
  }
}

/** What can be seen of the books without a command. */
function viewsOf(
  markets: ReadonlyMap<string, SpotMarket>,
  isStopped: (market: SpotMarket) => boolean,
): Pick<Spot, 'depth' | 'prices' | 'openOrders' | 'isOpen' | 'stateHash'> {
  const marketOf = (pair: string): SpotMarket => {
    const market = markets.get(pair);
    if (market === undefined) throw new Error(`no market ${pair}`);
    return market;
  };
  return {
    depth(pair, levels) {
      const market = marketOf(pair);
      const { bids, asks } = market.visible();
      const told = (level: BookLevel) => [priceOf(market, level.priceTicks), amountOf(market, level.lots)] as const;
      return { bids: bids.slice(0, levels).map(told), asks: asks.slice(0, levels).map(told) };
    },
    prices(pair) {
      const market = marketOf(pair);
      const { bids, asks, lastTicks } = market.visible();
      const told = (ticks: number | null | undefined) => (ticks == null ? null : priceOf(market, ticks));
      return { bid: told(bids[0]?.priceTicks), ask: told(asks[0]?.priceTicks), last: told(lastTicks) };
    },
    openOrders(owner, pair) {
      const searched = pair === undefined ? [...markets.values()] : [marketOf(pair)];
      return searched.flatMap((market) => market.visibleOrders(owner)).toSorted((a, b) => a.id - b.id);
    },
    isOpen(pair) {
      const market = markets.get(pair);
      return market !== undefined && !isStopped(market);
    },
    stateHash: (pair) => stateHash(marketOf(pair).book),
  };
}

function priceOf({ terms }: SpotMarket, ticks: number): string {
  return fromUnits(BigInt(ticks) * terms.priceUnitsPerTick, assetScale(terms.quote));
}

function amountOf({ terms }: SpotMarket, lots: number): string {
  return fromUnits(BigInt(lots) * terms.baseUnitsPerLot, assetScale(terms.base));
}

function eventsOf(run: BatchRun, at: number): SpotEvent[] {
  const orders = Map.groupBy(
    [...run.orders.values()].filter((order) => !isHouse(order.owner)),
    (order) => order.pair,
  );
  const trades = Map.groupBy(run.trades, (trade) => trade.pair);
  return [...run.touched].map(({ terms: { pair } }) => ({
    pair,
    at,
    trades: trades.get(pair) ?? [],
    orders: orders.get(pair) ?? [],
  }));
}
