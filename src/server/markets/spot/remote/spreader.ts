import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../core/clock/clock.ts';
import { processPauses } from '../../../core/clock/pause-watch.ts';
import { lendWriter, lentWriter, moveDuties, takeWriters } from '../../../core/commit/duty-owners.ts';
import { lentWritersMax } from '../../../core/commit/lanes.ts';
import type { Logger } from '../../../core/log/log.ts';
import type { Database } from '../../../core/store/database.ts';
import { type BookedPair, openingOf } from '../auction/phase.ts';
import { termsOf } from '../pair-terms.ts';
import { type PairWriter, spotWriter } from '../writing/pair-writer.ts';
import { dutyOf } from './duty.ts';
import type { PairChange } from './messages.ts';
import { differs, isSilent, type KnownEngine, whileHeard } from './known-engine.ts';
import { MirroredMarket } from './mirrored-market.ts';
import type { PairRouter } from './pair-router.ts';
import { RemotePair } from './remote-pair.ts';
import type { Lending, Runner, Runners, RunnerSign } from './runner.ts';
import { spread } from './spreading.ts';

/** An engine is given pairs once it has been there for this long: one that starts over and over gets none. */
const settledMs = 1_500;
/** Whoever leaves may answer what it was sent within this. */
const answersWithinMs = 2_000;
const pollMs = 10;
const retryMs = 200;
/** An engine that could not be given pairs is tried again after this, and after twice as long each time. */
const givesAgainMs = 5_000;
const givesAgainMostMs = 600_000;
/** Weights follow the commands of about this long. */
const fadeEveryMs = 60_000;

/** What spreading pairs over engines is given to work with. */
export interface SpreaderDeps {
  readonly writer: PairWriter;
  readonly router: PairRouter;
  readonly runners: Runners;
  readonly database: Pick<Database, 'transaction'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The engine that a pair is pinned to, by its name. */
  readonly pins: ReadonlyMap<string, string>;
  /** Whether nothing of a pair may move now. */
  readonly isStopped: (pair: BookedPair) => boolean;
  /** A commit of another engine changed a pair. */
  readonly changed: (change: PairChange) => void;
  /** Changes of these pairs may have been missed, and are in the store. */
  readonly missed: (pairs: readonly string[]) => void;
}

/**
 * Gives pairs to the other engines, follows what they commit, and takes the pairs back from one that leaves or is lost.
 *
 * A pair moves in one transaction under the fence of the writer that it leaves (`duty-owners.ts`), and is loaded from
 * the store by whoever gets it. The store alone decides who owns it; what is lost on the way is found there.
 */
export class Spreader {
  readonly #deps: SpreaderDeps;
  readonly #known = new Map<string, KnownEngine>();
  readonly #unfollow: readonly (() => void)[];
  #listed: readonly BookedPair[];
  #fadedAt = performance.now();
  #isBusy = false;
  #isClosed = false;

  constructor(deps: SpreaderDeps, listed: readonly BookedPair[]) {
    this.#deps = deps;
    this.#listed = listed;
    const { runners, router } = deps;
    this.#unfollow = [
      runners.onSign((runner, sign) => this.#see(runner, sign)),
      runners.onChange((change) => router.remote(change.pair)?.hear(change)),
    ];
  }

