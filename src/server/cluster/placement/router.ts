import { setTimeout as sleep } from 'node:timers/promises';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import type { Family } from './messages.ts';
import type { Replica } from './replica.ts';
import type { OwnWriter } from './own-writer.ts';
import type { RemoteMarket } from './remote-market.ts';
import { NoAnswer, NotRun } from './remote-worker.ts';

/** The longest a command is on its way, as long as the writer of this process keeps one (design section 3). */
const answerWithinMs = 4_500;
const pollMs = 5;
/** The wait before a market is asked again that does not answer, and that nobody took over so far. */
const askAgainMs = 50;

/** What leading commands needs. */
interface RouterDeps<Of extends Family, M extends Replica<Of>> {
  readonly writer: OwnWriter<Of>;
  /**
   * The market of a request; null for one that there is none of, and for what no market holds.
   *
   * @param remotes markets that other engines run
   */
  readonly marketOf: (request: Of['request'], remotes: ReadonlyMap<string, RemoteMarket<Of, M>>) => string | null;
}

/**
 * Leads each command to whoever writes its market: this process, or another engine. While a market moves its commands wait.
 * One whose answer is lost is sent again under its key, which finds what was done; without a key it is unknown.
 */
export class Router<Of extends Family, M extends Replica<Of>> {
  readonly #deps: RouterDeps<Of, M>;
  readonly #remotes = new Map<string, RemoteMarket<Of, M>>();
  readonly #moves = new Map<string, Promise<void>>();
  /** Commands of each market on their way in this process. */
  readonly #own = new Map<string, number>();
  readonly #counts = new Map<string, number>();

  constructor(deps: RouterDeps<Of, M>) {
    this.#deps = deps;
  }

  /** The market if another engine runs it. */
  remote(market: string): RemoteMarket<Of, M> | undefined {
    return this.#remotes.get(market);
  }

  /** Whether a market is on its way from one engine to another: its commands wait. */
  isMoving(market: string): boolean {
    return this.#moves.has(market);
  }

  /** Markets that other engines run. */
  remotes(): IterableIterator<RemoteMarket<Of, M>> {
    return this.#remotes.values();
  }

  /** Commands of a market of late, for its weight: `fade` halves them. */
  countOf(market: string): number {
    return this.#counts.get(market) ?? 0;
  }

  /** Halves the commands that are counted. */
  fade(): void {
    for (const [market, count] of this.#counts) {
      if (count <= 1) this.#counts.delete(market);
      else this.#counts.set(market, Math.floor(count / 2));
    }
  }

  /**
   * Has a command done, wherever its market is written.
   *
   * @throws Refusal `busyRetry` when it was certainly not done
   * @throws OutcomeUnknown when it may have been done
   */
  async submit(request: Of['request'], key: IdempotencyKey | null): Promise<Of['answer']> {
    const market = this.#deps.marketOf(request, this.#remotes);
    // What nobody writes is refused here.
    if (market === null) return this.#deps.writer.submit(request, key);
    this.#counts.set(market, this.countOf(market) + 1);
    if (!this.#moves.has(market) && !this.#remotes.has(market)) return this.#submitHere(market, request, key);
    return this.#submitThere(market, request, key);
  }

  /**
   * Has commands of markets wait until `move` has ended, and begins it once none of them is on its way in this process.
   *
   * @throws what `move` throws; and Error when commands are not answered in time, with nothing moved
   */
  async whileWaiting(markets: readonly string[], move: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    for (const market of markets) this.#moves.set(market, promise);
    try {
      const untilMs = performance.now() + answerWithinMs;
      while (markets.some((market) => this.#own.has(market))) {
        if (performance.now() > untilMs) throw new Error('commands are on their way for too long');
        await sleep(pollMs);
      }
      await move();
    } finally {
      for (const market of markets) this.#moves.delete(market);
      resolve(undefined);
    }
  }

  /** From now on another engine runs a market. */
  put(market: RemoteMarket<Of, M>): void {
    this.#remotes.set(market.replica.id, market);
  }

  /** From now on a market is written here. */
  revoke(market: string): void {
    this.#remotes.get(market)?.close();
    this.#remotes.delete(market);
  }

  async #submitHere(market: string, request: Of['request'], key: IdempotencyKey | null): Promise<Of['answer']> {
    this.#own.set(market, (this.#own.get(market) ?? 0) + 1);
    try {
      return await this.#deps.writer.submit(request, key);
    } finally {
      const left = (this.#own.get(market) ?? 1) - 1;
      if (left === 0) this.#own.delete(market);
      else this.#own.set(market, left);
    }
  }

  async #submitThere(market: string, request: Of['request'], key: IdempotencyKey | null): Promise<Of['answer']> {
    const untilMs = performance.now() + answerWithinMs;
    let isInDoubt = false;
    for (;;) {
      const move = this.#moves.get(market);
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) throw isInDoubt ? new OutcomeUnknown('a command') : new Refusal('busyRetry');
      if (move !== undefined) {
        await endedOrLate(move, leftMs);
        continue;
      }
      const remote = this.#remotes.get(market);
      try {
        return await (remote === undefined ? this.#submitHere(market, request, key) : remote.submit(request, key));
      } catch (error) {
        if (error instanceof NoAnswer) {
          if (key === null) throw new OutcomeUnknown('a command', { cause: error });
          isInDoubt = true;
        } else if (!(error instanceof NotRun)) throw isInDoubt ? undecided(error) : error;
      }
      if (!this.#moves.has(market)) await sleep(askAgainMs);
    }
  }
}

/** A command that may have been done is not refused because it could not be asked for again. */
function undecided(error: unknown): unknown {
  return error instanceof Refusal && error.codeName === 'busyRetry'
    ? new OutcomeUnknown('a command', { cause: error })
    : error;
}

async function endedOrLate(move: Promise<void>, waitMs: number): Promise<void> {
  const late = new AbortController();
  try {
    await Promise.race([move, sleep(waitMs, undefined, { signal: late.signal })]);
  } finally {
    late.abort();
  }
}
