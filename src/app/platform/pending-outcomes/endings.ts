import type { Code } from '#protocol/core/codes.ts';
import { ApiRefusal } from '../api/api.ts';
import { OutcomeLeft } from '../api/outcome-left.ts';
import { type Outcome, outcomes } from './open-outcomes.ts';
import { changeOutcome, outcomeOf, removeOutcome } from './outcome-store.ts';

/** The outcome could not be determined in time: only the records show it. */
export class OutcomeUnclear extends Error {
  override readonly name = 'OutcomeUnclear';
}

interface Waiter {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Forms of this page that wait for an outcome, and how to stop the request that is under way. */
const waiters = new Map<string, Waiter[]>();
const aborts = new Map<string, () => void>();

export type EndState = 'done' | 'not-done' | 'unclear';
type EndListener = (outcome: Outcome, state: EndState) => void;

const listeners = new Set<EndListener>();

/** Calls back for every outcome that ended on this page and that no form waits for. @returns unsubscribe */
export function onOutcomeEnded(listener: EndListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Answers once it is known what became of a key. */
export function whenEnded<Answer>(key: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const waiter: Waiter = { resolve: (answer) => resolve(answer as Answer), reject };
    waiters.set(key, [...(waiters.get(key) ?? []), waiter]);
  });
}

export function keepAbort(key: string, abort: () => void): void {
  aborts.set(key, abort);
}

/** Whether this page was notified already. */
export function isEnded(key: string): boolean {
  return !aborts.has(key) && !waiters.has(key);
}

function leaveAll(key: string, report: (waiter: Waiter) => void): boolean {
  const waiting = waiters.get(key) ?? [];
  waiters.delete(key);
  const abort = aborts.get(key);
  aborts.delete(key);
  abort?.();
  for (const waiter of waiting) report(waiter);
  return waiting.length > 0;
}

/** Ends an outcome that is not stored, as without a session. */
export function settled(key: string, error: unknown): void {
  leaveAll(key, ({ reject }) => reject(error));
}

/** It was done: a waiting caller gets the answer; without one it stays in the list until it was seen. */
export function endAsDone(key: string, answer: unknown): void {
  const isShown = leaveAll(key, ({ resolve }) => resolve(answer));
  finish(key, 'done', isShown);
}

/** @param error what a waiting caller gets */
export function end(key: string, state: 'not-done' | 'unclear', error: unknown): void {
  const refusal = error instanceof ApiRefusal ? { code: error.code, data: error.data } : null;
  const isShown = leaveAll(key, ({ reject }) => reject(error));
  if (!isShown && refusal !== null) changeOutcome(key, { refusal });
  finish(key, state, isShown);
}

function finish(key: string, state: EndState, isShown: boolean): void {
  const outcome = outcomeOf(key);
  if (outcome === null) return;
  if (isShown) {
    removeOutcome(key);
    return;
  }
  if (outcome.state !== 'sent' && outcome.state !== 'unknown') return;
  changeOutcome(key, { state });
  const ended = outcomeOf(key);
  if (ended !== null) for (const listener of listeners) listener(ended, state);
}

/** Releases an unknown outcome: the form is free, and the result is shown on its own. */
export function leaveOutcome(key: string): void {
  if (outcomeOf(key)?.state !== 'unknown') return;
  const waiting = waiters.get(key) ?? [];
  waiters.delete(key);
  changeOutcome(key, { left: true });
  for (const { reject } of waiting) reject(new OutcomeLeft('left'));
}

/** The refusal that an outcome was ended with. */
export function refusalOf({ refusal }: Outcome): ApiRefusal | null {
  return refusal === null ? null : new ApiRefusal(refusal.code as Code, 'error', refusal.data);
}

/** Keys that forms of this page wait for although another tab ended or forgot them. */
export function endedElsewhere(): string[] {
  return [...waiters.keys()].filter((key) => {
    const found = outcomes.get().find((one) => one.key === key);
    return found !== undefined && found.state !== 'sent' && found.state !== 'unknown';
  });
}
