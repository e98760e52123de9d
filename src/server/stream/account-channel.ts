import type { AccountUpdate } from '../../protocol/stream/account-fields.ts';
import { fragment, type Fragment } from './batch.ts';
import type { Connection } from './connection.ts';
import type { AccountFeed, AccountSource } from './topic-source.ts';

/** Where the snapshot that connections wait for stands. */
type Reading =
  | { readonly state: 'none' }
  /** Asked for; what is told from `seq` on is kept for those who wait. */
  | { readonly state: 'wanted'; readonly seq: number }
  | { readonly state: 'here'; readonly seq: number; readonly data: AccountUpdate };

const none: Reading = { state: 'none' };

/**
 * The private topic of one user, shared by all their connections: one feed, one sequence, and at most one snapshot
 * being read, however many wait for it.
 *
 * A snapshot takes time to read while the others go on. It therefore carries the number the sequence had when it was
 * asked for, and the deltas since are kept and follow it. A change may then be told twice, which does no harm, because
 * rows are told whole.
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
   * @param due told when the channel has something to send
   * @param keptMaxBytes deltas kept for those who wait for a snapshot; past it the snapshot counts as failed
   */
  constructor(source: AccountSource, userId: bigint, due: (channel: AccountChannel) => void, keptMaxBytes: number) {
    this.userId = userId;
    this.#keptMaxBytes = keptMaxBytes;
    this.#feed = source.open(userId, () => due(this));
  }

  get subscriberCount(): number {
    return this.#inSequence.size + this.#waiting.size;
  }

  /** Gives the connection a snapshot when it was read, and deltas from then on; also how it resyncs. */
  add(connection: Connection): void {
    this.#inSequence.delete(connection);
    this.#waiting.add(connection);
  }

  remove(connection: Connection): void {
    this.#inSequence.delete(connection);
    this.#waiting.delete(connection);
  }

  /** Whether somebody waits for a snapshot that nobody has asked for yet. */
  get needsSnapshot(): boolean {
    return this.#waiting.size > 0 && this.#reading.state === 'none';
  }

  /** From now on deltas are kept for those who wait; `read` must follow. */
  expectSnapshot(): void {
    this.#reading = { state: 'wanted', seq: this.#seq };
  }

  /** Reads the snapshot, to be sent with the next tick. */
  async read(): Promise<void> {
    const data = await this.#feed.load();
    if (this.#reading.state === 'wanted') this.#reading = { state: 'here', seq: this.#reading.seq, data };
  }

  /** The snapshot cannot be had now: those who wait for it go on waiting, and it is to be asked for again. */
  postpone(): void {
    this.#forgetSnapshot();
  }

  /** Everybody gets a snapshot again. */
  restart(): void {
    for (const connection of this.#inSequence) this.#waiting.add(connection);
    this.#inSequence.clear();
  }

  /** The snapshot cannot be had. Gives those who waited for it, who are no longer subscribed. */
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
   * Hands out the delta to those in sequence, then the snapshot and what came since to those who wait for it.
   *
   * @returns false when more came meanwhile than is kept: then those who wait are to be given up
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
