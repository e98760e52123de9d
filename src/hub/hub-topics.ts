import { codes, type Code } from '#protocol/core/codes.ts';
import { isPrivateTopic, topicKind, type Topic, type TopicFrame } from '#protocol/core/stream/channels.ts';
import type { HubDeps } from './hub-deps.ts';
import { lingerMs, reconnectJitter, refusedAgainMaxMs, resyncAgainMs } from './hub-limits.ts';
import { HubTopic } from './hub-topic.ts';
import type { PolledFrame } from './polling/polling.ts';
import type { Tab } from './tab.ts';
import type { Upstream } from './upstream.ts';

/** Refusals that may pass. */
const askedAgain: ReadonlySet<Code> = new Set([codes.serverError, codes.busyRetry, codes.notFound]);

/** A topic that is held or was a moment ago, with its two timers. */
interface Kept {
  readonly topic: HubTopic;
  cancelLinger: (() => void) | null;
  cancelResync: (() => void) | null;
  /** How often in a row it was refused in a way that may pass. */
  refusals: number;
}

interface HubTopicsDeps {
  readonly hub: Pick<HubDeps, 'after' | 'random'>;
  readonly upstream: Pick<Upstream, 'wantedChanged' | 'resync'>;
  /** Visible tabs that hold a topic and may see it. */
  readonly holders: (topic: Topic) => readonly Tab[];
}

/** The topics that tabs hold: releases them a while after the last tab, and asks for snapshots until they come. */
export class HubTopics {
  readonly #deps: HubTopicsDeps;
  readonly #kept = new Map<Topic, Kept>();

  constructor(deps: HubTopicsDeps) {
    this.#deps = deps;
  }

  get(topic: Topic): HubTopic | undefined {
    return this.#kept.get(topic)?.topic;
  }

  /**
   * Keeps what is held, and releases the rest after a while.
   *
   * @param isSignedIn without it private topics are released at once
   */
  review(held: ReadonlySet<Topic>, isSignedIn: boolean): void {
    for (const topic of held) {
      const kept = this.#kept.get(topic);
      const kind = topicKind(topic);
      if (kept !== undefined) {
        kept.cancelLinger?.();
        kept.cancelLinger = null;
      } else if (kind !== null) {
        const added = new HubTopic(topic, kind);
        this.#kept.set(topic, { topic: added, cancelLinger: null, cancelResync: null, refusals: 0 });
      }
    }
    for (const [topic, kept] of this.#kept) {
      if (held.has(topic)) continue;
      if (isPrivateTopic(topic) && !isSignedIn) this.#forget(topic);
      else kept.cancelLinger ??= this.#deps.hub.after(lingerMs, () => this.#forget(topic));
    }
    this.#deps.upstream.wantedChanged();
  }

  /** What visible tabs hold. */
  held(): ReadonlySet<Topic> {
    return new Set([...this.#kept].filter(([, { cancelLinger }]) => cancelLinger === null).map(([topic]) => topic));
  }

  /** What is held first, so that what only lingers does not take its place when there is not room for both. */
  wanted(): Topic[] {
    const kept = [...this.#kept];
    const held = kept.filter(([, { cancelLinger }]) => cancelLinger === null);
    const lingering = kept.filter(([, { cancelLinger }]) => cancelLinger !== null);
    return [...held, ...lingering].map(([topic]) => topic);
  }

  take(frame: TopicFrame): void {
    const kept = this.#kept.get(frame.topic);
    if (kept === undefined) return;
    const taken = kept.topic.take(frame);
    if (taken === 'ignored') return;
    if (taken === 'gap') {
      this.resync(frame.topic);
      return;
    }
    if (taken === 'snapshot') {
      kept.refusals = 0;
      kept.cancelResync?.();
      kept.cancelResync = null;
    }
    for (const tab of this.#deps.holders(frame.topic)) tab.frame(kept.topic, frame, taken);
  }

  takePolled(frame: PolledFrame): void {
    const kept = this.#kept.get(frame.topic);
    if (kept === undefined) return;
    const taken = kept.topic.takePolled(frame);
    if (taken === 'ignored') return;
    for (const tab of this.#deps.holders(frame.topic)) tab.frame(kept.topic, frame, taken);
  }

  /** Asks for a snapshot, and again until it comes. */
  resync(topic: Topic): void {
    const kept = this.#kept.get(topic);
    if (kept === undefined) return;
    kept.topic.breakSequence();
    this.#deps.upstream.resync(topic);
    this.expectSnapshot(topic);
  }

  expectSnapshot(topic: Topic, withinMs = resyncAgainMs): void {
    const kept = this.#kept.get(topic);
    if (kept === undefined) return;
    kept.cancelResync?.();
    kept.cancelResync = this.#deps.hub.after(withinMs, () => this.resync(topic));
  }

  /** All topics begin again. */
  breakSequences(): void {
    for (const kept of this.#kept.values()) {
      kept.topic.breakSequence();
      kept.cancelResync?.();
      kept.cancelResync = null;
    }
  }

  /**
   * A topic is asked for again, each time after a longer wait, when the exchange failed, was busy, or does not know it yet, as
   * with a pair that had no price when the exchange started. After any other refusal a tab has to subscribe again.
   */
  refused(topic: Topic, code: Code): void {
    const kept = this.#kept.get(topic);
    if (kept === undefined) return;
    kept.cancelResync?.();
    kept.cancelResync = null;
    if (askedAgain.has(code)) {
      const waitMs = Math.min(refusedAgainMaxMs, resyncAgainMs * 2 ** kept.refusals);
      kept.refusals += 1;
      this.expectSnapshot(topic, waitMs * (1 + reconnectJitter * (2 * this.#deps.hub.random() - 1)));
    }
    for (const tab of this.#deps.holders(topic)) tab.post({ kind: 'refused', topic, code });
  }

  /** Forgets what private topics have come to. */
  clearPrivate(): void {
    for (const [topic, kept] of this.#kept) if (isPrivateTopic(topic)) kept.topic.clear();
  }

  forgetAll(): void {
    for (const topic of this.#kept.keys()) this.#forget(topic);
  }

  #forget(topic: Topic): void {
    const kept = this.#kept.get(topic);
    if (kept === undefined) return;
    kept.cancelLinger?.();
    kept.cancelResync?.();
    this.#kept.delete(topic);
    this.#deps.upstream.wantedChanged();
  }
}
