import type { ChatAnswer, Topic, TopicKind } from '../../../protocol/stream/channels.ts';
import { isPrivateTopic, topicKind } from '../../../protocol/stream/channels.ts';
import type { ChatAct } from '../../../protocol/entities/chat.ts';
import { staleAfterMs } from '../../../protocol/limits.ts';
import type { ConnectionState, HubMessage, TopicUpdate } from '../../../hub/protocol.ts';
import { observable } from '../observable.ts';
import type { HubLink } from './hub-link.ts';
import { TopicStore, type TopicViews, type UpdateListener } from './topic-store.ts';

/** Work on updates stops here within one frame and goes on in the next: a long task is 50 ms, also on a slow phone. */
const frameBudgetMs = 6;
/** Topics whose cells may render again within one frame; React renders them after the budget was counted. */
const cellTopicsPerFrame = 8;
/**
 * Topics that a whole screen hangs on. Each of them renders in a frame of its own, which is neither one in which updates
 * were taken nor the one after, when charts draw them; and the frame after it is for what it asked for.
 */
const wideKinds: ReadonlySet<TopicKind | null> = new Set<TopicKind>(['account', 'contract']);
const wideWaits = 2;
/** A topic nobody looks at any more is held this long, so that a screen that comes back finds it. */
const holdMs = 2_000;

/** How the stream is doing. `sinceMs` is device time. */
export interface Connection {
  readonly state: ConnectionState;
  readonly sinceMs: number;
}

/** What the exchange said to an act in the chat; null when no answer came. */
export type ChatOutcome = Pick<ChatAnswer, 'code' | 'data'> | null;

/** Hears what came of acts in the chat. */
export interface ActsListener {
  done(id: string, answer: ChatOutcome): void;
  /** What was asked and not answered yet will not be answered any more. */
  lost(): void;
}

export interface StreamClientDeps {
  now(): number;
  /** Calls back in the next animation frame. */
  frame(callback: () => void): void;
  /** Calls back once after a while; returns how to prevent it. */
  after(delayMs: number, callback: () => void): () => void;
  /** High-resolution time, for the frame's budget. */
  stopwatch(): number;
  learnOffset(offsetMs: number): void;
  /** The stream says that the exchange does not know the session (any more). */
  signedOut(): void;
}

/** Quiet is normal for these, so only a lost connection makes them old. */
const quietKinds: ReadonlySet<TopicKind> = new Set<TopicKind>(['account', 'chat', 'trades', 'content']);

/**
 * The page's end of the stream: topics by reference count, updates taken in by animation frames within a
 * budget, cells told at most once per frame and only of their own topic.
 */
export class StreamClient {
  readonly connection;
  /** Comes with the code that acts in the chat, which the first screen need not carry. */
  acts: ActsListener | null = null;
  readonly #deps: StreamClientDeps;
  readonly #stores = new Map<Topic, TopicStore>();
  readonly #cancelRelease = new Map<Topic, () => void>();
  readonly #inbox: TopicUpdate[] = [];
  readonly #dirty = new Set<TopicStore>();
  readonly #staleListeners = new Set<() => void>();
  #cancelStaleTimer: (() => void) | null = null;
  #link: HubLink | null = null;
  #frameAsked = false;
  #owesTaken = false;
  /** Frames, with this one, in which no wide topic renders. */
  #wideWaits = 0;

  constructor(deps: StreamClientDeps) {
    this.#deps = deps;
    this.connection = observable<Connection>({ state: 'connecting', sinceMs: deps.now() });
  }

  /** Gives the client its way to the hub. Before that, topics are held and wait. */
  attach(link: HubLink): void {
    this.#link = link;
  }

