import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import { type TopicFeed, TopicNotFound } from '#server/core/topics/topic-source.ts';
import type { Delta } from '../bus/operations.ts';
import { FollowedSequence, type Position } from './followed-sequence.ts';

/** Changes that wait for the next tick; further behind, a snapshot is cheaper. */
const queueMax = 256;
/** The wait before a snapshot is asked for again, plus up to as much jitter. */
const readAgainMs = 400;

/** A snapshot as the engine read it: the state after the change `seq` of an epoch; its data is null while there is none. */
export interface RemoteSnapshot extends Position {
  readonly data: unknown;
}

interface RemoteTopicDeps {
  /** Reads the state at the engine, which then publishes changes; null when there is no such topic. */
  readonly read: () => Promise<RemoteSnapshot | null>;
  /** Called when there is something to publish to the sockets. */
  readonly due: () => void;
  readonly leave: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * A public topic of the engine at an edge. Changes are passed on exactly in their sequence; after a gap, or when the
 * engine opened the topic again, nothing is passed on until a new snapshot came, which all subscribers then get.
 *
 * A snapshot is read when a subscriber waits for one. Meanwhile changes are held back, so that those up to the snapshot
 * go to the others before it, and those after it go to all.
 */
export class RemoteTopic implements TopicFeed<unknown> {
  readonly #deps: RemoteTopicDeps;
  /** Up to the last change that was received. */
  readonly #sequence = new FollowedSequence();
  /** The last change that was passed on. */
  #passedOn = 0;
  #queue: { readonly seq: number; readonly data: unknown }[] = [];
  #snapshot: { readonly seq: number; readonly data: unknown } | null = null;
  /** Whether a snapshot was there and nobody took it. */
  #isUnwanted = false;
  #reading: symbol | null = null;
  #again: NodeJS.Timeout | null = null;
  #isMissing = false;
  #isClosed = false;

  constructor(deps: RemoteTopicDeps) {
    this.#deps = deps;
  }

  get position(): Position | null {
    return this.#sequence.position;
  }

  /** Takes a change as it was published. */
  hear(delta: Delta): void {
    const is = this.#sequence.advance(delta);
    if (is === 'known') return;
    if (is === 'gap' || this.#queue.length >= queueMax) {
      this.restart();
      return;
    }
    this.#queue.push({ seq: delta.seq, data: delta.data });
    this.#deps.due();
  }

  /** Something was missed: all subscribers get a snapshot again. */
  restart(): void {
    this.#forget();
    this.#sequence.break();
    this.#deps.due();
  }

  restarts(): boolean {
    return this.#sequence.takeBroken();
  }

  get hasMore(): boolean {
    const next = this.#queue[0];
    if (next === undefined) return false;
    if (this.#snapshot !== null) return next.seq <= this.#snapshot.seq;
    return this.#reading === null;
  }

  take(): unknown {
    if (!this.hasMore && this.#queue.length > 0 && this.#snapshot !== null) {
      // The changes behind a snapshot wait until it was taken, or turned out to be unwanted.
      if (this.#isUnwanted) this.#snapshot = null;
      else this.#deps.due();
      this.#isUnwanted = !this.#isUnwanted;
    }
    if (!this.hasMore) return null;
    const next = this.#queue.shift();
    if (next === undefined) return null;
    this.#passedOn = next.seq;
    return next.data;
  }

  snapshot(): unknown {
    if (this.#isMissing) throw new TopicNotFound();
    const snapshot = this.#snapshot;
    if (snapshot !== null && snapshot.seq === this.#passedOn) {
      this.#snapshot = null;
      this.#isUnwanted = false;
      if (this.#queue.length > 0) this.#deps.due();
      return snapshot.data;
    }
    if (snapshot === null && this.#reading === null && this.#again === null) void this.#read();
    return null;
  }

  close(): void {
    this.#isClosed = true;
    this.#forget();
    if (this.#again !== null) clearTimeout(this.#again);
    this.#deps.leave();
  }

  #forget(): void {
    this.#sequence.forget();
    this.#queue = [];
    this.#snapshot = null;
    this.#isUnwanted = false;
    // What is being read may be from before.
    this.#reading = null;
  }

  async #read(): Promise<void> {
    const reading = Symbol('reading');
    this.#reading = reading;
    try {
      const read = await this.#deps.read();
      if (this.#reading !== reading || this.#isClosed) return;
      this.#reading = null;
      if (read === null) this.#isMissing = true;
      else this.#take(read);
    } catch (error) {
      if (this.#reading !== reading || this.#isClosed) return;
      this.#reading = null;
      if (!(error instanceof StoreUnavailable)) this.#deps.onError(error);
      this.#readAgain();
    }
    this.#deps.due();
  }

  #take({ epoch, seq, data }: RemoteSnapshot): void {
    const { position } = this;
    if (position?.epoch !== epoch || seq > position.seq) {
      // Whoever was in sequence has missed what lies between.
      if (position !== null) this.#sequence.break();
      this.#sequence.follow({ epoch, seq });
      this.#passedOn = seq;
      this.#queue = [];
    }
    if (data === null || data === undefined || seq < this.#passedOn) this.#readAgain();
    else this.#snapshot = { seq, data };
  }

  /** Whoever waits asks again when the time has passed. */
  #readAgain(): void {
    this.#again ??= setTimeout(
      () => {
        this.#again = null;
        this.#deps.due();
      },
      readAgainMs * (1 + Math.random()),
    );
  }
}
