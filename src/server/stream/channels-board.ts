import { isPrivateTopic, topicKind, type Topic, type TopicKind } from '#protocol/core/stream/channels.ts';
import { codes, type CodeName } from '#protocol/core/codes.ts';
import { AccountChannel } from './account-channel.ts';
import { AccountChannels } from './account-channels.ts';
import { Batch, type Fragment } from './batch.ts';
import type { Connection } from './connection.ts';
import { Interest } from './interest.ts';
import { PublicChannel } from './public-channel.ts';
import { streamCosts, type StreamLimits, type StreamLog } from './stream-limits.ts';
import type { StreamReads } from './stream-reads.ts';
import { TopicNotFound, type TopicSource } from '../core/topics/topic-source.ts';
import type { AccountSource } from '../core/topics/account-source.ts';

interface BoardDeps {
  readonly publicSources: readonly TopicSource[];
  readonly accountSource: AccountSource;
  readonly limits: StreamLimits;
  readonly reads: StreamReads;
  readonly log: StreamLog;
  /** Called with the first subscription to a pair's topics, and after the last. */
  readonly onInterest: (pair: string, watched: boolean) => void;
}

/** Figures for the metrics. */
export interface BoardFigures {
  deliveries: number;
  writes: number;
  slowReadersDropped: number;
}

type Channel = PublicChannel | AccountChannel;

/**
 * All subscribed topics, and the tick that sends what became due. The tick only runs while something is due: the first
 * change after a quiet time goes out at once, the next ones within `tickMs`.
 */
export class ChannelsBoard {
  readonly figures: BoardFigures = { deliveries: 0, writes: 0, slowReadersDropped: 0 };
  readonly #deps: BoardDeps;
  readonly #sources: ReadonlyMap<TopicKind, TopicSource>;
  readonly #channels = new Map<Topic, PublicChannel>();
  readonly #accounts: AccountChannels;
  readonly #interest: Interest;
  readonly #due = new Set<Channel>();
  #root = new Batch();
  #written: Connection[] = [];
  #timer: NodeJS.Timeout | null = null;
  #tickedAtMs = 0;
  #closed = false;

  constructor(deps: BoardDeps) {
    this.#deps = deps;
    this.#accounts = new AccountChannels({ ...deps, mark: (channel) => this.#mark(channel) });
    this.#sources = new Map(deps.publicSources.map((source) => [source.kind, source]));
    this.#interest = new Interest(deps.onInterest);
  }

  get topicCount(): number {
    return this.#channels.size;
  }

