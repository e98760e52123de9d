import {
  type ChatAnswer,
  isPrivateTopic,
  type Topic,
  type TopicKind,
  topicKind,
} from '#protocol/core/stream/channels.ts';
import type { ChatAct } from '#protocol/chat/entities.ts';
import { staleAfterMs } from '#protocol/core/limits.ts';
import type { ConnectionState, HubMessage, TopicUpdate } from '#hub/protocol.ts';
import { observable } from '../observable.ts';
import { HeldTopics, type HeldTopicsDeps } from './held-topics.ts';
import type { HubLink } from './hub-link.ts';
import type { TopicStore, TopicViews, UpdateListener } from './topic-store.ts';
import { UpdateFrames, type UpdateFramesDeps } from './update-frames.ts';

/** Calls back about every second, as long as there are listeners. */
class StaleTicks {
  readonly #after: (delayMs: number, callback: () => void) => () => void;
  readonly #listeners = new Set<() => void>();
  #cancel: (() => void) | null = null;

  /** @param after calls back once after a while; returns how to prevent it */
  constructor(after: (delayMs: number, callback: () => void) => () => void) {
    this.#after = after;
  }

  /** Returns how to stop. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#tick();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#cancel?.();
      this.#cancel = null;
    };
  }

  #tick(): void {
    this.#cancel ??= this.#after(1_000, () => {
      this.#cancel = null;
      for (const listener of this.#listeners) listener();
      if (this.#listeners.size > 0) this.#tick();
    });
  }
}

/** How the stream is doing. `sinceMs` is device time. */
export interface Connection {
  readonly state: ConnectionState;
  readonly sinceMs: number;
  /**
   * While the network blocks the stream and prices are polled: since when the oldest of them is shown, in device time;
   * else null.
   */
  readonly polledAsOfMs: number | null;
}

/** What the exchange said to an act in the chat; null when no answer came. */
export type ChatOutcome = Pick<ChatAnswer, 'code' | 'data'> | null;

/** Gets the results of chat actions. */
export interface ActsListener {
  done(id: string, answer: ChatOutcome): void;
  /** What was asked and not answered yet will not be answered any more. */
  lost(): void;
}

interface StreamClientDeps
  extends Pick<HeldTopicsDeps, 'now' | 'after'>, Pick<UpdateFramesDeps, 'frame' | 'stopwatch'> {
  learnOffset(offsetMs: number): void;
  /** The stream says that the exchange does not know the session (any more). */
  signedOut(): void;
}

/** Quiet is normal for these, so only a lost connection makes them old. */
const quietKinds: ReadonlySet<TopicKind> = new Set<TopicKind>([
  'account',
  'chat',
  'trades',
  'adverts',
  'content',
  'offer',
  'rates',
]);

/**
 * The page's end of the stream: topics by reference count, updates taken in by animation frames within a
 * budget, cells notified at most once per frame and only of their own topic.
 */
export class StreamClient {
  readonly connection;
  /** Comes with the code that acts in the chat, which the first screen need not carry. */
  acts: ActsListener | null = null;
  readonly #deps: StreamClientDeps;
  readonly #held: HeldTopics;
  readonly #frames: UpdateFrames;
  readonly #staleTicks: StaleTicks;
  #link: HubLink | null = null;

