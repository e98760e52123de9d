import * as v from 'valibot';
import { isBehind, type SeenEpoch } from '#server/core/store/identity.ts';
import type { StoreState } from '#server/core/store/store-health.ts';
import type { Bus } from '../bus/bus.ts';
import { readFrame } from '../bus/frame.ts';
import { type Announcement, announcementSchema } from '../bus/operations.ts';
import { announcementsSubject, type SubjectRoot } from '../bus/subjects.ts';

/** An engine that gave no heartbeat for this long is lost: three of them are missing. */
export const silenceMs = 3_500;
const lookEveryMs = 250;

/** The engine that owns the data, as it last announced itself. */
interface ActiveEngine {
  readonly engine: string;
  readonly epoch: number;
  readonly store: StoreState;
  readonly isReady: boolean;
}

/** Where an engine is in its announcements. */
interface Followed {
  readonly engine: string;
  readonly nth: number;
  readonly event: number;
  readonly connections: number;
}

type EngineEvent = NonNullable<Announcement['what']>;

interface EngineWatchDeps {
  readonly bus: Bus;
  readonly root: SubjectRoot;
  /** Called when, while no engine is active, one announces a lower epoch of the same data than was seen of it. */
  readonly onBehind?: (epoch: number, seen: number) => void;
  /** A monotonic time. */
  readonly nowMs?: () => number;
}

/**
 * Which engine is active: of the newest data, the one with the highest epoch of ownership that gives heartbeats. One that
 * was paused and wakes up after another took over announces a lower epoch, or older data, and is not listened to. Newer
 * data, as of a restored backup, begins afresh: whatever its epoch is.
 */
export class EngineWatch {
  readonly #nowMs: () => number;
  readonly #onBehind: NonNullable<EngineWatchDeps['onBehind']>;
  readonly #unfollow: readonly (() => void)[];
  readonly #timer: NodeJS.Timeout;
  readonly #engineListeners = new Set<(engine: ActiveEngine | null, isOther: boolean) => void>();
  readonly #eventListeners = new Set<(event: EngineEvent) => void>();
  readonly #missedListeners = new Set<() => void>();
  readonly #backListeners = new Set<() => void>();
  #active: ActiveEngine | null = null;
  #heardAtMs = 0;
  #highest: SeenEpoch | null = null;
  /** The engine that was followed last, also while it is lost, and its last event. */
  #followed: Followed | null = null;
  #left: string | null = null;
  #lostAtMs: number;

  constructor({ bus, root, onBehind = () => undefined, nowMs = () => performance.now() }: EngineWatchDeps) {
    this.#nowMs = nowMs;
    this.#onBehind = onBehind;
    this.#lostAtMs = nowMs();
    this.#unfollow = [
      bus.subscribe(announcementsSubject(root), (payload) => this.#hear(payload)),
      bus.onConnection((isConnected) => {
        if (!isConnected) this.#lose();
      }),
    ];
    this.#timer = setInterval(() => this.look(), lookEveryMs).unref();
  }

  /** The highest epoch of the newest data that was announced, also while no engine is active. */
  get highest(): SeenEpoch | null {
    return this.#highest;
  }

  get active(): ActiveEngine | null {
    return this.#active;
  }

  /** Whether the engine that is gone has announced it: what it was asked before is still answered. */
  get hasLeft(): boolean {
    return this.#active === null && this.#left !== null && this.#left === this.#followed?.engine;
  }

  /** For how long there has been no engine, in milliseconds; since the start when there was none yet. */
  get lostForMs(): number {
    return this.#active === null ? this.#nowMs() - this.#lostAtMs : 0;
  }

  /**
   * Calls back when the engine is lost (null), found, or announces another state; `isOther` when it is another process
   * than the last one.
   */
  onEngine(listener: (engine: ActiveEngine | null, isOther: boolean) => void): () => void {
    this.#engineListeners.add(listener);
    return () => this.#engineListeners.delete(listener);
  }

  /** Calls back with each event of the active engine. */
  onEvent(listener: (event: EngineEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  /** Calls back when events may have been missed: the engine is another one, or a number was left out. */
  onMissed(listener: () => void): () => void {
    this.#missedListeners.add(listener);
    return () => this.#missedListeners.delete(listener);
  }

  /** Calls back when the active engine lost its connection to the broker and has another one. */
  onBack(listener: () => void): () => void {
    this.#backListeners.add(listener);
    return () => this.#backListeners.delete(listener);
  }

  /** Loses an engine that is silent. */
  look(): void {
    if (this.#active !== null && this.#nowMs() - this.#heardAtMs > silenceMs) this.#lose();
  }

  /** An engine does not hear any more: it is lost until it gives a heartbeat. */
  gone(engine: string): void {
    if (this.#active?.engine === engine) this.#lose();
  }

  close(): void {
    clearInterval(this.#timer);
    for (const unfollow of this.#unfollow) unfollow();
  }

  #hear(payload: Uint8Array): void {
    const checked = v.safeParse(announcementSchema, readFrame(payload)?.head);
    if (!checked.success) return;
    const announced = checked.output;
    const { engine, epoch, identity, nth, event, connections, what } = announced;
    const seen: SeenEpoch = { store: identity, epoch };
    if (engine === this.#left) return;
    if (this.#highest !== null && isBehind(seen, this.#highest)) {
      const isSameData = identity.id === this.#highest.store.id;
      if (isSameData && this.#active === null) this.#onBehind(epoch, this.#highest.epoch);
      return;
    }
    const isOther = this.#followed?.engine !== engine;
    if (isOther && this.#highest?.store.id === identity.id && this.#highest.epoch === epoch) return;
    // Said again by somebody who heard it.
    if (!isOther && nth <= (this.#followed?.nth ?? 0)) return;
    this.#highest = seen;
    this.#heardAtMs = this.#nowMs();
    const last = this.#followed;
    const lastEvent = last?.event ?? 0;
    this.#followed = { engine, nth, event, connections };
    if (what?.kind === 'leaving') {
      this.#left = engine;
      this.#lose();
      return;
    }
    this.#follow({ engine, epoch, store: announced.store, isReady: announced.isReady }, isOther);
    if (!isOther && last?.connections !== connections) for (const back of this.#backListeners) back();
    if (isOther || event !== lastEvent + (what === null ? 0 : 1)) for (const missed of this.#missedListeners) missed();
    else if (what !== null) for (const listener of this.#eventListeners) listener(what);
  }

  #follow(next: ActiveEngine, isOther: boolean): void {
    const before = this.#active;
    this.#active = next;
    const isSame = before !== null && !isOther && before.store === next.store && before.isReady === next.isReady;
    if (!isSame) for (const listener of this.#engineListeners) listener(next, isOther);
  }

  #lose(): void {
    if (this.#active === null) return;
    this.#active = null;
    this.#lostAtMs = this.#nowMs();
    for (const listener of this.#engineListeners) listener(null, false);
  }
}
