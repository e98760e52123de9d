import type { Topic, TopicPayloads, TopicKind } from '#protocol/core/stream/channels.ts';
import { fragment, type Fragment } from './batch.ts';
import type { Connection } from './connection.ts';
import type { TopicFeed, TopicSource } from '../core/topics/topic-source.ts';

/**
 * One subscribed public topic: its sequence, its subscribers, and its bytes, built once per tick. A subscriber either
 * is in sequence and gets deltas, or waits for a snapshot and gets nothing else.
 */
export class PublicChannel {
  readonly topic: Topic;
  readonly #feed: TopicFeed<TopicPayloads[TopicKind]>;
  readonly #inSequence = new Set<Connection>();
  readonly #waiting = new Set<Connection>();
  #seq = 0;
  #snapshot: Fragment | null = null;

  /** @param due called when the channel has something to send */
  constructor(source: TopicSource, topic: Topic, due: (channel: PublicChannel) => void) {
    this.topic = topic;
    this.#feed = source.open(topic, () => due(this));
  }

  get subscriberCount(): number {
    return this.#inSequence.size + this.#waiting.size;
  }

  subscribers(): Connection[] {
    return [...this.#inSequence, ...this.#waiting];
  }

  /** Sends the connection a snapshot with the next tick, and deltas from then on; also used for a resync. */
  add(connection: Connection): void {
    this.#inSequence.delete(connection);
    this.#waiting.add(connection);
  }

  remove(connection: Connection): void {
    this.#inSequence.delete(connection);
    this.#waiting.delete(connection);
  }

  close(): void {
    this.#feed.close();
  }

  /** Sends the delta to subscribers in sequence, then the snapshot to the waiting ones, and charges them for it. */
  publish(
    deliver: (connection: Connection, fragment: Fragment) => void,
    charge: (connection: Connection, bytes: number) => void,
  ): void {
    if (this.#feed.restarts?.() === true) this.#restart();
    this.#publishDelta(this.#feed.take(), deliver);
    while (this.#feed.hasMore === true) this.#publishDelta(this.#feed.take(), deliver);
    if (this.#waiting.size === 0) return;
    if (this.#snapshot === null) {
      const data = this.#feed.snapshot();
      if (data === null) return;
      this.#snapshot = fragment({ topic: this.topic, is: 'snapshot', seq: this.#seq, data });
    }
    for (const connection of this.#waiting) {
      deliver(connection, this.#snapshot);
      charge(connection, this.#snapshot.length);
      this.#inSequence.add(connection);
    }
    this.#waiting.clear();
  }

  #publishDelta(
    delta: TopicPayloads[TopicKind] | null,
    deliver: (connection: Connection, fragment: Fragment) => void,
  ): void {
    if (delta === null) return;
    this.#seq += 1;
    this.#snapshot = null;
    if (this.#inSequence.size === 0) return;
    const bytes = fragment({ topic: this.topic, is: 'delta', seq: this.#seq, data: delta });
    for (const connection of this.#inSequence) deliver(connection, bytes);
  }

  /** Nobody is in sequence any more: everybody gets a snapshot. */
  #restart(): void {
    this.#snapshot = null;
    for (const connection of this.#inSequence) this.#waiting.add(connection);
    this.#inSequence.clear();
  }
}
