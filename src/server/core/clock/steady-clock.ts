import { uptime } from 'node:os';
import type { Clock } from './clock.ts';

/** What time is told by. */
export interface TimeSources {
  /** The host's clock in epoch milliseconds. It can be set, and then jumps. */
  readonly wall: () => number;
  /** Milliseconds since some start. Never set, and goes on while the host sleeps. */
  readonly elapsed: () => number;
}

/** A jump of the host's clock against the time that passed. */
export interface ClockStep {
  /** How far it jumped, ahead or back. */
  readonly byMs: number;
  /** How far the host's clock is now ahead of the exchange's. */
  readonly apartMs: number;
}

/** A clock that never jumps. */
export interface SteadyClock {
  readonly now: Clock;
  /** How far the host's clock is ahead of this one, in milliseconds; negative: behind. */
  apartMs(): number;
  /** Hears of jumps of the host's clock. @returns how to stop */
  onStep(listener: (step: ClockStep) => void): () => void;
}

/** How often, in time that passed, it is compared with the host's clock. */
const comparedEveryMs = 250;
/** What differs by more between two looks was a jump; less is what a host's time service corrects all the time. */
export const clockStepMs = 1_000;
/**
 * How fast it follows the host's clock where they are apart: ten milliseconds in a second, so that an hour takes some four
 * days. Rounds, holds and sessions last a hundredth longer or shorter meanwhile, and nothing is decided by a jump.
 */
export const slewPerSecondMs = 10;

/**
 * A clock that begins with the host's and then counts the time that really passes. When the host's clock is set, it
 * follows slowly; it never goes back, and never skips anything that is due. A start takes over the host's clock at once.
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

/** A host that slept this long was asleep; less is the roughness of its uptime. */
const sleptLeastMs = 1_000;
const sleepAskedEveryMs = 250;

/**
 * Time that passed by `performance.now`, together with the time the host slept, which only its uptime counts.
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

/** The sources of this host. */
export function hostTime(): TimeSources {
  const elapsed = elapsedWithSleep(
    () => performance.now(),
    () => uptime() * 1_000,
  );
  return { wall: () => Date.now(), elapsed };
}
