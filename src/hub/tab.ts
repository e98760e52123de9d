import { isPrivateTopic, type Topic, type TopicFrame } from '#protocol/core/stream/channels.ts';
import { topicsPerConnection } from '#protocol/core/limits.ts';
import type { Accumulator } from './accumulators/accumulator.ts';
import { accumulator } from './accumulators/of-kind.ts';
import type { HubDeps } from './hub-deps.ts';
import { changesMax, frameMs } from './hub-limits.ts';
import type { HubTopic, Taken } from './hub-topic.ts';
import type { HubMessage, TopicUpdate } from './protocol.ts';

/** Where the hub speaks to one tab. */
export interface HubPort {
  post(message: HubMessage): void;
  /** The hub has let the tab go. */
  closed?(): void;
}

/** What waits for the tab: the topic's state as it is when sent, or the sum of the changes. */
type Waiting = { readonly is: 'snapshot' } | { readonly is: 'delta'; readonly changes: Accumulator };

/**
 * One tab: the topics it holds, and what waits for it. Updates go out in one message, the next only after
 * the tab took the last one in (which it does in an animation frame), so a slow tab gets fewer and larger
 * messages and never a queue of them. A hidden tab gets none, and snapshots when it shows again.
 */
export class Tab {
  readonly topics = new Set<Topic>();
  token: string | null = null;
  generation = 0;
  visible = false;
  /** Stops waiting for the tab's end. */
  forgetLock: () => void = () => undefined;
  readonly #port: HubPort;
  readonly #deps: HubDeps;
  readonly #topicOf: (topic: Topic) => HubTopic | undefined;
  readonly #waiting = new Map<Topic, Waiting>();
  #taking = false;
  #cancelFlush: (() => void) | null = null;

  constructor(port: HubPort, deps: HubDeps, topicOf: (topic: Topic) => HubTopic | undefined) {
    this.#port = port;
    this.#deps = deps;
    this.#topicOf = topicOf;
  }

  post(message: HubMessage): void {
    this.#port.post(message);
  }

  /** Takes topics on; true when something is new. What the hub has of them is sent at once. */
  hold(topics: readonly Topic[]): boolean {
    let changed = false;
    for (const topic of topics) {
      if (this.topics.has(topic) || this.topics.size >= topicsPerConnection) continue;
      this.topics.add(topic);
      this.#wait(topic);
      changed = true;
    }
    return changed;
  }

  release(topics: readonly Topic[]): void {
    for (const topic of topics) {
      this.topics.delete(topic);
      this.#waiting.delete(topic);
    }
  }

  setVisible(visible: boolean): void {
    this.visible = visible;
    this.#taking = false;
    if (visible) this.refresh();
    else this.#quiet();
  }

  /** Everything from snapshots. */
  refresh(): void {
    for (const topic of this.topics) this.#wait(topic);
  }

  /** The tab took its last message in. */
  taken(): void {
    this.#taking = false;
    this.#schedule();
  }

  /** A frame of a topic that the tab holds and that the topic has just taken. */
  frame(topic: HubTopic, frame: Pick<TopicFrame, 'data'>, taken: Taken): void {
    if (!this.visible) return;
    if (taken === 'snapshot') {
      this.#wait(topic.topic);
      return;
    }
    let waiting = this.#waiting.get(topic.topic);
    if (waiting === undefined) {
      waiting = { is: 'delta', changes: accumulator(topic.kind, 'changes') };
      this.#waiting.set(topic.topic, waiting);
    }
    if (waiting.is === 'snapshot') return;
    waiting.changes.add(frame.data);
    if (waiting.changes.size > changesMax) this.#waiting.set(topic.topic, { is: 'snapshot' });
    this.#schedule();
  }

  /** Nothing of the topic may be sent any more. */
  drop(topic: Topic): void {
    this.#waiting.delete(topic);
  }

  /** Nothing of who was signed in may be sent any more. */
  dropPrivate(): void {
    for (const topic of this.#waiting.keys()) if (isPrivateTopic(topic)) this.#waiting.delete(topic);
  }

  close(): void {
    this.#quiet();
    this.forgetLock();
    this.#port.closed?.();
  }

  #wait(topic: Topic): void {
    if (!this.visible) return;
    this.#waiting.set(topic, { is: 'snapshot' });
    this.#schedule();
  }

  #quiet(): void {
    this.#waiting.clear();
    this.#cancelFlush?.();
    this.#cancelFlush = null;
  }

  #schedule(): void {
    if (this.#taking || this.#waiting.size === 0 || this.#cancelFlush !== null) return;
    this.#cancelFlush = this.#deps.after(frameMs, () => this.#flush());
  }

  #flush(): void {
    this.#cancelFlush = null;
    const updates: TopicUpdate[] = [];
    for (const [topic, waiting] of this.#waiting) {
      if (waiting.is === 'delta') {
        const source = this.#topicOf(topic)?.source ?? 'stream';
        for (const data of waiting.changes.read()) updates.push({ topic, is: 'delta', source, data });
        continue;
      }
      const snapshot = this.#topicOf(topic)?.snapshot() ?? null;
      if (snapshot !== null) updates.push(snapshot);
    }
    // A snapshot that is not there yet is sent when it comes.
    this.#waiting.clear();
    if (updates.length === 0) return;
    this.#taking = true;
    this.#port.post({ kind: 'updates', generation: this.generation, updates });
  }
}
