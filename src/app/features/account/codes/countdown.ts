import { useEffect, useState } from 'react';

/** Whole seconds until a moment, counted up so that zero means it has come. */
export function secondsUntil(untilMs: number | null, nowMs: number): number {
  return untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / 1_000));
}

/** Minutes and seconds, as in `0:42` and `14:05`. */
export function countdownText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Whole seconds until a moment, rendering once a second while there are any.
 *
 * @param untilMs epoch milliseconds of this device, because waits are reported as durations; null for no wait
 */
export function useSecondsUntil(untilMs: number | null): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(untilMs, Date.now()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      const nowMs = Date.now();
      const left = secondsUntil(untilMs, nowMs);
      setSeconds(left);
      // At the next whole second, so that the count neither skips nor lags.
      if (untilMs !== null && left > 0) timer = setTimeout(count, ((untilMs - nowMs) % 1_000) + 5);
    };
    count();
    return () => clearTimeout(timer);
  }, [untilMs]);
  return seconds;
}
