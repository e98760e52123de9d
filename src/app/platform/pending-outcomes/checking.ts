import { moneyDeadlineMs, moneySilenceMs } from '#protocol/core/limits.ts';
import { ApiRefusal, sendMoneyCall } from '../api/api.ts';
import { reachability } from '../offline/reachability.ts';
import { end, endAsDone, endedElsewhere, OutcomeUnclear, refusalOf } from './endings.ts';
import { type Outcome, outcomes } from './open-outcomes.ts';
import { changeOutcome, followOutcomes, isPastAsking, outcomeOf } from './outcome-store.ts';
import { deadlineOfQuestion, neverDeadline, verdictOf } from './verdict.ts';

/**
 * Asks the exchange again about what was sent and not answered: with the key and the body it was sent with, by one tab
 * at a time, more and more seldom, until it is known or the exchange may have forgotten the key.
 */

/** The wait before each question, by how many there were; the last one repeats. */
const waitsMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000] as const;
/** How long after the tap a request may still do it: its deadline, and what two clocks may differ by. */
const windowMs = moneyDeadlineMs + 2_000;
/** A tab that says nothing of what it sent for this long is gone. */
const ownerGoneMs = moneySilenceMs + 5_000;

/** When to ask about a key next, in epoch milliseconds of the device. */
const dueAt = new Map<string, number>();
const asking = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let following: (() => void) | null = null;

function waitAfter(tries: number): number {
  return waitsMs[Math.min(tries, waitsMs.length - 1)] ?? 0;
}

/** Follows what is open on this device, and asks about it. Runs until the page ends. */
export function startChecking(): void {
  if (following !== null) return;
  following = followOutcomes();
  outcomes.subscribe(() => {
    for (const key of endedElsewhere()) endHere(key);
    schedule();
  });
  let wasReachable = reachability.get().reachable;
  reachability.subscribe(() => {
    const isReachable = reachability.get().reachable;
    if (isReachable && !wasReachable) askAll();
    wasReachable = isReachable;
  });
  addEventListener('online', askAll);
  document.addEventListener('visibilitychange', askAll);
  schedule();
}

/** Asks about a key within a moment. */
export function checkSoon(key: string): void {
  startChecking();
  dueAt.set(key, Math.min(dueAt.get(key) ?? Number.POSITIVE_INFINITY, Date.now() + waitAfter(0)));
  schedule();
}

/** The exchange can be asked again: nothing waits for the end of a long pause. */
function askAll(): void {
  for (const [key, at] of dueAt) {
    // It was refused once: only its deadline makes that final.
    if (outcomeOf(key)?.refusal === null) dueAt.set(key, Math.min(at, Date.now() + waitAfter(0)));
  }
  schedule();
}

function isDueFor(outcome: Outcome, now: number): number | null {
  if (outcome.state === 'sent') return Math.max(outcome.at + ownerGoneMs, dueAt.get(outcome.key) ?? 0);
  return outcome.state === 'unknown' ? (dueAt.get(outcome.key) ?? now) : null;
}

function schedule(): void {
  clearTimeout(timer);
  for (const key of dueAt.keys()) if (outcomeOf(key) === null) dueAt.delete(key);
  if (document.hidden || !reachability.get().reachable) return;
  const now = Date.now();
  let next = Number.POSITIVE_INFINITY;
  for (const outcome of outcomes.get()) {
    const due = asking.has(outcome.key) ? null : isDueFor(outcome, now);
    if (due === null) continue;
    if (due <= now) void ask(outcome);
    else next = Math.min(next, due);
  }
  if (next < Number.POSITIVE_INFINITY) timer = setTimeout(schedule, next - now);
}

async function ask(outcome: Outcome): Promise<void> {
  const { key } = outcome;
  asking.add(key);
  try {
    await alone(key, () => askOnce(key));
  } finally {
    asking.delete(key);
    const now = outcomeOf(key);
    if (now === null) dueAt.delete(key);
    else dueAt.set(key, nextAt(now));
    schedule();
  }
}

/** A refusal is final once the deadline has passed: then it is time to ask again. */
function nextAt({ tries, refusal, at }: Outcome): number {
  const next = Date.now() + waitAfter(tries);
  return refusal === null ? next : Math.max(next, Math.min(at + windowMs, Date.now() + windowMs));
}

/** Two tabs do not ask at once; where a browser has no locks both may, and the exchange does it once all the same. */
async function alone(key: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(`dunlin.outcome.${key}`, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
  });
}

async function askOnce(key: string): Promise<void> {
  const outcome = outcomeOf(key);
  if (outcome === null || (outcome.state !== 'unknown' && outcome.state !== 'sent')) return;
  if (isPastAsking(outcome, Date.now())) {
    end(key, 'unclear', new OutcomeUnclear('past asking'));
    return;
  }
  const mayStill = deadlineOfQuestion(outcome, Date.now(), windowMs) !== neverDeadline;
  // What needed a proof cannot be done again without it: the question only asks.
  const deadline = outcome.hasProof ? neverDeadline : deadlineOfQuestion(outcome, Date.now(), windowMs);
  changeOutcome(key, { state: 'unknown', tries: outcome.tries + 1 });
  try {
    // The body is what it was: it was checked when it was first sent.
    endAsDone(key, await sendMoneyCall(outcome.call, outcome.asked as never, { key, deadline, silent: true }));
  } catch (error) {
    const verdict = verdictOf(error);
    if (verdict === 'not-done' && !(outcome.hasProof && mayStill)) {
      end(key, 'not-done', refusalOf(outcomeOf(key) ?? outcome) ?? error);
    } else if (verdict === 'refused' && error instanceof ApiRefusal) {
      changeOutcome(key, { refusal: { code: error.code, data: error.data } });
    }
  }
}

/** Another tab found out: a refusal is known, an answer is fetched for the form of this page. */
function endHere(key: string): void {
  const outcome = outcomeOf(key);
  if (outcome === null) return;
  const refusal = refusalOf(outcome);
  if (outcome.state === 'not-done' && refusal !== null) end(key, 'not-done', refusal);
  else if (outcome.state === 'unclear') end(key, 'unclear', new OutcomeUnclear('past asking'));
  else if (outcome.state === 'done') changeOutcome(key, { state: 'unknown' });
}
