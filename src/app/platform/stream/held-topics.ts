import type { Topic } from '#protocol/core/stream/channels.ts';
import { TopicStore } from './topic-store.ts';

/** A topic without subscribers is held this long, so that a screen that comes back finds it. */
const holdMs = 2_000;

export interface HeldTopicsDeps {
  now(): number;
  /** Calls back once after a while; returns how to prevent it. */
  after(delayMs: number, callback: () => void): () => void;
}

interface HeldTopicsListener {
  /** A topic is held for the first time. */
  held(topic: Topic): void;
  /** The topic has no subscribers any more. */
  released(store: TopicStore): void;
}

/** The topics with subscribers, now or a moment ago. */
export class HeldTopics {
  readonly stores: ReadonlyMap<Topic, TopicStore>;
  readonly #deps: HeldTopicsDeps;
  readonly #listener: HeldTopicsListener;
  readonly #stores = new Map<Topic, TopicStore>();
  readonly #cancelRelease = new Map<Topic, () => void>();

  constructor(deps: HeldTopicsDeps, listener: HeldTopicsListener) {
    this.#deps = deps;
    this.#listener = listener;
    this.stores = this.#stores;
  }

  hold(topic: Topic): TopicStore {
    this.#cancelRelease.get(topic)?.();
    this.#cancelRelease.delete(topic);
    const held = this.#stores.get(topic);
    if (held !== undefined) return held;
    const store = new TopicStore(topic, this.#deps.now());
    this.#stores.set(topic, store);
    this.#listener.held(topic);
    return store;
  }

  /** Releases the topic after a while, unless it still has or gets subscribers. */
  letGo(store: TopicStore): void {
    const { topic } = store;
    if (store.held || this.#stores.get(topic) !== store || this.#cancelRelease.has(topic)) return;
    const release = () => {
      this.#cancelRelease.delete(topic);
      this.#stores.delete(topic);
      this.#listener.released(store);
    };
    this.#cancelRelease.set(topic, this.#deps.after(holdMs, release));
  }
}
