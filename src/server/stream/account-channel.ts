import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import { fragment, type Fragment } from './batch.ts';
import type { Connection } from './connection.ts';
import type { AccountFeed, AccountSource } from '../core/topics/account-source.ts';

/** The state of the pending snapshot. */
type Reading =
  | { readonly state: 'none' }
  /** Requested; deltas from `seq` on are buffered for the waiting connections. */
  | { readonly state: 'wanted'; readonly seq: number }
  | { readonly state: 'here'; readonly seq: number; readonly data: AccountUpdate };

const none: Reading = { state: 'none' };

/**
 * The private topic of one user, shared by all their connections: one feed, one sequence, and at most one snapshot
 * being read, however many wait for it.
 *
 * A snapshot takes time to read while the others go on. It therefore carries the sequence number at the time of its
 * request, and the deltas since are buffered and follow it. A change may then be sent twice, which is harmless, because
 * rows are sent whole.
 */
export class AccountChannel {
  readonly userId: bigint;
  readonly #feed: AccountFeed;
  readonly #inSequence = new Set<Connection>();
  readonly #waiting = new Set<Connection>();
  readonly #keptMaxBytes: number;
  #seq = 0;
  #reading: Reading = none;
  #kept: Fragment[] = [];
  #keptBytes = 0;
  #closed = false;

  /**
   * @param due called when the channel has something to send
   * @param keptMaxBytes deltas buffered for connections waiting for a snapshot; beyond it the snapshot counts as failed
   */
  constructor(source: AccountSource, userId: bigint, due: (channel: AccountChannel) => void, keptMaxBytes: number) {
    this.userId = userId;
    this.#keptMaxBytes = keptMaxBytes;
    this.#feed = source.open(userId, () => due(this));
  }

  get subscriberCount(): number {
    return this.#inSequence.size + this.#waiting.size;
  }

  /** Sends the connection a snapshot once it is read, and deltas from then on; also used for a resync. */
  add(connection: Connection): void {
    this.#inSequence.delete(connection);
    this.#waiting.add(connection);
  }

  remove(connection: Connection): void {
    this.#inSequence.delete(connection);
    this.#waiting.delete(connection);
  }

  /** Whether a connection waits for a snapshot that has not been requested yet. */
  get needsSnapshot(): boolean {
    return this.#waiting.size > 0 && this.#reading.state === 'none';
  }

  /** From now on deltas are buffered for the waiting connections; `read` must follow. */
  expectSnapshot(): void {
    this.#reading = { state: 'wanted', seq: this.#seq };
  }

  /** Reads the snapshot, to be sent with the next tick. */
  async read(): Promise<void> {
    const wanted = this.#reading;
    const data = await this.#feed.load();
    // It may have been postponed meanwhile and requested again: what was read is from before.
    if (wanted.state === 'wanted' && this.#reading === wanted) this.#reading = { state: 'here', seq: wanted.seq, data };
  }

  /** The snapshot is not available now: its connections keep waiting, and it must be requested again. */
  postpone(): void {
    this.#forgetSnapshot();
  }

  /** Whether changes were lost since it was last asked. */
  hasGap(): boolean {
    return this.#feed.restarts?.() === true;
  }

  /** All connections get a snapshot again. */
  restart(): void {
    for (const connection of this.#inSequence) this.#waiting.add(connection);
    this.#inSequence.clear();
  }

  /** The snapshot failed. Returns the connections that waited for it, which are unsubscribed. */
  giveUp(): Connection[] {
    const waited = [...this.#waiting];
    this.#waiting.clear();
    this.#forgetSnapshot();
    return waited;
  }

  close(): void {
    this.#closed = true;
    this.#feed.close();
  }

  /**
   * Sends the delta to connections in sequence, then the snapshot and later deltas to the waiting ones.
   *
   * @returns false when the buffer overflowed: the waiting connections must be dropped
   */
  publish(
    deliver: (connection: Connection, fragment: Fragment) => void,
    charge: (connection: Connection, bytes: number) => void,
  ): boolean {
    if (this.#closed) return true;
    this.#publishDelta(deliver);
    if (this.#keptBytes > this.#keptMaxBytes) return false;
    if (this.#reading.state !== 'here') return true;
    const { seq, data } = this.#reading;
    const snapshot = fragment({ topic: 'account', is: 'snapshot', seq, data });
    for (const connection of this.#waiting) {
      deliver(connection, snapshot);
      for (const delta of this.#kept) deliver(connection, delta);
      charge(connection, snapshot.length + this.#keptBytes);
      this.#inSequence.add(connection);
    }
    this.#waiting.clear();
    this.#forgetSnapshot();
    return true;
  }

  #publishDelta(deliver: (connection: Connection, fragment: Fragment) => void): void {
    const data = this.#feed.take();
    if (data === null) return;
    const isKept = this.#reading.state !== 'none';
    if (!isKept && this.#inSequence.size === 0) return;
    this.#seq += 1;
    const delta = fragment({ topic: 'account', is: 'delta', seq: this.#seq, data });
    for (const connection of this.#inSequence) deliver(connection, delta);
    if (!isKept) return;
    this.#kept.push(delta);
    this.#keptBytes += delta.length;
  }

  #forgetSnapshot(): void {
    this.#reading = none;
    this.#kept = [];
    this.#keptBytes = 0;
  }
}
