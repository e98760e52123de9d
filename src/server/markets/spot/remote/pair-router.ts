import { setTimeout as sleep } from 'node:timers/promises';
import type { Ms } from '../../../../protocol/brand.ts';
import { OutcomeUnknown } from '../../../core/failures/outcome-unknown.ts';
import { Refusal } from '../../../core/failures/refusal.ts';
import type { IdempotencyKey } from '../../../core/idempotency/idempotency-key.ts';
import type { SpotOrder } from '../order.ts';
import type { PairWriter } from '../writing/pair-writer.ts';
import type { SpotRequest } from '../spot.ts';
import type { MirroredMarket } from './mirrored-market.ts';
import type { RemotePair } from './remote-pair.ts';
import { NoAnswer, NotRun } from './runner.ts';

/** The longest a command is on its way, as long as the writer of this process keeps one (design section 3). */
const answerWithinMs = 4_500;
const pollMs = 5;
/** The wait before a pair is asked again that does not answer, and that nobody took over so far. */
const askAgainMs = 50;

/**
 * Leads each command to whoever writes its pair: this process, or another engine. While a pair moves its commands wait.
 * One whose answer is lost is sent again under its key, which finds what was done; without a key it is unknown.
 */
export class PairRouter {
  readonly #writer: PairWriter;
  readonly #remotes = new Map<string, RemotePair>();
  readonly #moves = new Map<string, Promise<void>>();
  /** Commands of each pair on their way in this process. */
  readonly #own = new Map<string, number>();
  readonly #counts = new Map<string, number>();

  constructor(writer: PairWriter) {
    this.#writer = writer;
  }

  /** The pair if another engine runs it. */
  remote(pair: string): RemotePair | undefined {
    return this.#remotes.get(pair);
  }

  /** Pairs that other engines run. */
  remotes(): IterableIterator<RemotePair> {
    return this.#remotes.values();
  }

  /** Whether a pair of another engine does not trade now. */
  isStopped(market: MirroredMarket, at: Ms): boolean {
    return (
      market.halted !== null ||
      market.phaseAt(at) !== 'trading' ||
      this.#remotes.get(market.terms.pair)?.isHeld() !== false
    );
  }

  /** Commands of a pair of late, for its weight: `fade` halves them. */
  countOf(pair: string): number {
    return this.#counts.get(pair) ?? 0;
  }

  fade(): void {
    for (const [pair, count] of this.#counts) {
      if (count <= 1) this.#counts.delete(pair);
      else this.#counts.set(pair, Math.floor(count / 2));
    }
  }

  /**
   * Places or cancels, wherever the pair is written.
   *
   * @throws Refusal `busyRetry` when it was certainly not done
   * @throws OutcomeUnknown when it may have been done
   */
  async submit(request: SpotRequest, key: IdempotencyKey | null): Promise<SpotOrder> {
    const pair = this.#pairOf(request);
    // What nobody writes is refused here.
    if (pair === null) return this.#writer.submit(request, key);
    this.#counts.set(pair, this.countOf(pair) + 1);
    if (!this.#moves.has(pair) && !this.#remotes.has(pair)) return this.#submitHere(pair, request, key);
    return this.#submitThere(pair, request, key);
  }

  /**
   * Has commands of pairs wait until `move` has ended, and begins it once none of them is on its way in this process.
   *
   * @throws what `move` throws; and Error when commands are not answered in time, with nothing moved
   */
  async whileWaiting(pairs: readonly string[], move: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    for (const pair of pairs) this.#moves.set(pair, promise);
    try {
      const untilMs = performance.now() + answerWithinMs;
      while (pairs.some((pair) => this.#own.has(pair))) {
        if (performance.now() > untilMs) throw new Error('commands are on their way for too long');
        await sleep(pollMs);
      }
      await move();
    } finally {
      for (const pair of pairs) this.#moves.delete(pair);
      resolve(undefined);
    }
  }

  /** From now on another engine runs a pair. */
  put(pair: RemotePair): void {
    this.#remotes.set(pair.mirror.terms.pair, pair);
  }

  /** From now on a pair is written here. */
  drop(pair: string): void {
    this.#remotes.get(pair)?.close();
    this.#remotes.delete(pair);
  }

  async #submitHere(pair: string, request: SpotRequest, key: IdempotencyKey | null): Promise<SpotOrder> {
    this.#own.set(pair, (this.#own.get(pair) ?? 0) + 1);
    try {
      return await this.#writer.submit(request, key);
    } finally {
      const left = (this.#own.get(pair) ?? 1) - 1;
      if (left === 0) this.#own.delete(pair);
      else this.#own.set(pair, left);
    }
  }

  async #submitThere(pair: string, request: SpotRequest, key: IdempotencyKey | null): Promise<SpotOrder> {
    const untilMs = performance.now() + answerWithinMs;
    let isInDoubt = false;
    for (;;) {
      const move = this.#moves.get(pair);
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) throw isInDoubt ? new OutcomeUnknown('a command') : new Refusal('busyRetry');
      if (move !== undefined) {
        await endedOrLate(move, leftMs);
        continue;
      }
      const remote = this.#remotes.get(pair);
      try {
        return await (remote === undefined ? this.#submitHere(pair, request, key) : remote.submit(request, key));
      } catch (error) {
        if (error instanceof NoAnswer) {
          if (key === null) throw new OutcomeUnknown('a command', { cause: error });
          isInDoubt = true;
        } else if (!(error instanceof NotRun)) throw isInDoubt ? undecided(error) : error;
      }
      if (!this.#moves.has(pair)) await sleep(askAgainMs);
    }
  }

  /** The pair of a request; null for one that there is none of, and for an order that rests nowhere. */
  #pairOf(request: SpotRequest): string | null {
    if (request.kind === 'place') {
      const isKnown = this.#remotes.has(request.pair) || this.#writer.markets.has(request.pair);
      return isKnown ? request.pair : null;
    }
    for (const [pair, { mirror }] of this.#remotes) if (mirror.open.has(request.id)) return pair;
    for (const [pair, { open }] of this.#writer.markets) if (open.has(request.id)) return pair;
    return null;
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
