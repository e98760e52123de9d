import { outcomeAskedMs } from '#protocol/core/limits.ts';
import { session } from '../session/session.ts';
import { readStored, removeStored, writeStored } from '../storage/storage.ts';
import { type Outcome, outcomes } from './open-outcomes.ts';

/**
 * Outcomes of calls that move money: stored on the device per account from before the request leaves
 * until the user knows how it ended. Gone at log-out like everything of the user.
 */

/** Outcomes one account may have open at once. */
export const outcomesMax = 20;

const keyPrefix = 'dunlin.outcomes.';

function storeKey(): string | null {
  const account = session.get()?.account;
  return account === undefined ? null : keyPrefix + account;
}

/** The list as far as it can be understood: what lies on a device may be anything. */
function parsed(text: string | null): readonly Outcome[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(list)) return [];
    return list.filter(
      (one: Partial<Outcome> | null): one is Outcome =>
        typeof one?.key === 'string' &&
        typeof one.call === 'string' &&
        typeof one.at === 'number' &&
        typeof one.tries === 'number' &&
        typeof one.asked === 'object',
    );
  } catch {
    return [];
  }
}

/** Reads again what the device holds: after a change of session, and when another tab wrote. */
export function readOutcomes(): void {
  const key = storeKey();
  const list = key === null ? [] : parsed(readStored(key));
  if (list.length > 0 || outcomes.get().length > 0) outcomes.set(list);
}

function change(next: (list: readonly Outcome[]) => readonly Outcome[]): void {
  const key = storeKey();
  if (key === null) return;
  // Another tab may have written since: the device is read, not this page's memory of it.
  const list = next(parsed(readStored(key)));
  if (list.length === 0) removeStored(key);
  else writeStored(key, JSON.stringify(list));
  outcomes.set(list);
}

const isOpen = ({ state }: Outcome) => state === 'sent' || state === 'unknown';

/** Too many outcomes are open: another one could not be stored. Nothing was sent. */
class TooManyOpen extends Error {
  override readonly name = 'TooManyOpen';
}

/** The open outcome of an intent, or null: the same thing asked for again is the same order. */
export function openOutcome(intent: string): Outcome | null {
  readOutcomes();
  return outcomes.get().find((one) => one.intent === intent && isOpen(one)) ?? null;
}

/**
 * Keeps an outcome, before its request leaves. Ended ones give way to it.
 *
 * @throws TooManyOpen when all stored outcomes are still open
 */
export function addOutcome(outcome: Outcome): void {
  readOutcomes();
  if (outcomes.get().filter(isOpen).length >= outcomesMax) throw new TooManyOpen('too many open outcomes');
  change((list) => {
    const spare = list.length + 1 - outcomesMax;
    const giveWay = new Set(spare > 0 ? list.filter((one) => !isOpen(one)).slice(0, spare) : []);
    return [...list.filter((one) => !giveWay.has(one)), outcome];
  });
}

/** Changes an outcome that is still there. */
export function changeOutcome(key: string, to: Partial<Outcome>): void {
  change((list) => list.map((one) => (one.key === key ? { ...one, ...to } : one)));
}

/** Forgets an outcome: the user knows. */
export function removeOutcome(key: string): void {
  change((list) => list.filter((one) => one.key !== key));
}

/** The outcome of a key as the device has it, or null. */
export function outcomeOf(key: string): Outcome | null {
  return outcomes.get().find((one) => one.key === key) ?? null;
}

/** Whether the exchange may have forgotten the key. A clock that was set back counts as old too. */
export function isPastAsking(outcome: Outcome, nowMs: number): boolean {
  return Math.abs(nowMs - outcome.at) > outcomeAskedMs;
}

/** Follows other tabs and the session. @returns how to stop */
export function followOutcomes(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === storeKey()) readOutcomes();
  };
  addEventListener('storage', onStorage);
  const stop = session.subscribe(readOutcomes);
  readOutcomes();
  return () => {
    removeEventListener('storage', onStorage);
    stop();
  };
}
