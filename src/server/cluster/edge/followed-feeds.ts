import * as v from 'valibot';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import { isPrivateTopic, type Topic, type TopicKind } from '#protocol/core/stream/channels.ts';
import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import type { AccountSource } from '#server/core/topics/account-source.ts';
import type { TopicSource } from '#server/core/topics/topic-source.ts';
import type { Bus } from '../bus/bus.ts';
import { readFrame } from '../bus/frame.ts';
import { deltaSchema, feedsPerMessage } from '../bus/operations.ts';
import { accountFeed, feedSubject, type SubjectRoot, topicFeed } from '../bus/subjects.ts';
import type { EngineClient } from './engine-client.ts';
import type { EngineWatch } from './engine-watch.ts';
import { RemoteAccount } from './remote-account.ts';
import { RemoteTopic } from './remote-topic.ts';

/** Interest in feeds is prolonged this often: several times within a lease of the engine. */
const holdEveryMs = 4_000;
const askTimeoutMs = 4_000;

/** Kinds of topics that engines publish; an edge itself knows whether it reaches one (`health`). */
const remoteKinds: readonly TopicKind[] = [
  'tickers',
  'ticker',
  'depth',
  'trades',
  'kline',
  'round',
  'adverts',
  'chat',
  'contract',
  'content',
  'offer',
  'rates',
];

interface FollowedFeedsDeps {
  readonly bus: Bus;
  readonly root: SubjectRoot;
  /** Names this edge. */
  readonly edge: string;
  readonly watch: EngineWatch;
  readonly client: EngineClient;
  readonly onError: (error: unknown, what: string) => void;
}

interface Followed {
  readonly name: string;
  readonly feed: RemoteTopic | RemoteAccount;
  unsubscribe: () => void;
}

/**
 * The feeds of the engine that sockets of this edge are subscribed to. Interest in them is prolonged again and again,
 * which also finds what a lost message left out: the last change of a quiet topic, or a feed that the engine closed.
 */
export class FollowedFeeds {
  readonly #deps: FollowedFeedsDeps;
  readonly #followed = new Map<string, Followed>();
  readonly #timer: NodeJS.Timeout;
  readonly #unfollow: () => void;
  #isHolding = false;

  constructor(deps: FollowedFeedsDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => void this.hold(), holdEveryMs).unref();
    this.#unfollow = deps.watch.onEngine((engine, isOther) => {
      if (engine === null) return;
      if (isOther) this.#followOther(engine.engine);
      else void this.hold();
    });
  }

  /** What public topics come from. */
  sources(): TopicSource[] {
    return remoteKinds.map((kind) => ({
      kind,
      // Whether it exists is known at the engine: a topic that does not is refused once it was asked for.
      has: () => true,
      open: (topic, due) => this.#openTopic(topic, due) as ReturnType<TopicSource['open']>,
    }));
  }

  /** What the account topics come from. */
  accounts(): AccountSource {
    return { open: (userId, due) => this.#openAccount(userId, due) };
  }

  /** Prolongs the interest in all feeds, and follows again those of which something was missed. */
  async hold(): Promise<void> {
    if (this.#isHolding || this.#deps.watch.active === null) return;
    this.#isHolding = true;
    try {
      const positions = [...this.#followed.values()].flatMap(({ name, feed }) => {
        const { position } = feed;
        return position === null ? [] : [[name, position.epoch, position.seq] as [string, string, number]];
      });
      for (let at = 0; at < positions.length; at += feedsPerMessage) {
        await this.#holdSome(positions.slice(at, at + feedsPerMessage));
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#deps.onError(error, 'interest in feeds');
    } finally {
      this.#isHolding = false;
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unfollow();
    for (const { feed } of this.#followed.values()) feed.close();
  }

  async #holdSome(feeds: [string, string, number][]): Promise<void> {
    const { client, edge } = this.#deps;
    const { head } = await client.ask('hold', { edge, feeds }, { timeoutMs: askTimeoutMs });
    const asked = new Map(feeds.map(([name, epoch]) => [name, epoch]));
    for (const name of head.closed) {
      const feed = this.#followed.get(name)?.feed;
      if (feed?.position?.epoch === asked.get(name)) feed?.restart();
    }
    // What was published before the answer has been received before it.
    for (const [name, seq] of head.ahead) {
      const feed = this.#followed.get(name)?.feed;
      const position = feed?.position ?? null;
      if (position !== null && position.epoch === asked.get(name) && position.seq < seq) feed?.restart();
    }
  }

  #openTopic(topic: Topic, due: () => void): RemoteTopic {
    const { client, edge, onError } = this.#deps;
    const name = topicFeed(topic);
    const feed = new RemoteTopic({
      read: async () => {
        const { head } = await client.ask('topic', { edge, topic }, { timeoutMs: askTimeoutMs });
        return head === null ? null : { ...head, data: head.data ?? null };
      },
      due,
      leave: () => this.#leave(name, feed),
      onError: (error) => onError(error, isPrivateTopic(topic) ? 'chat' : topic),
    });
    this.#follow(name, feed);
    return feed;
  }

  #openAccount(userId: bigint, due: () => void): RemoteAccount {
    const { client, edge } = this.#deps;
    const name = accountFeed(userId);
    const user = { userId: userId.toString() };
    const feed = new RemoteAccount({
      open: async () => (await client.ask('account', { edge, ...user }, { timeoutMs: askTimeoutMs })).head,
      load: async () => (await client.ask('account-snapshot', user)).head.data as unknown as AccountUpdate,
      due,
      leave: () => this.#leave(name, feed),
    });
    this.#follow(name, feed);
    return feed;
  }

  #follow(name: string, feed: Followed['feed']): void {
    const followed: Followed = { name, feed, unsubscribe: () => undefined };
    this.#followed.get(name)?.unsubscribe();
    this.#followed.set(name, followed);
    const engine = this.#deps.watch.active?.engine;
    if (engine !== undefined) this.#listen(followed, engine);
  }

  #listen(followed: Followed, engine: string): void {
    followed.unsubscribe();
    followed.unsubscribe = this.#deps.bus.subscribe(feedSubject(this.#deps.root, engine, followed.name), (payload) => {
      const delta = v.safeParse(deltaSchema, readFrame(payload)?.head);
      // What cannot be read is a change that is missing.
      if (delta.success) followed.feed.hear(delta.output);
      else followed.feed.restart();
    });
  }

  #leave(name: string, feed: Followed['feed']): void {
    const followed = this.#followed.get(name);
    if (followed?.feed !== feed) return;
    this.#followed.delete(name);
    followed.unsubscribe();
    // Should it not arrive, the lease ends by itself.
    this.#deps.client.ask('leave', { edge: this.#deps.edge, feed: name }).catch(() => undefined);
  }

  /** Another engine numbers changes by itself: everything starts from snapshots. */
  #followOther(engine: string): void {
    for (const followed of this.#followed.values()) {
      this.#listen(followed, engine);
      // Accounts are read again by the stream, a few at a time.
      if (followed.feed instanceof RemoteAccount) followed.feed.forget();
      else followed.feed.restart();
    }
  }
}
