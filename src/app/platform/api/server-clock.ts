import { call } from './api.ts';
import { observable } from '../observable.ts';

/**
 * Server time on this device. Countdowns run on it and never on the device's own clock, which may be
 * wrong by hours (design section 2, "Time"). The stream's heartbeats keep it true; before the first
 * one `common/sysTime` is asked.
 */
const offset = observable<{ readonly offsetMs: number; readonly streamed: boolean } | null>(null);

/** Estimates that differ by less are the same: clocks shown to users have seconds. */
const noiseMs = 50;

/** Server time in epoch milliseconds; the device's own until something was learnt. */
export function serverNow(): number {
  return Date.now() + (offset.get()?.offsetMs ?? 0);
}

/** Whether server time was learnt; without it the device's own clock is all there is. */
export function serverTimeIsKnown(): boolean {
  return offset.get() !== null;
}

/** Called by the stream with server time minus device time. */
export function learnOffset(offsetMs: number): void {
  const known = offset.get();
  if (known?.streamed === true && Math.abs(known.offsetMs - offsetMs) < noiseMs) return;
  offset.set({ offsetMs, streamed: true });
}

/** Calls back when the estimate changes. */
export const onServerClockChange = offset.subscribe;

let asking: Promise<void> | null = null;

/** Asks `common/sysTime`, unless the time is known already or being asked for. Does nothing when there is no answer. */
export function askServerTime(): Promise<void> {
  if (offset.get() !== null) return Promise.resolve();
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<void> {
  const sentAtMs = Date.now();
  try {
    const { now } = await call('GET common/sysTime', {});
    if (offset.get() === null) offset.set({ offsetMs: now - (sentAtMs + Date.now()) / 2, streamed: false });
  } catch {
    // Unreachable: the device's clock is all there is, and the call itself reports reachability.
  }
}
