import type { Ms } from '#protocol/core/brand.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { revokeWriters } from '#server/core/commit/owners.ts';
import { ownerIdRange } from '#server/core/commit/id-range.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import type { Logger } from '#server/core/log/log.ts';
import type { Database } from '#server/core/store/database.ts';
import type { Tracer } from '#server/core/tracing/tracer.ts';
import type { RemoteWorkers } from '#server/cluster/placement/remote-worker.ts';
import type { BookedPair } from './auction/phase.ts';
import { createUncrossing } from './auction/uncrossing.ts';
import { toOrder, type SpotOrder } from './order.ts';
import { PairWriter, spotWriter } from './pair-writer.ts';
import type { SpotFamily, PairChange } from './remote/messages.ts';
import { MarketReplica } from './remote/market-replica.ts';
import {
  allPairs,
  isStoppedElsewhere,
  pairRouter,
  type PairRouter,
  pairPlacer,
  type PairPlacer,
} from './remote/pair-placer.ts';
import { viewsOf } from './remote/views.ts';
import type { SpotRun } from './run.ts';
import type { Spot, SpotOutcome, SpotRequest, SpotEvent } from './spot.ts';
import { isHouse } from '#server/core/ledger/account.ts';

/** Orders of an ending pair per submission. */
const cancelledAtOnce = 200;

/** Trades of an auction in one command: beyond that the opening goes on in the next one, at the same price. */
const uncrossedAtOnce = 500;

/** How pairs are placed on the engines that there are. */
interface PlacementDeps {
  readonly workers: RemoteWorkers<SpotFamily>;
  /** The engine that a pair is pinned to, by its name. */
  readonly pins: ReadonlyMap<string, string>;
  readonly logger: Logger;
  /** Called when changes that another engine committed may have been missed: they are in the store. */
  readonly missed: () => void;
}

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
  /** Null or left out where this process runs every pair. */
  readonly placement?: PlacementDeps | null;
}

/** Spot trading, and what places its pairs on engines; null where this process runs every pair. */
export interface LoadedSpot extends Spot {
  readonly placer: Pick<PairPlacer, 'look' | 'counts' | 'stop'> | null;
}

/** Tells listeners of commits, whichever engine they are of. */
class SpotEvents {
  readonly #ledger: Pick<Ledger, 'changed'>;
  readonly #listeners = new Set<(event: SpotEvent) => void>();

  constructor(ledger: Pick<Ledger, 'changed'>) {
    this.#ledger = ledger;
  }

  /** @returns unsubscribes */
  listen(listener: (event: SpotEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A commit of this process, whose balances are announced already. */
  committed(run: SpotRun, at: Ms): void {
    if (this.#listeners.size === 0) return;
    const trades = Map.groupBy(run.trades, (trade) => trade.pair);
    const orders = Map.groupBy(run.orders.values(), (order) => order.pair);
    for (const { terms } of run.touched) {
      const { pair } = terms;
      this.#emit({ pair, at, trades: trades.get(pair) ?? [], orders: orders.get(pair) ?? [] });
    }
  }

  /** A commit of another engine. */
  changed({ market, at, trades, orders, balances }: PairChange): void {
    this.#ledger.changed(balances);
    this.#emit({ pair: market, at, trades, orders });
  }

  /** What these pairs show may have changed without a commit that is known here. */
  missed(pairs: readonly string[], at: Ms): void {
    for (const pair of pairs) this.#emit({ pair, at, trades: [], orders: [] });
  }

  #emit(event: SpotEvent): void {
    const orders = event.orders.filter(({ owner }) => !isHouse(owner));
    for (const listener of this.#listeners) listener({ ...event, orders });
  }
}

/**
 * Takes every pair back from the engines that ran it, rebuilds every book from the store, and accepts orders from then
 * on.
 *
 * @throws Error when the store does not answer or a pair's terms are unsound
 */
export async function loadSpot(deps: LoadSpotDeps): Promise<LoadedSpot> {
  const { database, clock } = deps;
  const events = new SpotEvents(deps.ledger);
  const isStopped = (pair: BookedPair) => deps.isStopped?.(pair) === true;
  const writer = writerOf(deps, isStopped, (run, at) => events.committed(run, at));
  const { fromId } = await database.transaction((tx) => revokeWriters(tx, spotWriter, clock()));
  await writer.open(fromId);
  const router = pairRouter(writer);
  const placer = placerOf(deps, { writer, router, events, isHeld: isStopped });
  const submit = placer === null ? writer.submit.bind(writer) : router.submit.bind(router);
  const submitMany = (requests: readonly SpotRequest[]) =>
    Promise.all(requests.map((request) => outcomeOf(submit(request, null))));
  const uncross = createUncrossing({
    markets: writer.markets,
    isHeld: (market) => writer.isHeld(market),
    failed: deps.onFailure,
    // What was uncrossed already is not uncrossed again.
    submit: (request) => writer.execute(request),
    most: deps.uncrossedAtOnce ?? uncrossedAtOnce,
  });
  return {
    submit: async (request, key) => toOrder(await submit(request, key ?? null)),
    submitMany,
    async follow(listed) {
      // Who has orders in a book that opens only now does not see them yet.
      if (await writer.follow(placer?.follow(listed) ?? listed)) deps.onSettled?.();
      void uncross();
    },
    uncross,
    async cancelAll(pair) {
      await placer?.takeBack(pair);
      return cancelAll(() => [...(writer.markets.get(pair)?.open.values() ?? [])], submitMany);
    },
    onEvents: (listener) => events.listen(listener),
    ...viewsOf(allPairs(writer, router), (market) =>
      market instanceof MarketReplica ? isStoppedElsewhere(router, market, clock()) : writer.isStopped(market),
    ),
    placer,
    async close() {
      placer?.close();
      await writer.close();
    },
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

/** The writer of this process. */
function writerOf(
  { database, ledger, clock, tracer, onFailure, onSettled, pairs }: LoadSpotDeps,
  isStopped: (pair: BookedPair) => boolean,
  committed: (run: SpotRun, at: Ms) => void,
): PairWriter {
  return new PairWriter(
    {
      database,
      ledger,
      clock,
      isStopped,
      committed,
      name: { writer: spotWriter, holder: null },
      idRange: ownerIdRange,
      failed: onFailure,
      settled: () => onSettled?.(),
      tracer: tracer ?? null,
    },
    pairs,
  );
}

interface PlacementParts {
  readonly writer: PairWriter;
  readonly router: PairRouter;
  readonly events: SpotEvents;
  readonly isHeld: (pair: BookedPair) => boolean;
}

function placerOf(
  { placement, database, clock, pairs }: LoadSpotDeps,
  { events, ...parts }: PlacementParts,
): PairPlacer | null {
  if (placement === undefined || placement === null) return null;
  return pairPlacer(
    {
      ...parts,
      ...placement,
      database,
      clock,
      changed: (change) => events.changed(change),
      missed(missing) {
        placement.missed();
        events.missed(missing, clock());
      },
    },
    pairs,
  );
}
