import { randomBytes } from 'node:crypto';
import { topicKind, type Topic, type TopicKind } from '#protocol/core/stream/channels.ts';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import type { AccountFeed, AccountSource } from '#server/core/topics/account-source.ts';
import type { TopicFeed, TopicSource } from '#server/core/topics/topic-source.ts';
import { accountFeed, topicFeed } from '../bus/subjects.ts';

/** What became due of a feed within this time is published at once. */
const tickMs = 50;
/** An edge that has not said for this long that it follows a feed does not any more. */
export const leaseMs = 15_000;
const sweepEveryMs = 5_000;
/** Feeds that are open at once, for all edges: beyond it edges have to ask again. */
const feedsMax = 500_000;

interface FeedBoardDeps {
  readonly sources: readonly TopicSource[];
  readonly accounts: AccountSource;
  /** Publishes a change of a feed to all edges that follow it. */
  readonly publish: (feed: string, delta: { epoch: string; seq: number; data: unknown }) => void;
  /** Called when a public topic is opened for its first edge, and when it is closed after the last. */
  readonly onTopic: (topic: Topic, isOpen: boolean) => void;
  readonly onError: (error: unknown, feed: string) => void;
  /** A monotonic time. */
  readonly nowMs?: () => number;
}

interface OpenFeed {
  readonly name: string;
  /** Tells one opening of a feed from the next: each counts from 0. */
  readonly epoch: string;
  readonly feed: TopicFeed<unknown> | AccountFeed;
  readonly topic: Topic | null;
  seq: number;
  /** Until when each edge follows it. */
  readonly leases: Map<string, number>;
}

/**
 * Feeds that edges follow: each is opened once however many edges follow it, its changes are published once with an
 * epoch and a sequence, and it is closed when the last edge has left or its lease has ended.
 */
export class FeedBoard {
  readonly #deps: FeedBoardDeps;
  readonly #sources: ReadonlyMap<TopicKind, TopicSource>;
  readonly #feeds = new Map<string, OpenFeed>();
  readonly #due = new Set<OpenFeed>();
  readonly #nowMs: () => number;
  readonly #sweep: NodeJS.Timeout;
  readonly #run = randomBytes(6).toString('hex');
  #opened = 0;
  #timer: NodeJS.Timeout | null = null;
  #tickedAtMs = 0;
  #isClosed = false;

  constructor(deps: FeedBoardDeps) {
    this.#deps = deps;
    this.#nowMs = deps.nowMs ?? (() => performance.now());
    this.#sources = new Map(deps.sources.map((source) => [source.kind, source]));
    this.#sweep = setInterval(() => this.endLeases(), sweepEveryMs).unref();
  }

  get feedCount(): number {
    return this.#feeds.size;
  }

  /**
   * Opens a public topic for an edge, or prolongs its interest, and reads the published state; its data is null while
   * there is none. Null when there is no such topic.
   *
   * @throws StoreUnavailable when too many feeds are open
   */
  openTopic(edge: string, topic: Topic): { epoch: string; seq: number; data: unknown } | null {
    const name = topicFeed(topic);
    let open = this.#feeds.get(name);
    if (open === undefined) {
      const kind = topicKind(topic);
      const source = kind === null ? undefined : this.#sources.get(kind);
      if (source === undefined || !source.has(topic)) return null;
      open = this.#open(name, topic, (due) => source.open(topic, due));
      this.#deps.onTopic(topic, true);
      // The state to begin with: nobody has heard of what was before it.
      open.feed.take();
    }
    this.#prolong(open, edge);
    return { epoch: open.epoch, seq: open.seq, data: (open.feed as TopicFeed<unknown>).snapshot() };
  }

  /**
   * Opens the account of a user for an edge, or prolongs its interest.
   *
   * @throws StoreUnavailable when too many feeds are open
   */
  openAccount(edge: string, userId: bigint): { epoch: string; seq: number } {
    const name = accountFeed(userId);
    const open = this.#feeds.get(name) ?? this.#open(name, null, (due) => this.#deps.accounts.open(userId, due));
    this.#prolong(open, edge);
    return { epoch: open.epoch, seq: open.seq };
  }

  /**
   * The snapshot of an open account. What is committed meanwhile is published as well.
   *
   * @throws StoreUnavailable when it is not open: the edge has to open it again
   */
  async loadAccount(userId: bigint): Promise<AccountUpdate> {
    const open = this.#feeds.get(accountFeed(userId));
    if (open === undefined) throw new StoreUnavailable('the feed of the account is closed');
    return (open.feed as AccountFeed).load();
  }

  /**
   * Prolongs the interest of an edge in feeds.
   *
   * @param positions name, epoch and last received number of each
   * @returns feeds that are not open under that epoch, and those that are further than the edge knows
   */
  hold(edge: string, positions: readonly (readonly [string, string, number])[]) {
    const closed: string[] = [];
    const ahead: [string, number][] = [];
    for (const [name, epoch, seq] of positions) {
      const open = this.#feeds.get(name);
      if (open === undefined || open.epoch !== epoch) {
        closed.push(name);
        continue;
      }
      this.#prolong(open, edge);
      if (open.seq !== seq) ahead.push([name, open.seq]);
    }
    return { closed, ahead };
  }

  /** Ends the interest of an edge in a feed. */
  leave(edge: string, name: string): void {
    const open = this.#feeds.get(name);
    if (open?.leases.delete(edge) === true && open.leases.size === 0) this.#drop(open);
  }

  /** Ends the interest of edges that were silent for too long. */
  endLeases(): void {
    const nowMs = this.#nowMs();
    for (const open of this.#feeds.values()) {
      for (const [edge, untilMs] of open.leases) if (untilMs <= nowMs) open.leases.delete(edge);
      if (open.leases.size === 0) this.#drop(open);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const open of this.#feeds.values()) this.#drop(open);
  }

  #open(name: string, topic: Topic | null, open: (due: () => void) => OpenFeed['feed']): OpenFeed {
    if (this.#isClosed || this.#feeds.size >= feedsMax) throw new StoreUnavailable('no further feed can be opened');
    this.#opened += 1;
    let opened: OpenFeed | null = null;
    const feed = open(() => opened !== null && this.#mark(opened));
    opened = { name, epoch: `${this.#run}-${this.#opened}`, feed, topic, seq: 0, leases: new Map() };
    this.#feeds.set(name, opened);
    return opened;
  }

  #prolong(open: OpenFeed, edge: string): void {
    open.leases.set(edge, this.#nowMs() + leaseMs);
  }

  #drop(open: OpenFeed): void {
    this.#feeds.delete(open.name);
    this.#due.delete(open);
    open.feed.close();
    if (open.topic !== null) this.#deps.onTopic(open.topic, false);
  }

  #mark(open: OpenFeed): void {
    this.#due.add(open);
    if (this.#timer !== null || this.#isClosed) return;
    const waitMs = Math.max(0, this.#tickedAtMs + tickMs - performance.now());
    this.#timer = setTimeout(() => this.#tick(), waitMs);
  }

  #tick(): void {
    this.#timer = null;
    this.#tickedAtMs = performance.now();
    const due = [...this.#due];
    this.#due.clear();
    for (const open of due) this.#publish(open);
  }

  /** A feed that throws is closed: edges that follow it find that out and ask for it again. */
  #publish(open: OpenFeed): void {
    try {
      const data = open.feed.take();
      if (data === null) return;
      open.seq += 1;
      this.#deps.publish(open.name, { epoch: open.epoch, seq: open.seq, data });
    } catch (error) {
      this.#deps.onError(error, open.topic ?? 'account');
      this.#drop(open);
    }
  }
}
