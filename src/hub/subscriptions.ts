import { type ClientFrame, isPrivateTopic, type Topic } from '#protocol/core/stream/channels.ts';
import { topicsPerConnection } from '#protocol/core/limits.ts';
import type { HubDeps } from './hub-deps.ts';
import { subscribeEveryMs } from './hub-limits.ts';

interface SubscriptionsDeps {
  readonly hub: Pick<HubDeps, 'now' | 'after'>;
  readonly say: (frame: ClientFrame) => void;
  /** Whether the connection to the exchange is open. */
  readonly isOnline: () => boolean;
  /** Whether a user is signed in; otherwise private topics wait. */
  readonly hasToken: () => boolean;
  /** The topics that should be subscribed, the most wanted first. */
  readonly wanted: () => Iterable<Topic>;
  /** The topic was subscribed at the exchange; its snapshot will come. */
  readonly subscribed: (topic: Topic) => void;
  readonly unsubscribed: (topic: Topic) => void;
}

/** The topics subscribed on this connection, kept in step with those that are wanted. */
export class Subscriptions {
  readonly #deps: SubscriptionsDeps;
  readonly #said = new Set<Topic>();
  /** Sent, but refused: the exchange does not hold them. */
  readonly #refused = new Set<Topic>();
  #saidAtMs = Number.NEGATIVE_INFINITY;
  #cancelUpdate: (() => void) | null = null;

  constructor(deps: SubscriptionsDeps) {
    this.#deps = deps;
  }

  has(topic: Topic): boolean {
    return this.#said.has(topic);
  }

  /** The connection ended. False when nothing was subscribed on it. */
  clear(): boolean {
    this.#cancelUpdate?.();
    this.#cancelUpdate = null;
    const hadAny = this.#said.size > 0;
    this.#said.clear();
    this.#refused.clear();
    return hadAny;
  }

  /** Private topics are subscribed again for the next user who signs in. */
  clearPrivate(): void {
    for (const topic of this.#said) {
      if (!isPrivateTopic(topic)) continue;
      this.#said.delete(topic);
      this.#refused.delete(topic);
    }
  }

  resync(topic: Topic): void {
    if (!this.#said.has(topic)) return;
    if (this.#refused.delete(topic)) this.#deps.say({ op: 'subscribe', topics: [topic] });
    else this.#deps.say({ op: 'resync', topic });
  }

  /** The exchange refused a topic. False when it is not ours. */
  refused(topic: Topic): boolean {
    if (!this.#said.has(topic)) return false;
    this.#refused.add(topic);
    return true;
  }

  /** Sends the wanted subscriptions to the exchange soon. */
  wantedChanged(): void {
    const { hub, isOnline } = this.#deps;
    if (!isOnline() || this.#cancelUpdate !== null) return;
    const waitMs = Math.max(0, this.#saidAtMs + subscribeEveryMs - hub.now());
    this.#cancelUpdate = hub.after(waitMs, () => this.update());
  }

  /** Sends the wanted subscriptions to the exchange at once. */
  update(): void {
    this.#cancelUpdate = null;
    if (!this.#deps.isOnline()) return;
    this.#saidAtMs = this.#deps.hub.now();
    const wanted = this.#wantedNow();
    const gone = [...this.#said].filter((topic) => !wanted.has(topic));
    const come = [...wanted].filter((topic) => !this.#said.has(topic));
    for (const topic of gone) {
      this.#said.delete(topic);
      this.#refused.delete(topic);
      this.#deps.unsubscribed(topic);
    }
    for (const topic of come) {
      this.#said.add(topic);
      this.#deps.subscribed(topic);
    }
    if (gone.length > 0) this.#deps.say({ op: 'unsubscribe', topics: gone });
    if (come.length > 0) this.#deps.say({ op: 'subscribe', topics: come });
  }

  #wantedNow(): Set<Topic> {
    const wanted = new Set<Topic>();
    for (const topic of this.#deps.wanted()) {
      if (isPrivateTopic(topic) && !this.#deps.hasToken()) continue;
      if (wanted.size < topicsPerConnection) wanted.add(topic);
    }
    return wanted;
  }
}
