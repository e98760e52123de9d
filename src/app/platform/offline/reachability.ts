import { observable, useObservable } from '../observable.ts';
import { reconnectMs } from '#protocol/core/limits.ts';

/** Whether the exchange answers, judged by real requests: `navigator.onLine` is true in a hotel without internet. */
interface Reachability {
  readonly reachable: boolean;
  /** When the exchange last answered, in epoch milliseconds of this device; null before the first answer. */
  readonly answeredAt: number | null;
}

export const reachability = observable<Reachability>({ reachable: true, answeredAt: null });

/** The moment of the last answer is rounded to this step. */
const answeredStepMs = 1_000;

/** Called by the call client for every answer, whatever it says. */
export function exchangeAnswered(nowMs: number): void {
  const before = reachability.get();
  // A subscriber need not hear of every answer, only of the second it came in.
  if (before.reachable && before.answeredAt !== null && nowMs - before.answeredAt < answeredStepMs) return;
  reachability.set({ reachable: true, answeredAt: nowMs });
}

/** Called by the call client when no answer came. */
export function exchangeSilent(): void {
  const before = reachability.get();
  if (before.reachable) reachability.set({ ...before, reachable: false });
}

export function useReachable(): boolean {
  return useObservable(reachability).reachable;
}

/** The first question after a failure comes sooner: often it was one lost packet. */
const firstProbeMs = 1_000;

/**
 * Asks again every few seconds while the exchange is silent and the page is seen, and at once when the network
 * comes back or the page is shown.
 *
 * @param probe one small request; it reports its own outcome
 */
export function watchReachability(probe: () => Promise<void>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  const ask = () => {
    clearTimeout(timer);
    if (document.hidden || reachability.get().reachable) return;
    asked = true;
    void probe().finally(schedule);
  };
  const schedule = () => {
    clearTimeout(timer);
    if (reachability.get().reachable) asked = false;
    else timer = setTimeout(ask, asked ? reconnectMs : firstProbeMs);
  };
  reachability.subscribe(schedule);
  addEventListener('online', ask);
  addEventListener('offline', exchangeSilent);
  document.addEventListener('visibilitychange', ask);
}
