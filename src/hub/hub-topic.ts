import type { Topic, TopicFrame, TopicKind } from '#protocol/core/stream/channels.ts';
import type { Accumulator } from './accumulators/accumulator.ts';
import { accumulator } from './accumulators/of-kind.ts';
import type { PolledFrame } from './polling/polling.ts';
import type { TopicSourceName, TopicUpdate } from './protocol.ts';

/** What a frame did to a topic. */
export type Taken = 'snapshot' | 'delta' | 'gap' | 'ignored';

/**
 * One topic as the hub knows it: the state that a second tab gets at once, and the place in the sequence.
 * After a gap nothing counts until the next snapshot.
 */
export class HubTopic {
  readonly topic: Topic;
  readonly kind: TopicKind;
  /** Where the last of it came from. */
  source: TopicSourceName = 'stream';
  #state: Accumulator | null = null;
  #seq: number | null = null;

  constructor(topic: Topic, kind: TopicKind) {
    this.topic = topic;
    this.kind = kind;
  }

  /** Whether deltas count: a snapshot came and none was missed since. */
  get inSequence(): boolean {
    return this.#seq !== null;
  }

  take(frame: TopicFrame): Taken {
    if (frame.is === 'snapshot') {
      this.source = 'stream';
      this.#state = accumulator(this.kind, 'state');
      this.#state.add(frame.data);
      this.#seq = frame.seq;
      return 'snapshot';
    }
    if (this.#seq === null || this.#state === null || frame.seq <= this.#seq) return 'ignored';
    if (frame.seq !== this.#seq + 1) {
      this.#seq = null;
      return 'gap';
    }
    this.#seq = frame.seq;
    this.#state.add(frame.data);
    return 'delta';
  }

  /** Takes what was polled. It has no place in the sequence: the stream goes on with a snapshot. */
  takePolled(frame: PolledFrame): Taken {
    if (frame.is === 'delta' && this.#state === null) return 'ignored';
    this.source = 'polled';
    this.#seq = null;
    if (frame.is === 'snapshot' || this.#state === null) this.#state = accumulator(this.kind, 'state');
    this.#state.add(frame.data);
    return frame.is;
  }

  /** The sequence is broken, as by a lost connection; the state stays as what was last known. */
  breakSequence(): void {
    this.#seq = null;
  }

  /** Forgets everything, as when the account changes. */
  clear(): void {
    this.#seq = null;
    this.#state = null;
  }

  /** The state as an update, or null before the first snapshot. */
  snapshot(): TopicUpdate | null {
    const data = this.#state?.read()[0];
    return data === undefined ? null : { topic: this.topic, is: 'snapshot', source: this.source, data };
  }
}
