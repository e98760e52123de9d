import type { Topic, TopicKind } from '#protocol/core/stream/channels.ts';
import { topicKind } from '#protocol/core/stream/channels.ts';
import type { TopicUpdate } from '#hub/protocol.ts';
import type { TopicStore } from './topic-store.ts';

/**
 * Work on updates stops here within one frame and continues in the next: a long task is 50 ms, also on a slow phone.
 */
const frameBudgetMs = 6;
/** Topics whose cells may render again within one frame; React renders them after the budget was counted. */
const cellTopicsPerFrame = 8;
/**
 * Topics that a whole screen hangs on. Each of them renders in a frame of its own, which is neither one in which
 * updates were taken nor the one after, when charts draw them; and the frame after it is for what it asked for.
 */
const wideKinds: ReadonlySet<TopicKind | null> = new Set<TopicKind>(['account', 'contract']);
const wideWaits = 2;

export interface UpdateFramesDeps {
  /** Calls back in the next animation frame. */
  frame(callback: () => void): void;
  /** High-resolution time, for the frame's budget. */
  stopwatch(): number;
  /** Takes an update in; the topic's store when cells look at it. */
  take(update: TopicUpdate): TopicStore | null;
  /** Everything the hub sent was taken in and rendered. */
  taken(): void;
}

/** Takes updates in and renders them by animation frames, within a budget, so that no frame is late for input. */
export class UpdateFrames {
  readonly #deps: UpdateFramesDeps;
  readonly #inbox: TopicUpdate[] = [];
  readonly #dirty = new Set<TopicStore>();
  #frameAsked = false;
  #owesTaken = false;
  /** Frames, with this one, in which no wide topic renders. */
  #wideWaits = 0;

  constructor(deps: UpdateFramesDeps) {
    this.#deps = deps;
  }

  put(update: TopicUpdate): void {
    this.#inbox.push(update);
  }

  /** One message of the hub has been put in. */
  messageEnded(): void {
    this.#owesTaken = true;
    this.#askFrame();
  }

  /** What waits of a topic is not taken in. */
  dropFromInbox(topic: Topic): void {
    const kept = this.#inbox.filter((update) => update.topic !== topic);
    this.#inbox.splice(0, this.#inbox.length, ...kept);
  }

  /** The topic is released. */
  forget(store: TopicStore): void {
    this.#dirty.delete(store);
    this.dropFromInbox(store.topic);
  }

  #askFrame(): void {
    if (this.#frameAsked) return;
    this.#frameAsked = true;
    this.#deps.frame(() => this.#frame());
  }

  /**
   * The hub sends nothing more until all of this is done, so the inbox holds one message at most. It is acknowledged in
   * the next frame, when the updates have been rendered: a slow phone gets fewer messages by itself.
   */
  #frame(): void {
    this.#frameAsked = false;
    const taken = this.#takeWithinBudget();
    if (taken === 0 && this.#dirty.size === 0 && this.#owesTaken) {
      this.#owesTaken = false;
      this.#deps.taken();
      return;
    }
    if (taken > 0) this.#wideWaits = wideWaits;
    this.#renderSome();
    if (this.#wideWaits > 0) this.#wideWaits -= 1;
    if (this.#inbox.length > 0 || this.#dirty.size > 0 || this.#owesTaken) this.#askFrame();
  }

  /** How many updates were taken in. */
  #takeWithinBudget(): number {
    const startedAt = this.#deps.stopwatch();
    let taken = 0;
    while (taken < this.#inbox.length && this.#deps.stopwatch() - startedAt < frameBudgetMs) {
      const store = this.#deps.take(this.#inbox[taken] as TopicUpdate);
      if (store !== null) this.#dirty.add(store);
      taken += 1;
    }
    this.#inbox.splice(0, taken);
    return taken;
  }

  #renderSome(): void {
    let rendered = 0;
    for (const store of this.#dirty) {
      const wide = wideKinds.has(topicKind(store.topic));
      if (wide && (rendered > 0 || this.#wideWaits > 0)) continue;
      this.#dirty.delete(store);
      store.notifyCells();
      rendered += wide ? cellTopicsPerFrame : 1;
      if (wide) this.#wideWaits = wideWaits;
      if (rendered >= cellTopicsPerFrame) break;
    }
  }
}