  /**
   * Adds a topic to a connection; the name of the refusal when it may not, else null. It is charged; a client over its
   * budget has to retry later.
   */
  subscribe(connection: Connection, topic: Topic): CodeName | null {
    const kind = topicKind(topic);
    if (kind === 'account') return this.#accounts.open(connection);
    const source = kind === null ? undefined : this.#sources.get(kind);
    if (source === undefined || !source.has(topic)) return 'notFound';
    if (connection.topics.has(topic)) return null;
    if (connection.topics.size >= this.#deps.limits.topicsPerConnection) return 'busyRetry';
    if (!this.#mayHaveSnapshot(connection)) return 'busyRetry';
    let channel = this.#channels.get(topic);
    if (channel === undefined) {
      channel = new PublicChannel(source, topic, this.#mark);
      this.#channels.set(topic, channel);
      if (!isPrivateTopic(topic)) this.#interest.opened(topic);
    }
    connection.topics.add(topic);
    channel.add(connection);
    this.#mark(channel);
    return null;
  }

  unsubscribe(connection: Connection, topic: Topic): void {
    if (topic === 'account') {
      this.closeAccount(connection);
      return;
    }
    if (!connection.topics.delete(topic)) return;
    const channel = this.#channels.get(topic);
    if (channel === undefined) return;
    channel.remove(connection);
    if (channel.subscriberCount === 0) this.#drop(channel);
  }

  /** Resends all accounts from snapshots, spread over time. */
  restartAccounts(): void {
    this.#accounts.restart();
  }

  /**
   * Sends the topic again from a snapshot; the name of the refusal when the connection does not hold it, or is over its
   * budget: then it is unsubscribed.
   */
  resync(connection: Connection, topic: Topic): CodeName | null {
    if (topic === 'account') return this.#accounts.resync(connection) ? null : 'notFound';
    const channel = connection.topics.has(topic) ? this.#channels.get(topic) : undefined;
    if (channel === undefined) return 'notFound';
    if (!this.#mayHaveSnapshot(connection)) {
      this.unsubscribe(connection, topic);
      return 'busyRetry';
    }
    channel.add(connection);
    this.#mark(channel);
    return null;
  }

  closeAccount(connection: Connection): void {
    this.#accounts.leave(connection);
  }

  /** Drops all private subscriptions. */
  closePrivate(connection: Connection): void {
    this.closeAccount(connection);
    for (const topic of connection.topics) if (isPrivateTopic(topic)) this.unsubscribe(connection, topic);
  }

  /** Removes a closed connection. */
  leave(connection: Connection): void {
    for (const topic of connection.topics) this.unsubscribe(connection, topic);
    this.closeAccount(connection);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const channel of this.#channels.values()) this.#drop(channel);
    this.#accounts.close();
  }

  #mayHaveSnapshot(connection: Connection): boolean {
    const { reads } = this.#deps;
    if (!reads.mayAsk(connection)) return false;
    reads.charge(connection, streamCosts.topic);
    return true;
  }

  #drop(channel: PublicChannel): void {
    this.#channels.delete(channel.topic);
    this.#due.delete(channel);
    channel.close();
    if (!isPrivateTopic(channel.topic)) this.#interest.closed(channel.topic);
  }

  readonly #mark = (channel: Channel): void => {
    this.#due.add(channel);
    if (this.#timer !== null || this.#closed) return;
    const waitMs = Math.max(0, this.#tickedAtMs + this.#deps.limits.tickMs - performance.now());
    this.#timer = setTimeout(this.#tick, waitMs);
  };

  readonly #deliver = (connection: Connection, fragment: Fragment): void => {
    if (connection.batch === null) {
      connection.batch = this.#root;
      this.#written.push(connection);
    }
    connection.batch = connection.batch.with(fragment);
    this.figures.deliveries += 1;
  };

  readonly #chargeBytes = (connection: Connection, bytes: number): void => {
    this.#deps.reads.chargeBytes(connection, bytes);
  };

  readonly #tick = (): void => {
    this.#timer = null;
    this.#tickedAtMs = performance.now();
    const due = [...this.#due];
    this.#due.clear();
    for (const channel of due) this.#publish(channel);
    const written = this.#written;
    this.#written = [];
    this.#root = new Batch();
    for (const connection of written) {
      const batch = connection.batch;
      connection.batch = null;
      if (batch === null) continue;
      this.figures.writes += 1;
      if (!connection.write(batch.frame())) this.figures.slowReadersDropped += 1;
    }
  };

  /** A source that throws loses its topic, not the stream. */
  #publish(channel: Channel): void {
    try {
      if (channel instanceof AccountChannel) this.#accounts.publish(channel, this.#deliver);
      else channel.publish(this.#deliver, this.#chargeBytes);
    } catch (error) {
      if (channel instanceof AccountChannel) {
        this.#deps.log.error({ err: error }, 'the account topic broke');
        return;
      }
      const isMissing = error instanceof TopicNotFound;
      if (!isMissing) this.#deps.log.error({ err: error, topic: channel.topic }, 'a topic broke and was closed');
      for (const connection of channel.subscribers()) {
        connection.topics.delete(channel.topic);
        channel.remove(connection);
        const code = isMissing ? codes.notFound : codes.serverError;
        connection.say({ op: 'refused', topic: channel.topic, code });
      }
      this.#drop(channel);
    }
  }
}
