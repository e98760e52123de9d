import { StoreUnavailable } from '../../core/failures/store-unavailable.ts';
import { type TopicFeed, TopicNotFound } from '../../core/topics/topic-source.ts';
import type { Delta } from '../wire/operations.ts';

/** Changes that wait for the next tick; further behind, a snapshot is cheaper. */
const queueMax = 256;
/** The wait before a snapshot is asked for again, plus up to as much jitter. */
const readAgainMs = 400;

/** A snapshot as the engine read it: the state after the change `seq` of an epoch; its data is null while there is none. */
export interface RemoteSnapshot {
  readonly epoch: string;
  readonly seq: number;
  readonly data: unknown;
}

/** What a remote topic is given to work with. */
export interface RemoteTopicDeps {
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
  /** The epoch that is followed; null while only a snapshot can go on. */
  #epoch: string | null = null;
  /** The last change that was received, and the last that was passed on. */
  #received = 0;
  #passedOn = 0;
  #queue: { readonly seq: number; readonly data: unknown }[] = [];
  #snapshot: { readonly seq: number; readonly data: unknown } | null = null;
  /** Whether a snapshot was there and nobody took it. */
  #isUnwanted = false;
  #reading: symbol | null = null;
  #again: NodeJS.Timeout | null = null;
  #isBroken = false;
  #isMissing = false;
  #isClosed = false;

  constructor(deps: RemoteTopicDeps) {
    this.#deps = deps;
  }

  /** The epoch and the number that were received last, for the lease; null while nothing is followed. */
  get position(): { readonly epoch: string; readonly seq: number } | null {
    return this.#epoch === null ? null : { epoch: this.#epoch, seq: this.#received };
  }

  /** Takes a change as it was published. */
  hear({ epoch, seq, data }: Delta): void {
    if (this.#epoch === null) return;
    if (epoch === this.#epoch && seq <= this.#received) return;
    if (epoch !== this.#epoch || seq !== this.#received + 1 || this.#queue.length >= queueMax) {
      this.restart();
      return;
    }
    this.#received = seq;
    this.#queue.push({ seq, data });
    this.#deps.due();
  }

  /** Something was missed: all subscribers get a snapshot again. */
  restart(): void {
    this.#forget();
    this.#isBroken = true;
    this.#deps.due();
  }

  restarts(): boolean {
    const isBroken = this.#isBroken;
    this.#isBroken = false;
    return isBroken;
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
    this.#epoch = null;
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
    const isFollowed = epoch === this.#epoch;
    if (!isFollowed || seq > this.#received) {
      // Whoever was in sequence has missed what lies between.
      if (this.#epoch !== null) this.#isBroken = true;
      this.#epoch = epoch;
      this.#received = seq;
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
