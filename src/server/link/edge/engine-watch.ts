import * as v from 'valibot';
import type { StoreState } from '../../core/store/store-health.ts';
import type { Bus } from '../wire/bus.ts';
import { readFrame } from '../wire/frame.ts';
import { type Announcement, announcementSchema } from '../wire/operations.ts';
import { announcementsSubject, type SubjectRoot } from '../wire/subjects.ts';

/** An engine that gave no sign of life for this long is lost: three of them are missing. */
export const silenceMs = 3_500;
const lookEveryMs = 250;

/** The engine that owns the data, as it last announced itself. */
export interface ActiveEngine {
  readonly engine: string;
  readonly epoch: number;
  readonly store: StoreState;
  readonly isReady: boolean;
}

type EngineEvent = NonNullable<Announcement['what']>;

/** What watching is given to work with. */
export interface EngineWatchDeps {
  readonly bus: Bus;
  readonly root: SubjectRoot;
  /** A monotonic time. */
  readonly nowMs?: () => number;
}

/**
 * Which engine is active: the one with the highest epoch of ownership that gives signs of life. One that was paused and
 * wakes up after another took over announces a lower epoch, and is not listened to.
 */
export class EngineWatch {
  readonly #nowMs: () => number;
  readonly #unfollow: readonly (() => void)[];
  readonly #timer: NodeJS.Timeout;
  readonly #engineListeners = new Set<(engine: ActiveEngine | null, isOther: boolean) => void>();
  readonly #eventListeners = new Set<(event: EngineEvent) => void>();
  readonly #missedListeners = new Set<() => void>();
  readonly #backListeners = new Set<() => void>();
  #active: ActiveEngine | null = null;
  #heardAtMs = 0;
  #epochMost = 0;
  /** The engine that was followed last, also while it is lost, and its last event. */
  #followed: { readonly engine: string; readonly event: number; readonly connections: number } | null = null;
  #left: string | null = null;
  #lostAtMs: number;

  constructor({ bus, root, nowMs = () => performance.now() }: EngineWatchDeps) {
    this.#nowMs = nowMs;
    this.#lostAtMs = nowMs();
    this.#unfollow = [
      bus.subscribe(announcementsSubject(root), (payload) => this.#hear(payload)),
      bus.onConnection((isConnected) => {
        if (!isConnected) this.#lose();
      }),
    ];
    this.#timer = setInterval(() => this.look(), lookEveryMs).unref();
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

  /** An engine does not hear any more: it is lost until it gives a sign of life. */
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
    const { engine, epoch, event, connections, what } = announced;
    if (epoch < this.#epochMost || engine === this.#left) return;
    const isOther = this.#followed?.engine !== engine;
    if (isOther && epoch === this.#epochMost && this.#followed !== null) return;
    this.#epochMost = epoch;
    this.#heardAtMs = this.#nowMs();
    const last = this.#followed;
    const lastEvent = last?.event ?? 0;
    this.#followed = { engine, event, connections };
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
