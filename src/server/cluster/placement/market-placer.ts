import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#server/core/clock/clock.ts';
import { processPauses } from '#server/core/clock/pause-watch.ts';
import { assignWriter, workerWriter, moveDuties, revokeWriters } from '#server/core/commit/owners.ts';
import { workersMax } from '#server/core/commit/id-range.ts';
import type { Logger } from '#server/core/log/log.ts';
import type { Database } from '#server/core/store/database.ts';
import { dutyOf } from './duty.ts';
import { isSilent, type KnownEngine, whileHeard } from './known-engine.ts';
import type { Family, AssignedMarket } from './messages.ts';
import type { Replica } from './replica.ts';
import type { OwnWriter } from './own-writer.ts';
import { RemoteMarket } from './remote-market.ts';
import type { Router } from './router.ts';
import type { Assignment, RemoteWorker, RemoteWorkers, WorkerHeartbeat } from './remote-worker.ts';
import { assignMarkets } from './assignment.ts';

/** An engine is assigned markets once it has been there for this long: one that starts over and over gets none. */
const settledMs = 1_500;
/** Whoever leaves may answer what it was sent within this. */
const answersWithinMs = 2_000;
const pollMs = 10;
const retryMs = 200;
/** An engine that could not be assigned markets is tried again after this, and after twice as long each time. */
const assignsAgainMs = 5_000;
const assignsAgainMostMs = 600_000;
/** Weights follow the commands of about this long. */
const fadeEveryMs = 60_000;

/** What placing the markets of a family on engines needs. */
export interface MarketPlacerDeps<Of extends Family, M extends Replica<Of>> {
  /** The family of its writers, and the first part of its duties: `spot`. */
  readonly family: string;
  readonly writer: OwnWriter<Of>;
  readonly router: Router<Of, M>;
  readonly workers: RemoteWorkers<Of>;
  readonly database: Pick<Database, 'transaction'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The engine that a market is pinned to, by its name. */
  readonly pins: ReadonlyMap<string, string>;
  /** Whether nothing of a market may move now. */
  readonly isHeld: (listed: Of['listed']) => boolean;
  /** Whether another engine may run a market, or go on running it: what is broken stays here. */
  readonly mayMove: (listed: Of['listed']) => boolean;
  /** A replica that has no snapshot yet. */
  readonly replicaOf: (listed: Of['listed']) => M;
  /** Whether a market that was assigned is listed otherwise now, so that it has to be assigned again. */
  readonly differs: (assigned: Of['listed'], now: Of['listed']) => boolean;
  /** A commit of another engine changed a market. */
  readonly changed: (change: Of['change']) => void;
  /** Changes of these markets may have been missed, and are in the store. */
  readonly missed: (markets: readonly string[]) => void;
  /** Called where markets have just moved to, before any of their commands goes on; absent when that needs nothing. */
  readonly moved?: (markets: readonly string[]) => Promise<void>;
}

/**
 * Gives markets to the other engines, follows what they commit, and takes them back from one that leaves or is lost.
 *
 * A market moves in one transaction under the fence of the writer that it leaves (`duty-owners.ts`), and is loaded from
 * the store by whoever gets it. The store alone decides who owns it; what is lost on the way is found there.
 */
export class MarketPlacer<Of extends Family, M extends Replica<Of>> {
  readonly #deps: MarketPlacerDeps<Of, M>;
  readonly #known = new Map<string, KnownEngine<Of>>();
  readonly #unfollow: readonly (() => void)[];
  #listed: readonly Of['listed'][];
  #fadedAt = performance.now();
  #isBusy = false;
  #isClosed = false;

  constructor(deps: MarketPlacerDeps<Of, M>, listed: readonly Of['listed'][]) {
    this.#deps = deps;
    this.#listed = listed;
    const { workers, router } = deps;
    this.#unfollow = [
      workers.onHeartbeat((worker, heartbeat) => this.#see(worker, heartbeat)),
      workers.onChange((change) => router.remote(change.market)?.hear(change)),
    ];
  }

