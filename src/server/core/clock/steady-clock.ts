import { uptime } from 'node:os';

/** Time sources. */
interface TimeSources {
  /** The host's clock in epoch milliseconds. It can be set, and then jumps. */
  readonly wall: () => number;
  /** Monotonic milliseconds from an arbitrary origin; keeps running while the host sleeps. */
  readonly elapsed: () => number;
}

/** A jump of the host's clock relative to elapsed time. */
export interface ClockStep {
  /** How far it jumped; negative means back. */
  readonly byMs: number;
  /** How far the host's clock is now ahead of the exchange's clock. */
  readonly apartMs: number;
}

/** A clock that never jumps. */
interface SteadyClock {
  /** In epoch milliseconds. */
  readonly now: () => number;
  /** How far the host's clock is ahead of this one, in milliseconds; negative: behind. */
  apartMs(): number;
  /** Calls back when the host's clock jumps. @returns unsubscribes */
  onStep(listener: (step: ClockStep) => void): () => void;
}

/** How often it is compared with the host's clock. */
const comparedEveryMs = 250;
/**
 * A larger difference between two checks is a jump; smaller ones are routine corrections by the host's time service.
 */
export const clockStepMs = 1_000;
/**
 * How fast it converges on the host's clock: ten milliseconds per second, so one hour takes about four days. Meanwhile
 * rounds, holds and sessions last 1% longer or shorter, and no jump decides anything.
 */
export const slewPerSecondMs = 10;

/**
 * A clock that starts at the host's time and then counts elapsed time. When the host's clock is set, it follows slowly;
 * it never goes back and never skips anything that is due. A restart adopts the host's clock at once.
 */
export function steadyClock({ wall, elapsed }: TimeSources): SteadyClock {
  const listeners = new Set<(step: ClockStep) => void>();
  let anchorMs = wall();
  let anchoredAt = elapsed();
  let apartMs = 0;
  let last = -Infinity;

  function compare(at: number): void {
    const passedMs = at - anchoredAt;
    const before = anchorMs + passedMs;
    const nowApartMs = wall() - before;
    const byMs = nowApartMs - apartMs;
    const mostMs = (passedMs * slewPerSecondMs) / 1_000;
    anchorMs = before + Math.max(-mostMs, Math.min(mostMs, nowApartMs));
    anchoredAt = at;
    apartMs = nowApartMs - (anchorMs - before);
    if (Math.abs(byMs) < clockStepMs) return;
    for (const listener of listeners) listener({ byMs, apartMs });
  }

  return {
    now() {
      const at = elapsed();
      if (at - anchoredAt >= comparedEveryMs) compare(at);
      last = Math.max(last, Math.floor(anchorMs + at - anchoredAt));
      return last;
    },
    apartMs: () => apartMs,
    onStep(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A gap this long means the host slept; less is the imprecision of its uptime. */
const sleptLeastMs = 1_000;
const sleepAskedEveryMs = 250;

/**
 * Elapsed time by `performance.now` plus the time the host slept, which only its uptime includes.
 *
 * @param awake milliseconds while the host was awake @param up milliseconds since it was switched on
 */
export function elapsedWithSleep(awake: () => number, up: () => number): () => number {
  const start = up() - awake();
  let sleptMs = 0;
  let askedAt = awake();
  return () => {
    const at = awake();
    if (at - askedAt >= sleepAskedEveryMs) {
      askedAt = at;
      const asleepMs = up() - at - start;
      if (asleepMs - sleptMs >= sleptLeastMs) sleptMs = asleepMs;
    }
    return at + sleptMs;
  };
}

/** The time sources of this host. */
export function hostTime(): TimeSources {
  // As they are at the start: what a test puts in their place for a while would leave the one clock of the process ahead.
  const [awake, wall] = [performance.now.bind(performance), Date.now];
  return { wall, elapsed: elapsedWithSleep(awake, () => uptime() * 1_000) };
}
