import { call } from '../api/api.ts';
import { learnOffset } from '../api/server-clock.ts';
import { session } from '../session/session.ts';
import { StreamClient } from './stream-client.ts';

/** Calls back once after a while; returns how to prevent it. */
export function after(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}

/** The page's stream. Screens hold topics of it before and after `startStream`. */
export const stream = new StreamClient({
  now: Date.now,
  frame: (callback) => void requestAnimationFrame(callback),
  after,
  stopwatch: () => performance.now(),
  learnOffset,
  signedOut: () => void askWhetherSignedOut(),
});

/**
 * The stream may speak of a session that another tab has just replaced, so the exchange is asked with the one
 * in force: its answer sends the user to log-in or proves that all is well.
 */
async function askWhetherSignedOut(): Promise<void> {
  if (session.get() === null) return;
  try {
    await call('GET info', {});
  } catch {
    // What a refusal asks for is already under way; without an answer nothing is known.
  }
}

/** Everything on this page again from snapshots: what pulling to refresh means. */
export function refreshStream(): void {
  stream.refresh();
}