  constructor(deps: StreamClientDeps) {
    this.#deps = deps;
    this.connection = observable<Connection>({ state: 'connecting', sinceMs: deps.now(), polledAsOfMs: null });
    this.#staleTicks = new StaleTicks((delayMs, callback) => deps.after(delayMs, callback));
    this.#held = new HeldTopics(deps, {
      held: (topic) => this.#link?.subscribe([topic]),
      released: (store) => {
        this.#frames.forget(store);
        this.#link?.unsubscribe([store.topic]);
      },
    });
    this.#frames = new UpdateFrames({
      frame: (callback) => deps.frame(callback),
      stopwatch: () => deps.stopwatch(),
      take: (update) => this.#take(update),
      taken: () => this.#link?.taken(),
    });
  }

  /** Gives the client its way to the hub. Before that, topics are held and wait. */
  attach(link: HubLink): void {
    this.#link = link;
  }

  readonly topics = (): readonly Topic[] => [...this.#held.stores.keys()];

  /** Subscribes a cell to a topic; it is notified whenever it should read again. Returns unsubscribe. */
  subscribe(topic: Topic, cell: () => void): () => void {
    const store = this.#held.hold(topic);
    store.cells.add(cell);
    return () => {
      store.cells.delete(cell);
      this.#held.letGo(store);
    };
  }

  /**
   * Subscribes something that draws by itself: it gets each update in order, beginning with a snapshot.
   * `view` gives the current state. Returns unsubscribe.
   */
  listen(topic: Topic, listener: UpdateListener): () => void {
    const store = this.#held.hold(topic);
    store.updateListeners.add(listener);
    return () => {
      store.updateListeners.delete(listener);
      this.#held.letGo(store);
    };
  }

  /** Current state of a topic, or null before the first update. */
  view<Kind extends TopicKind>(topic: Topic): TopicViews[Kind] | null {
    // A book that does not move is no book, and no call has another.
    if (this.#isPolled && topicKind(topic) === 'depth') return null;
    // The topic's kind decides the view; the hooks pair them.
    return (this.#held.stores.get(topic)?.view ?? null) as TopicViews[Kind] | null;
  }

  /** Whether a topic's figures are too old to be shown as current. */
  isStale(topic: Topic): boolean {
    const store = this.#held.stores.get(topic);
    if (store === undefined) return false;
    // What is asked for now and then is never as new as a price has to be.
    if (store.source === 'polled') return true;
    const { state, sinceMs } = this.connection.get();
    const kind = topicKind(topic);
    if (kind !== null && quietKinds.has(kind)) return state !== 'online' && this.#deps.now() - sinceMs > staleAfterMs;
    return this.#deps.now() - store.receivedAtMs > staleAfterMs;
  }

  /** Calls back about every second, for users of `isStale`. */
  readonly onStaleTick = (listener: () => void): (() => void) => this.#staleTicks.listen(listener);

  /** Another account, or none: data of the previous one is dropped at once. */
  accountChanged(): void {
    for (const [topic, store] of this.#held.stores) {
      if (!isPrivateTopic(topic)) continue;
      this.#frames.dropFromInbox(topic);
      store.clear();
      store.notifyCells();
    }
    // An answer that comes now is the one before's.
    this.actsLost();
    this.#link?.tokenChanged();
  }

  /** Everything that is held again from snapshots. */
  refresh(): void {
    this.#link?.refresh();
  }

  /** Sends a chat action to the hub; `acts` gets the result. False when there is no hub. */
  act(id: string, act: ChatAct): boolean {
    return this.#link?.act(id, act) ?? false;
  }

  /** The hub that was asked is left or gone, and what it was asked will not be answered. */
  readonly actsLost = (): void => this.acts?.lost();

  /** Takes in what the hub says. */
  receive(message: Exclude<HubMessage, { kind: 'epoch' }>): void {
    switch (message.kind) {
      case 'connection':
        this.#hearConnection(message);
        break;
      case 'updates':
        this.#hearUpdates(message);
        break;
      case 'session':
        if (!message.signedIn && message.generation === this.#link?.generation) this.#deps.signedOut();
        break;
      case 'done':
        this.acts?.done(message.id, message.answer);
        break;
      case 'refused':
        // The topic stays without a view, and its screen shows what it shows without one.
        break;
    }
  }

  get #isPolled(): boolean {
    return this.connection.get().polledAsOfMs !== null;
  }

  #hearConnection(message: Extract<HubMessage, { kind: 'connection' }>): void {
    const { state, sinceMs, offsetMs, polledAsOfMs } = message;
    const before = this.connection.get();
    const isSame = before.state === state && before.sinceMs === sinceMs && before.polledAsOfMs === polledAsOfMs;
    const wasPolled = this.#isPolled;
    if (!isSame) this.connection.set({ state, sinceMs, polledAsOfMs });
    if (wasPolled !== this.#isPolled) for (const store of this.#held.stores.values()) store.notifyCells();
    if (offsetMs !== null) this.#deps.learnOffset(offsetMs);
  }

  #hearUpdates({ generation, updates }: Extract<HubMessage, { kind: 'updates' }>): void {
    const current = generation === this.#link?.generation;
    for (const update of updates) {
      if (isPrivateTopic(update.topic) && !current) continue;
      if (this.#held.stores.has(update.topic)) this.#frames.put(update);
    }
    this.#frames.messageEnded();
  }

  #take(update: TopicUpdate): TopicStore | null {
    const store = this.#held.stores.get(update.topic);
    if (store === undefined) return null;
    store.take(update, this.#deps.now());
    return store.cells.size > 0 ? store : null;
  }
}
