import { isPrivateTopic, topicKind, type Topic, type TopicKind } from '../../contract/channels.ts';
import type { CodeName } from '../../contract/codes.ts';
import { AccountChannel } from './account-channel.ts';
import { Batch, type Fragment } from './batch.ts';
import type { Connection } from './connection.ts';
import { Interest } from './interest.ts';
import { PublicChannel } from './public-channel.ts';
import type { StreamLimits } from './stream-limits.ts';
import type { AccountSource, PublicSource } from './topic-source.ts';

/** What the stream writes to the log. */
export interface StreamLog {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface BoardDeps {
  readonly publicSources: readonly PublicSource[];
  readonly accountSource: AccountSource;
  readonly limits: StreamLimits;
  readonly log: StreamLog;
  /** Told when the first topic of a pair is held by somebody, and after the last. */
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
 * All topics that somebody holds, and the tick that sends what became due. The tick only runs while something
 * is due: the first change after a quiet time goes out at once, the next ones within `tickMs`.
 */
export class ChannelsBoard {
  readonly figures: BoardFigures = { deliveries: 0, writes: 0, slowReadersDropped: 0 };
  readonly #deps: BoardDeps;
  readonly #sources: ReadonlyMap<TopicKind, PublicSource>;
  readonly #channels = new Map<Topic, PublicChannel>();
  readonly #interest: Interest;
  readonly #due = new Set<Channel>();
  #root = new Batch();
  #written: Connection[] = [];
  #timer: NodeJS.Timeout | null = null;
  #tickedAtMs = 0;
  #closed = false;

  constructor(deps: BoardDeps) {
    this.#deps = deps;
    this.#sources = new Map(deps.publicSources.map((source) => [source.kind, source]));
    this.#interest = new Interest(deps.onInterest);
  }

  get topicCount(): number {
    return this.#channels.size;
  }

  /** Adds a topic to a connection; the name of the refusal when it may not, else null. */
  subscribe(connection: Connection, topic: Topic): CodeName | null {
    const kind = topicKind(topic);
    if (kind === 'account') return this.#openAccount(connection);
    const source = kind === null ? undefined : this.#sources.get(kind);
    if (source === undefined || !source.has(topic)) return 'notFound';
    if (connection.topics.has(topic)) return null;
    if (connection.topics.size >= this.#deps.limits.topicsPerConnection) return 'busyRetry';
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

  /** Sends the topic anew from a snapshot. False when the connection does not hold it. */
  resync(connection: Connection, topic: Topic): boolean {
    if (topic === 'account') {
      if (connection.account === null) return false;
      void this.#load(connection, connection.account);
      return true;
    }
    const channel = connection.topics.has(topic) ? this.#channels.get(topic) : undefined;
    if (channel === undefined) return false;
    channel.add(connection);
    this.#mark(channel);
    return true;
  }

  closeAccount(connection: Connection): void {
    if (connection.account === null) return;
    this.#due.delete(connection.account);
    connection.account.close();
    connection.account = null;
  }

  /** Lets go of everything that belongs to who is signed in. */
  closePrivate(connection: Connection): void {
    this.closeAccount(connection);
    for (const topic of connection.topics) if (isPrivateTopic(topic)) this.unsubscribe(connection, topic);
  }

  /** Forgets a connection that is gone. */
  leave(connection: Connection): void {
    for (const topic of connection.topics) this.unsubscribe(connection, topic);
    this.closeAccount(connection);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const channel of this.#channels.values()) this.#drop(channel);
  }

  #openAccount(connection: Connection): CodeName | null {
    if (connection.session === null) return 'unauthorized';
    if (connection.account !== null) return null;
    const channel = new AccountChannel(this.#deps.accountSource, connection.session.userId, connection, this.#mark);
    connection.account = channel;
    void this.#load(connection, channel);
    return null;
  }

  async #load(connection: Connection, channel: AccountChannel): Promise<void> {
    try {
      await channel.load();
      if (connection.account === channel) this.#mark(channel);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'the account topic could not be read');
      if (connection.account !== channel) return;
      this.closeAccount(connection);
      connection.say({ op: 'refused', topic: 'account', code: 500 });
    }
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
      channel.publish(this.#deliver);
    } catch (error) {
      if (channel instanceof AccountChannel) {
        this.#deps.log.error({ err: error }, 'the account topic broke');
        return;
      }
      this.#deps.log.error({ err: error, topic: channel.topic }, 'a topic broke and was closed');
      for (const connection of channel.subscribers()) {
        connection.topics.delete(channel.topic);
        channel.remove(connection);
        connection.say({ op: 'refused', topic: channel.topic, code: 500 });
      }
      this.#drop(channel);
    }
  }
}
