import type { AccountUpdate } from '../../contract/channels.ts';
import { fragment, type Fragment } from './batch.ts';
import type { Connection } from './connection.ts';
import type { AccountFeed, AccountSource } from './topic-source.ts';

/**
 * The private topic of one connection. It belongs to that connection alone, so its snapshot can be read
 * from the store while changes queue in the feed: they follow the snapshot as its first delta. A change
 * may then be told twice, which does no harm, because rows are told whole.
 */
export class AccountChannel {
  readonly userId: bigint;
  readonly #connection: Connection;
  readonly #feed: AccountFeed;
  #seq = 0;
  #loading = false;
  #snapshot: AccountUpdate | null = null;
  #inSequence = false;
  #closed = false;

  /** @param due told when the channel has something to send */
  constructor(source: AccountSource, userId: bigint, connection: Connection, due: (channel: AccountChannel) => void) {
    this.userId = userId;
    this.#connection = connection;
    this.#feed = source.open(userId, () => due(this));
  }

  /** Reads a snapshot, to be sent with the next tick. A second wish while one is being read is the same wish. */
  async load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    this.#inSequence = false;
    try {
      this.#snapshot = await this.#feed.load();
    } finally {
      this.#loading = false;
    }
  }

  close(): void {
    this.#closed = true;
    this.#feed.close();
  }

  publish(deliver: (connection: Connection, fragment: Fragment) => void): void {
    if (this.#closed) return;
    if (this.#snapshot !== null) {
      const data = this.#snapshot;
      this.#snapshot = null;
      this.#inSequence = true;
      deliver(this.#connection, fragment({ topic: 'account', is: 'snapshot', seq: this.#seq, data }));
    }
    if (!this.#inSequence) return;
    const delta = this.#feed.take();
    if (delta === null) return;
    this.#seq += 1;
    deliver(this.#connection, fragment({ topic: 'account', is: 'delta', seq: this.#seq, data: delta }));
  }
}