  /** Takes what is listed now. @returns those that are written here */
  follow(listed: readonly BookedPair[]): readonly BookedPair[] {
    this.#listed = listed;
    for (const known of this.#known.values()) known.isOutdated ||= differs(known.lent?.pairs ?? new Map(), listed);
    return listed.filter(({ id }) => this.#deps.router.remote(id) === undefined);
  }

  /** How many pairs each other engine runs, by its name. */
  counts(): ReadonlyMap<string, number> {
    return new Map([...this.#known.values()].map(({ name, lent }) => [name, lent?.pairs.size ?? 0]));
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

  /** Takes every pair back from the engine that runs it, as before the end of a pair. */
  async takeBack(pair: string): Promise<void> {
    while (this.#isBusy && !this.#isClosed) await sleep(pollMs);
    const known = [...this.#known.values()].find(({ lent }) => lent?.pairs.has(pair) === true);
    if (known === undefined) return;
    this.#isBusy = true;
    try {
      await this.#takeFrom(known, true);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Gives and takes nothing any more: an engine that lost the data would try for ever. Its pairs stay where they are. */
  stop(): void {
    this.#isClosed = true;
  }

  /** Stops, and follows nobody any more. */
  close(): void {
    this.stop();
    for (const end of this.#unfollow) end();
    for (const { mirror } of this.#deps.router.remotes()) this.#deps.router.drop(mirror.terms.pair);
  }

  #see(runner: Runner, { name, isLeaving, pairs }: RunnerSign): void {
    const now = performance.now();
    const known = this.#known.get(runner.id);
    if (known === undefined) {
      this.#known.set(runner.id, {
        runner,
        name,
        givenFrom: now + settledMs,
        failures: 0,
        seenAt: now,
        isLeaving,
        lent: null,
        isOutdated: false,
      });
      return;
    }
    known.seenAt = now;
    known.isLeaving ||= isLeaving;
    for (const { pair, epoch, seq } of pairs) this.#deps.router.remote(pair)?.expect(epoch, seq);
    // It need not wait for the next look.
    if (known.isLeaving && known.lent !== null) void this.look();
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
      if (isLost) this.#known.delete(known.runner.id);
      // One that could not write may be able to later; one that ends says nothing more.
      known.isLeaving = false;
      known.givenFrom = now + givesAgainMs;
    }
    const there = [...this.#known.values()]
      .filter(({ givenFrom, isLeaving, lent }) => !isLeaving && (lent !== null || now >= givenFrom))
      .slice(0, lentWritersMax);
    if (there.length === 0) return;
    const wanted = this.#wanted(there);
    const moving = there.filter(({ runner, lent }) => !isSame(wanted.get(runner.id), lent?.pairs));
    for (const known of moving) await this.#takeFrom(known, true);
    for (const known of moving) await this.#give(known, wanted.get(known.runner.id) ?? new Set());
  }

  #wanted(there: readonly KnownEngine[]): ReadonlyMap<string, ReadonlySet<string>> {
    const { router, pins } = this.#deps;
    const spreadable = this.#listed.filter((pair) => this.#mayMove(pair));
    return spread(
      spreadable.map(({ id }) => ({ pair: id, weight: 1 + router.countOf(id), pin: pins.get(id) ?? null })),
      there.map(({ runner, name, lent }) => ({ id: runner.id, name, runs: new Set(lent?.pairs.keys()) })),
    );
  }

  /** Auctions stay here, and what is broken. */
  #mayMove({ id }: BookedPair): boolean {
    const { writer, router, clock } = this.#deps;
    const market = router.remote(id)?.mirror ?? writer.markets.get(id);
    return market !== undefined && market.halted === null && market.phaseAt(clock()) === 'trading';
  }

  async #give(known: KnownEngine, wanted: ReadonlySet<string>): Promise<void> {
    const pairs = this.#listed.filter(({ id }) => wanted.has(id));
    if (pairs.length === 0 || this.#isClosed) return;
    const { logger, router } = this.#deps;
    const lending = this.#lendingTo(known);
    try {
      await whileHeard(known, known.runner.prepare(lending.writer));
      await router.whileWaiting(
        pairs.map(({ id }) => id),
        () => this.#moveOrReturn(known, lending, pairs),
      );
      known.failures = 0;
      logger.info({ engine: known.name, pairs: pairs.length }, 'another engine runs pairs from now on');
    } catch (error) {
      logger.warn({ err: error, engine: known.name }, 'an engine could not be given its pairs');
      known.givenFrom = performance.now() + Math.min(givesAgainMostMs, givesAgainMs * 2 ** known.failures);
      known.failures += 1;
    }
  }

  /** A move that failed may have moved the pairs in the store: they are back before any of their commands goes on. */
  async #moveOrReturn(known: KnownEngine, lending: Lending, pairs: readonly BookedPair[]): Promise<void> {
    try {
      await this.#move(known, lending, pairs);
    } catch (error) {
      await this.#return(known);
      throw error;
    }
  }

  #lendingTo({ runner }: KnownEngine): Lending {
    const lent = new Set([...this.#known.values()].map((known) => known.lent?.lending.nth));
    const nth = Array.from({ length: lentWritersMax }, (_, at) => at + 1).find((one) => !lent.has(one)) ?? 1;
    const holder = `${runner.id}-${randomBytes(4).toString('hex')}`;
    return { writer: lentWriter(spotWriter, nth), nth, holder, pauses: processPauses.pauses() };
  }

  async #move(known: KnownEngine, lending: Lending, pairs: readonly BookedPair[]): Promise<void> {
    const { database, clock, router, writer, isStopped, changed, missed } = this.#deps;
    // From here on it may own them, whatever comes: they have to be taken from it.
    known.lent = { lending, pairs: new Map(pairs.map((pair) => [pair.id, pair])) };
    const { epochs } = await database.transaction(async (tx) => {
      const duties = pairs.map(({ id }) => dutyOf(id));
      const moved = await moveDuties(tx, { duties, from: spotWriter, to: lending.writer, at: clock() });
      await lendWriter(tx, lending.writer, lending.holder, moved.fromId);
      return moved;
    });
    const given = pairs.map((pair) => ({ pair, epoch: epochs.get(dutyOf(pair.id)) ?? 0 }));
    // Commands of the pairs wait meanwhile.
    const loaded = await whileHeard(known, known.runner.give(lending, given));
    const snapshots = new Map(loaded.map((one) => [one.pair, one]));
    for (const { pair, epoch } of given) {
      const snapshot = snapshots.get(pair.id);
      if (snapshot?.epoch !== epoch) throw new Error(`${known.name} did not load ${pair.id}`);
      const mirror = new MirroredMarket(termsOf(pair), openingOf(pair));
      mirror.load(snapshot);
      writer.release(pair.id);
      router.put(
        new RemotePair({
          runner: known.runner,
          mirror,
          epoch,
          isHeld: () => isStopped(pair),
          pauses: () => processPauses.pauses(),
          changed,
          reloaded: () => missed([pair.id]),
        }),
      );
    }
  }

  /** Takes an engine's pairs from it. @param mayAnswer whether it still answers what it was sent */
  async #takeFrom(known: KnownEngine, mayAnswer: boolean): Promise<void> {
    const ids = [...(known.lent?.pairs.keys() ?? [])];
    await this.#deps.router.whileWaiting(ids, async () => {
      if (mayAnswer) await this.#untilAnswered(ids);
      await this.#return(known);
    });
  }

  /** Brings an engine's pairs back, while their commands wait. */
  async #return(known: KnownEngine): Promise<void> {
    const { lent } = known;
    if (lent === null) return;
    const { logger, router, missed } = this.#deps;
    const ids = [...lent.pairs.keys()];
    for (const id of ids) router.remote(id)?.close();
    if (!(await this.#take(lent.lending.writer, [...lent.pairs.values()]))) return;
    known.lent = null;
    known.isOutdated = false;
    for (const id of ids) router.drop(id);
    known.runner.drop(lent.lending.holder).catch((error: unknown) => {
      logger.debug(
        { err: error, engine: known.name },
        'an engine could not be informed that its pairs were taken back',
      );
    });
    logger.info({ engine: known.name, pairs: ids.length }, 'the pairs of another engine are run here from now on');
    missed(ids);
  }

  async #untilAnswered(pairs: readonly string[]): Promise<void> {
    const untilMs = performance.now() + answersWithinMs;
    const isAnswered = () => pairs.every((pair) => (this.#deps.router.remote(pair)?.unanswered ?? 0) === 0);
    while (!isAnswered() && performance.now() < untilMs) await sleep(pollMs);
  }

  /**
   * Tries until the store has done it: nobody else may write these pairs meanwhile, and nobody else would take them.
   *
   * @returns whether they were taken; false when it was stopped before
   */
  async #take(lentTo: string, pairs: readonly BookedPair[]): Promise<boolean> {
    const { database, clock, writer, logger } = this.#deps;
    let hasSaid = false;
    while (!this.#isClosed) {
      try {
        const { fromId } = await database.transaction((tx) => takeWriters(tx, spotWriter, clock(), [lentTo]));
        const listed = new Map(this.#listed.map((pair) => [pair.id, pair]));
        await writer.adopt(
          pairs.map((pair) => listed.get(pair.id) ?? pair),
          fromId,
        );
        return true;
      } catch (error) {
        if (!hasSaid) logger.warn({ err: error, writer: lentTo }, 'pairs could not be taken back yet');
        hasSaid = true;
        await sleep(retryMs);
      }
    }
    return false;
  }
}

function isSame(wanted: ReadonlySet<string> | undefined, runs: ReadonlyMap<string, unknown> | undefined): boolean {
  const size = wanted?.size ?? 0;
  return size === (runs?.size ?? 0) && [...(wanted ?? [])].every((pair) => runs?.has(pair) === true);
}
