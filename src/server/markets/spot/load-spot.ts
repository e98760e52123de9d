import type { IdempotencyKey } from '../../core/idempotency/idempotency-key.ts';
import type { Clock } from '../../core/clock/clock.ts';
import { isHouse } from '../../core/ledger/account.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import type { Database } from '../../core/store/database.ts';
import type { Tracer } from '../../core/tracing/tracer.ts';
import type { SpotRun } from './run.ts';
import { answerKeyText } from '../../core/idempotency/stored-answers.ts';
import { GroupCommit } from '../../core/commit/group-commit.ts';
import { termsOf } from './pair-terms.ts';
import type { Spot, SpotEvent, SpotOutcome, SpotRequest } from './spot.ts';
import { SpotMarket } from './market.ts';
import { type BookedPair, openingOf } from './auction/phase.ts';
import type { SpotReply } from './replies.ts';
import { toOrder, type SpotOrder } from './order.ts';
import { placingKeyOf } from './order-lookups.ts';
import { exchangeCommand } from './auction/exchange-command.ts';
import { SpotCommits } from './commits.ts';
import { createUncrossing } from './auction/uncrossing.ts';
import { viewsOf } from './remote/views.ts';

/** Ids contain their creation millisecond; this many fit into one. */
const idsPerMs = 1_000;

/** Orders of an ending pair per submission. */
const cancelledAtOnce = 200;

/** Trades of an auction in one command: beyond that the opening goes on in the next one, at the same price. */
const uncrossedAtOnce = 500;

/** Dependencies of the books. */
export interface LoadSpotDeps {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly pairs: readonly BookedPair[];
  /** Whether nothing of a pair may move now, as when the audit halted one of its coins. Checked per command. */
  readonly isStopped?: (pair: BookedPair) => boolean;
  /** Trades of an opening that are written together. */
  readonly uncrossedAtOnce?: number;
  /** Called for failed writes and halted markets. */
  readonly onFailure: (error: unknown, what: string) => void;
  /** Called when an unknown commit outcome has been resolved: its changes were not published. */
  readonly onSettled?: () => void;
  /** Null or left out while tracing is off. */
  readonly tracer?: Tracer | null;
}

/**
 * Rebuilds every book from the store, and accepts orders from then on.
 *
 * @throws Error when the store does not answer or a pair's terms are unsound
 */
export async function loadSpot(deps: LoadSpotDeps): Promise<Spot> {
  const { database, ledger, clock, pairs } = deps;
  const pairById = new Map(pairs.map((pair) => [pair.id, pair]));
  const markets = new Map(pairs.map((pair) => [pair.id, new SpotMarket(termsOf(pair), openingOf(pair))]));
  const listeners = new Set<(event: SpotEvent) => void>();
  const isHeld = (market: SpotMarket) => {
    const pair = pairById.get(market.terms.pair);
    return market.halted !== null || pair === undefined || deps.isStopped?.(pair) === true;
  };
  const isStopped = (market: SpotMarket) => isHeld(market) || market.phaseAt(clock()) !== 'trading';
  let lastId = 0;
  const area = new SpotCommits({
    ledger,
    markets,
    isHeld,
    nextId: () => (lastId = Math.max(lastId + 1, clock() * idsPerMs)),
    lastId: () => lastId,
    failed: deps.onFailure,
    committed(run, at) {
      if (listeners.size === 0) return;
      for (const event of eventsOf(run, at)) for (const listener of listeners) listener(event);
    },
  });
  const commits = new GroupCommit({
    database,
    clock,
    area,
    failed: deps.onFailure,
    settled: () => deps.onSettled?.(),
    tracer: deps.tracer ?? null,
  });
  lastId = await commits.open();
  const submit = async (request: SpotRequest, key: IdempotencyKey | null): Promise<SpotOrder> => {
    const twin = key && { key: answerKeyText({ ...key, userId: request.owner }), bodyHash: key.bodyHash };
    const command = { request, idempotencyKey: key, placingKey: placingKeyOf(request, key) };
    return orderOf(await commits.submit(command, { twin, isRepeatable: false }));
  };
  const submitMany = (requests: readonly SpotRequest[]) =>
    Promise.all(requests.map((request) => outcomeOf(submit(request, null))));
  const uncross = createUncrossing({
    markets,
    isHeld,
    failed: deps.onFailure,
    // What was uncrossed already is not uncrossed again.
    submit: (request) => commits.submit(exchangeCommand(request), { twin: null, isRepeatable: true }),
    most: deps.uncrossedAtOnce ?? uncrossedAtOnce,
  });
  return {
    submit: async (request, key) => toOrder(await submit(request, key ?? null)),
    submitMany,
    follow(listed) {
      followPairs(listed, pairById, markets);
      void uncross();
    },
    uncross,
    cancelAll: (pair) => cancelAll(() => [...(markets.get(pair)?.open.values() ?? [])], submitMany),
    onEvents(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...viewsOf(markets, isStopped),
    close: () => commits.close(),
  };
}

function outcomeOf(placed: Promise<SpotOrder>): Promise<SpotOutcome> {
  return placed.then(
    (order): SpotOutcome => ({ ok: true, order }),
    (error: unknown): SpotOutcome => ({ ok: false, error }),
  );
}

async function cancelAll(open: () => readonly SpotOrder[], submitMany: Spot['submitMany']): Promise<number> {
  for (let left = open(); left.length > 0; left = open()) {
    const some = left.slice(0, cancelledAtOnce);
    const outcomes = await submitMany(some.map(({ id, owner }) => ({ kind: 'cancel', id, owner })));
    if (!outcomes.some(({ ok }) => ok)) return left.length;
  }
  return 0;
}

/** Opens the books of new pairs and gives the others their terms; ends those that are not listed any more. */
function followPairs(
  listed: readonly BookedPair[],
  pairById: Map<string, BookedPair>,
  markets: Map<string, SpotMarket>,
): void {
  for (const pair of listed) {
    const terms = termsOf(pair);
    const market = markets.get(pair.id);
    const opening = openingOf(pair);
    if (market === undefined) markets.set(pair.id, new SpotMarket(terms, opening));
    else market.retune(terms, opening);
    pairById.set(pair.id, pair);
  }
  const ids = new Set(listed.map(({ id }) => id));
  for (const [id, market] of markets) {
    if (ids.has(id)) continue;
    pairById.delete(id);
    if (market.open.size === 0) markets.delete(id);
  }
}

/** @throws Error for the reply to what was no order: a broken invariant */
function orderOf(reply: SpotReply): SpotOrder {
  if (reply === null) throw new Error('an order was answered without an order');
  return reply;
}

function eventsOf(run: SpotRun, at: number): SpotEvent[] {
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