  readonly topics = (): readonly Topic[] => [...this.#stores.keys()];

  /** Holds a topic for a cell, told whenever it should read again. Returns how to let go. */
  subscribe(topic: Topic, cell: () => void): () => void {
    const store = this.#hold(topic);
    store.cells.add(cell);
    return () => {
      store.cells.delete(cell);
      this.#letGo(store);
    };
  }

  /**
   * Holds a topic for something that draws by itself: hears each update in order, beginning with a snapshot.
   * What is known already is told by `view`. Returns how to let go.
   */
  listen(topic: Topic, listener: UpdateListener): () => void {
    const store = this.#hold(topic);
    store.updateListeners.add(listener);
    return () => {
      store.updateListeners.delete(listener);
      this.#letGo(store);
    };
  }

  /** What a topic has come to, or null while nothing was told. */
  view<Kind extends TopicKind>(topic: Topic): TopicViews[Kind] | null {
    // The topic's kind decides the view; the hooks pair them.
    return (this.#stores.get(topic)?.view ?? null) as TopicViews[Kind] | null;
  }

  /** Whether a topic's figures are too old to be shown as current. */
  isStale(topic: Topic): boolean {
    const store = this.#stores.get(topic);
    if (store === undefined) return false;
    const { state, sinceMs } = this.connection.get();
    const kind = topicKind(topic);
    if (kind !== null && quietKinds.has(kind)) return state !== 'online' && this.#deps.now() - sinceMs > staleAfterMs;
    return this.#deps.now() - store.heardAtMs > staleAfterMs;
  }

  /** Calls back about every second, for whoever asks `isStale`. */
  readonly onStaleTick = (listener: () => void): (() => void) => {
    this.#staleListeners.add(listener);
    this.#tickStale();
    return () => {
      this.#staleListeners.delete(listener);
      if (this.#staleListeners.size > 0) return;
      this.#cancelStaleTimer?.();
      this.#cancelStaleTimer = null;
    };
  };

  /** Another account, or none: what was told of the one before is forgotten at once. */
  accountChanged(): void {
    for (const [topic, store] of this.#stores) {
      if (!isPrivateTopic(topic)) continue;
      this.#dropFromInbox(topic);
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

  /** Asks the hub for something in the chat; what comes of it is told to `acts`. False when no hub hears it. */
  act(id: string, act: ChatAct): boolean {
    return this.#link?.act(id, act) ?? false;
  }

  /** The hub that was asked is left or gone, and what it was asked will not be answered. */
  readonly actsLost = (): void => this.acts?.lost();

  /** Takes in what the hub says. */
  hear(message: Exclude<HubMessage, { kind: 'epoch' }>): void {
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

  #hearConnection({ state, sinceMs, offsetMs }: Extract<HubMessage, { kind: 'connection' }>): void {
    const before = this.connection.get();
    if (before.state !== state || before.sinceMs !== sinceMs) this.connection.set({ state, sinceMs });
    if (offsetMs !== null) this.#deps.learnOffset(offsetMs);
  }

  #hearUpdates({ generation, updates }: Extract<HubMessage, { kind: 'updates' }>): void {
    const current = generation === this.#link?.generation;
    for (const update of updates) {
      if (isPrivateTopic(update.topic) && !current) continue;
      if (this.#stores.has(update.topic)) this.#inbox.push(update);
    }
    this.#owesTaken = true;
    this.#askFrame();
  }

  #askFrame(): void {
    if (this.#frameAsked) return;
    this.#frameAsked = true;
    this.#deps.frame(() => this.#frame());
  }

  /**
   * The hub sends nothing more until all of this is done, so the inbox holds one message at most. It hears so in
   * the frame after, when what was told has been rendered: a slow phone gets fewer messages by itself.
   */
  #frame(): void {
    this.#frameAsked = false;
    const startedAt = this.#deps.stopwatch();
    let taken = 0;
    while (taken < this.#inbox.length && this.#deps.stopwatch() - startedAt < frameBudgetMs) {
      this.#take(this.#inbox[taken] as TopicUpdate);
      taken += 1;
    }
    this.#inbox.splice(0, taken);
    if (taken === 0 && this.#dirty.size === 0 && this.#owesTaken) {
      this.#owesTaken = false;
      this.#link?.taken();
      return;
    }
    if (taken > 0) this.#wideWaits = wideWaits;
    let received = 0;
    for (const store of this.#dirty) {
      const wide = wideKinds.has(topicKind(store.topic));
      if (wide && (received > 0 || this.#wideWaits > 0)) continue;
      this.#dirty.delete(store);
      store.notifyCells();
      received += wide ? cellTopicsPerFrame : 1;
      if (wide) this.#wideWaits = wideWaits;
      if (received >= cellTopicsPerFrame) break;
    }
    if (this.#wideWaits > 0) this.#wideWaits -= 1;
    if (this.#inbox.length > 0 || this.#dirty.size > 0 || this.#owesTaken) this.#askFrame();
  }

  #take(update: TopicUpdate): void {
    const store = this.#stores.get(update.topic);
    if (store === undefined) return;
    store.take(update, this.#deps.now());
    if (store.cells.size > 0) this.#dirty.add(store);
  }

  #dropFromInbox(topic: Topic): void {
    const kept = this.#inbox.filter((update) => update.topic !== topic);
    this.#inbox.splice(0, this.#inbox.length, ...kept);
  }

  #hold(topic: Topic): TopicStore {
    this.#cancelRelease.get(topic)?.();
    this.#cancelRelease.delete(topic);
    const held = this.#stores.get(topic);
    if (held !== undefined) return held;
    const store = new TopicStore(topic, this.#deps.now());
    this.#stores.set(topic, store);
    this.#link?.subscribe([topic]);
    return store;
  }

  #letGo(store: TopicStore): void {
    const { topic } = store;
    if (store.held || this.#stores.get(topic) !== store || this.#cancelRelease.has(topic)) return;
    const release = () => {
      this.#cancelRelease.delete(topic);
      this.#stores.delete(topic);
      this.#dirty.delete(store);
      this.#dropFromInbox(topic);
      this.#link?.unsubscribe([topic]);
    };
    this.#cancelRelease.set(topic, this.#deps.after(holdMs, release));
  }

  #tickStale(): void {
    this.#cancelStaleTimer ??= this.#deps.after(1_000, () => {
      this.#cancelStaleTimer = null;
      for (const listener of this.#staleListeners) listener();
      if (this.#staleListeners.size > 0) this.#tickStale();
    });
  }
}