  /** Takes what is listed now. @returns those that are written here */
  follow(listed: readonly Of['listed'][]): readonly Of['listed'][] {
    this.#listed = listed;
    const now = new Map(listed.map((one) => [one.id, one]));
    for (const known of this.#known.values()) known.isOutdated ||= this.#isOutdated(known, now);
    return listed.filter(({ id }) => this.#deps.router.remote(id) === undefined);
  }

  /** How many markets each other engine runs, by its name. */
  counts(): ReadonlyMap<string, number> {
    return new Map([...this.#known.values()].map(({ name, assigned }) => [name, assigned?.markets.size ?? 0]));
  }

  /** Takes back what has to be, and gives what may be; called often, and never twice at once. */
  async look(): Promise<void> {
    if (this.#isBusy || this.#isClosed) return;
    this.#isBusy = true;
    try {
      await this.#look();
    } finally {
      this.#isBusy = false;
    }
  }

  /** Takes a market back from the engine that runs it, with all that it runs, as before the end of a market. */
  async takeBack(market: string): Promise<void> {
    while (this.#isBusy && !this.#isClosed) await sleep(pollMs);
    const known = [...this.#known.values()].find(({ assigned }) => assigned?.markets.has(market) === true);
    if (known === undefined) return;
    this.#isBusy = true;
    try {
      await this.#takeFrom(known, true);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Gives and takes nothing any more: an engine that lost the data would try for ever. Its markets stay where they are. */
  stop(): void {
    this.#isClosed = true;
  }

  /** Stops, and follows nobody any more. */
  close(): void {
    this.stop();
    for (const end of this.#unfollow) end();
    for (const { replica } of this.#deps.router.remotes()) this.#deps.router.revoke(replica.id);
  }

  #see(worker: RemoteWorker<Of>, { name, isLeaving, markets }: WorkerHeartbeat): void {
    const now = performance.now();
    const known = this.#known.get(worker.id);
    if (known === undefined) {
      this.#known.set(worker.id, {
        worker,
        name,
        assignableFrom: now + settledMs,
        failures: 0,
        seenAt: now,
        isLeaving,
        assigned: null,
        isOutdated: false,
      });
      return;
    }
    known.seenAt = now;
    known.isLeaving ||= isLeaving;
    for (const { market, epoch, seq } of markets) this.#deps.router.remote(market)?.expect(epoch, seq);
    // It need not wait for the next look.
    if (known.isLeaving && known.assigned !== null) void this.look();
  }

  async #look(): Promise<void> {
    const { router } = this.#deps;
    const now = performance.now();
    if (now - this.#fadedAt > fadeEveryMs) {
      this.#fadedAt = now;
      router.fade();
    }
    // What is removed meanwhile is not visited any more, and what is added is.
    for (const known of this.#known.values()) {
      const isLost = isSilent(known);
      if (!isLost && !known.isLeaving && !known.isOutdated) continue;
      await this.#takeFrom(known, !isLost);
      if (isLost) this.#known.delete(known.worker.id);
      // One that could not write may be able to later; one that ends says nothing more.
      known.isLeaving = false;
      known.assignableFrom = now + assignsAgainMs;
    }
    const there = [...this.#known.values()]
      .filter(({ assignableFrom, isLeaving, assigned }) => !isLeaving && (assigned !== null || now >= assignableFrom))
      .slice(0, workersMax);
    if (there.length === 0) return;
    const wanted = this.#wanted(there);
    const moving = there.filter(({ worker, assigned }) => !isSame(wanted.get(worker.id), assigned?.markets));
    for (const known of moving) await this.#takeFrom(known, true);
    for (const known of moving) await this.#assign(known, wanted.get(known.worker.id) ?? new Set());
  }

  #wanted(there: readonly KnownEngine<Of>[]): ReadonlyMap<string, ReadonlySet<string>> {
    const { router, pins } = this.#deps;
    const placeable = this.#listed.filter((one) => this.#mayMove(one));
    return assignMarkets(
      placeable.map(({ id }) => ({ market: id, weight: 1 + router.countOf(id), pin: pins.get(id) ?? null })),
      there.map(({ worker, name, assigned }) => ({ id: worker.id, name, runs: new Set(assigned?.markets.keys()) })),
    );
  }

  /** What nobody writes yet has nowhere to move from. */
  #mayMove(listed: Of['listed']): boolean {
    const { writer, router, mayMove } = this.#deps;
    return (router.remote(listed.id) !== undefined || writer.has(listed.id)) && mayMove(listed);
  }

  #isOutdated({ assigned }: KnownEngine<Of>, now: ReadonlyMap<string, Of['listed']>): boolean {
    return [...(assigned?.markets ?? [])].some(([id, before]) => {
      const listed = now.get(id);
      return listed === undefined || this.#deps.differs(before, listed);
    });
  }

  async #assign(known: KnownEngine<Of>, wanted: ReadonlySet<string>): Promise<void> {
    const assigned = this.#listed.filter(({ id }) => wanted.has(id));
    if (assigned.length === 0 || this.#isClosed) return;
    const { family, logger, router } = this.#deps;
    const assignment = this.#assignmentTo(known);
    try {
      await whileHeard(known, known.worker.prepare(assignment.writer));
      await router.whileWaiting(
        assigned.map(({ id }) => id),
        () => this.#moveOrReturn(known, assignment, assigned),
      );
      known.failures = 0;
      logger.info({ family, engine: known.name, markets: assigned.length }, 'another engine runs markets from now on');
    } catch (error) {
      logger.warn({ err: error, family, engine: known.name }, 'an engine could not be assigned its markets');
      known.assignableFrom = performance.now() + Math.min(assignsAgainMostMs, assignsAgainMs * 2 ** known.failures);
      known.failures += 1;
    }
  }

  /** A move that failed may have moved the markets in the store: they are back before any of their commands goes on. */
  async #moveOrReturn(known: KnownEngine<Of>, assignment: Assignment, listed: readonly Of['listed'][]): Promise<void> {
    try {
      await this.#move(known, assignment, listed);
    } catch (error) {
      await this.#return(known);
      throw error;
    }
  }

  #assignmentTo({ worker }: KnownEngine<Of>): Assignment {
    const assigned = new Set([...this.#known.values()].map((known) => known.assigned?.assignment.nth));
    const nth = Array.from({ length: workersMax }, (_, at) => at + 1).find((one) => !assigned.has(one)) ?? 1;
    const holder = `${worker.id}-${randomBytes(4).toString('hex')}`;
    return { writer: workerWriter(this.#deps.family, nth), nth, holder, pauses: processPauses.pauses() };
  }

  async #move(known: KnownEngine<Of>, assignment: Assignment, listed: readonly Of['listed'][]): Promise<void> {
    const { family, database, clock } = this.#deps;
    // From here on it may own them, whatever comes: they have to be taken from it.
    known.assigned = { assignment, markets: new Map(listed.map((one) => [one.id, one])) };
    const { epochs } = await database.transaction(async (tx) => {
      const duties = listed.map(({ id }) => dutyOf(family, id));
      const moved = await moveDuties(tx, { duties, from: family, to: assignment.writer, at: clock() });
      await assignWriter(tx, assignment.writer, assignment.holder, moved.fromId);
      return moved;
    });
    const assigned = listed.map((one) => ({ listed: one, epoch: epochs.get(dutyOf(family, one.id)) ?? 0 }));
    // Commands of the markets wait meanwhile.
    const loaded = await whileHeard(known, known.worker.assign(assignment, assigned));
    const snapshots = new Map(loaded.map((one) => [one.market, one]));
    for (const one of assigned) {
      const snapshot = snapshots.get(one.listed.id);
      if (snapshot?.epoch !== one.epoch) throw new Error(`${known.name} did not load ${one.listed.id}`);
      this.#followThere(known.worker, one, snapshot);
    }
    await whileHeard(known, this.#begin([...snapshots.keys()]));
  }

  /** Another engine runs a market from now on. */
  #followThere(worker: RemoteWorker<Of>, { listed, epoch }: AssignedMarket<Of>, snapshot: Of['snapshot']): void {
    const { router, writer, isHeld, replicaOf, changed, missed } = this.#deps;
    const replica = replicaOf(listed);
    replica.load(snapshot);
    writer.release(listed.id);
    router.put(
      new RemoteMarket({
        worker,
        replica,
        epoch,
        isHeld: () => isHeld(listed),
        pauses: () => processPauses.pauses(),
        changed,
        reloaded: () => missed([listed.id]),
      }),
    );
  }

  /** Takes an engine's markets from it. @param mayAnswer whether it still answers what it was sent */
  async #takeFrom(known: KnownEngine<Of>, mayAnswer: boolean): Promise<void> {
    const ids = [...(known.assigned?.markets.keys() ?? [])];
    await this.#deps.router.whileWaiting(ids, async () => {
      if (mayAnswer) await this.#untilAnswered(ids);
      await this.#return(known);
    });
  }

  /** Brings an engine's markets back, while their commands wait. */
  async #return(known: KnownEngine<Of>): Promise<void> {
    const { assigned } = known;
    if (assigned === null) return;
    const { family, logger, router, missed } = this.#deps;
    const ids = [...assigned.markets.keys()];
    for (const id of ids) router.remote(id)?.close();
    if (!(await this.#take(assigned.assignment.writer, [...assigned.markets.values()]))) return;
    known.assigned = null;
    known.isOutdated = false;
    for (const id of ids) router.revoke(id);
    known.worker.revoke(assigned.assignment.holder).catch((error: unknown) => {
      logger.debug(
        { err: error, family, engine: known.name },
        'an engine could not be informed that its markets were taken back',
      );
    });
    logger.info(
      { family, engine: known.name, markets: ids.length },
      'the markets of another engine are run here from now on',
    );
    missed(ids);
    await this.#begin(ids);
  }

  /** What cannot be done now is no reason to move them again. */
  async #begin(markets: readonly string[]): Promise<void> {
    const { family, logger, moved } = this.#deps;
    try {
      await moved?.(markets);
    } catch (error) {
      logger.warn({ err: error, family }, 'markets that moved could not begin at once');
    }
  }

  async #untilAnswered(markets: readonly string[]): Promise<void> {
    const untilMs = performance.now() + answersWithinMs;
    const isAnswered = () => markets.every((market) => (this.#deps.router.remote(market)?.unanswered ?? 0) === 0);
    while (!isAnswered() && performance.now() < untilMs) await sleep(pollMs);
  }

  /**
   * Tries until the store has done it: nobody else may write these markets meanwhile, and nobody else would take them.
   *
   * @returns whether they were taken; false when it was stopped before
   */
  async #take(assignedTo: string, listed: readonly Of['listed'][]): Promise<boolean> {
    const { family, database, clock, writer, logger } = this.#deps;
    let hasSaid = false;
    while (!this.#isClosed) {
      try {
        const { fromId } = await database.transaction((tx) => revokeWriters(tx, family, clock(), [assignedTo]));
        const now = new Map(this.#listed.map((one) => [one.id, one]));
        await writer.adopt(
          listed.map((one) => now.get(one.id) ?? one),
          fromId,
        );
        return true;
      } catch (error) {
        if (!hasSaid) logger.warn({ err: error, family, writer: assignedTo }, 'markets could not be taken back yet');
        hasSaid = true;
        await sleep(retryMs);
      }
    }
    return false;
  }
}

function isSame(wanted: ReadonlySet<string> | undefined, runs: ReadonlyMap<string, unknown> | undefined): boolean {
  const size = wanted?.size ?? 0;
  return size === (runs?.size ?? 0) && [...(wanted ?? [])].every((market) => runs?.has(market) === true);
}
