import { minuteMs } from '#protocol/core/durations.ts';

/** An app that was out of sight for this long is locked when it is seen again. */
export const lockAfterHiddenMs = 3 * minuteMs;

/**
 * Whether an app that is seen again must be unlocked first.
 *
 * @param hiddenAtMs when it went out of sight; null when it was in sight all the time
 */
export function mustLock(isUnlockOn: boolean, hiddenAtMs: number | null, nowMs: number): boolean {
  // A clock that was set back does not show how long it was.
  return isUnlockOn && hiddenAtMs !== null && (nowMs < hiddenAtMs || nowMs - hiddenAtMs >= lockAfterHiddenMs);
}
