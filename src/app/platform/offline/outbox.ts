import type { QueryClient } from '@tanstack/react-query';
import { minuteMs } from '#protocol/core/durations.ts';
import { type Code, codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '../api/api.ts';
import { reachability } from './reachability.ts';
import { session } from '../session/session.ts';
import { type Kind, kinds, type OutboxInput, type OutboxKind } from './outbox-kinds.ts';
import { type Waiting, outboxMax, OutboxFull, changeList, lostTexts, newId, readList } from './outbox-store.ts';

/**
 * Harmless writes that wait for the exchange (design section 4): stored on the device per account, sent in order once
 * it answers, gone at log-out. Nothing that moves money belongs here.
 */

/** A write that breaks the exchange this often is given up, so that it does not hold back what comes after it. */
export const outboxFailuresMax = 5;

/** The wait after an answer that says "later". */
const againMs = 10_000;

/** The wait after no answer came although the exchange can be reached, as when only the stream is away. */
const unansweredAgainMs = 2_000;

/**
 * Stores a write until the exchange has it; it is on the device when this settles. Sent at once when possible.
 *
 * @returns its id, or null for a visitor, for whom nothing is stored
 * @throws OutboxFull when `outboxMax` wait already
 */
export async function enqueue<K extends OutboxKind>(of: K, input: OutboxInput<K>): Promise<string | null> {
  const account = session.get()?.account;
  if (account === undefined) return null;
  const id = newId();
  let isFull = false;
  await changeList(account, (list) => {
    isFull = list.length >= outboxMax;
    return isFull ? list : [...list, { id, kind: of, input, failures: 0, at: Date.now() }];
  });
  if (isFull) throw new OutboxFull('too much waits already');
  if (reachability.get().reachable) void sendWaiting();
  return id;
}

/** Sends a refused write again, as the last of those that wait. */
export async function retryWaiting(id: string): Promise<void> {
  const account = session.get()?.account;
  if (account === undefined) return;
  await changeList(account, (list) => {
    const { refused: _refused, ...again } = list.find((each) => each.id === id) ?? {};
    const rest = list.filter((each) => each.id !== id);
    return 'id' in again ? [...rest, { ...(again as Waiting), failures: 0 }] : rest;
  });
  if (reachability.get().reachable) void sendWaiting();
}

/** Forgets a write that waits or was refused. One that is under way just now may still arrive. */
export async function forgetWaiting(id: string): Promise<void> {
  const account = session.get()?.account;
  if (account === undefined) return;
  const gone = (await readList()).find((each) => each.id === id);
  await changeList(account, (list) => list.filter((each) => each.id !== id));
  if (gone !== undefined) await letGoOf(gone);
}

async function letGoOf({ kind: of, input }: Waiting): Promise<void> {
  const known = kinds[of] as Kind<unknown> | undefined;
  await known?.left?.(input);
}

let client: QueryClient | null = null;

let running: Promise<void> | null = null;

let isWanted = false;

let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends what waits whenever the exchange can be reached; also what an earlier visit left. Once per page.
 *
 * @param onLost called when writes of an earlier visit are no longer on the device
 */
export function startOutbox(queryClient: QueryClient, onLost: (count: number) => void): void {
  if (client !== null) return;
  client = queryClient;
  const reportLost = async () => {
    const count = await lostTexts().catch(() => 0);
    if (count > 0) onLost(count);
  };
  void reportLost();
  const send = () => {
    if (reachability.get().reachable) void sendWaiting();
  };
  reachability.subscribe(send);
  session.subscribe(send);
  send();
}

/** Sends what waits, in order, one after the other; of all tabs only one at a time does. */
export function sendWaiting(): Promise<void> {
  isWanted = true;
  // Where the device refuses, what waits is tried again with the next reason to.
  running ??= sendWhileWanted().catch(() => undefined);
  return running;
}

async function sendWhileWanted(): Promise<void> {
  try {
    // What came in while the last was on its way is not left behind.
    while (isWanted) {
      isWanted = false;
      await alone(sendAll);
    }
  } finally {
    running = null;
  }
}

/** Runs a task while no other tab does; without locks, as on pages without TLS, the server recognises repeats. */
function alone(task: () => Promise<void>): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  return locks === undefined ? task() : locks.request('dunlin.outbox', task);
}

async function sendAll(): Promise<void> {
  clearTimeout(again);
  const account = session.get()?.account;
  if (account === undefined) return;
  const roots = new Set<string>();
  while (session.get()?.account === account) {
    const first = (await readList()).find(({ refused }) => refused === undefined);
    if (first === undefined || (await sendOne(account, first)) === 'later') break;
    for (const root of kinds[first.kind]?.refreshes ?? []) roots.add(root);
  }
  for (const root of roots) void client?.invalidateQueries({ queryKey: [root] });
}

function sendLater(waitMs: number): 'later' {
  again = setTimeout(() => void sendWaiting(), waitMs);
  return 'later';
}

async function sendOne(account: string, first: Waiting): Promise<'done' | 'later'> {
  const change = (change: (one: Waiting) => Waiting | null) =>
    changeList(account, (list) => list.flatMap((each) => (each.id === first.id ? (change(each) ?? []) : [each])));
  const outcome = await trySending(first);
  if (outcome.was === 'unanswered') return reachability.get().reachable ? sendLater(unansweredAgainMs) : 'later';
  if (outcome.was === 'slowed') return sendLater(outcome.waitMs);
  if (outcome.was === 'failed' && first.failures + 1 < outboxFailuresMax) {
    await change((each) => ({ ...each, failures: each.failures + 1 }));
    return sendLater(againMs);
  }
  const { refused } = outcome;
  const isKept = refused !== null && kinds[first.kind]?.keepsRefused === true;
  await change((each) => (isKept ? { ...each, refused } : null));
  if (!isKept) await letGoOf(first);
  return 'done';
}

type Outcome =
  | { readonly was: 'answered' | 'failed'; readonly refused: Code | null }
  /** Too fast: it is asked again after a while, and not held against it. */
  | { readonly was: 'slowed'; readonly waitMs: number }
  | { readonly was: 'unanswered' };

/** What came of one try; a refusal is an answer too: nothing changes it. */
async function trySending({ kind: of, input, id }: Waiting): Promise<Outcome> {
  // A newer build may have left a kind that this one does not know.
  const known = kinds[of] as Kind<unknown> | undefined;
  if (known === undefined) return { was: 'answered', refused: null };
  try {
    await known.send(input, id);
    return { was: 'answered', refused: null };
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.type !== 'error') return { was: 'unanswered' };
    const { code, data } = error;
    const waitMs = (data as { readonly retryAfterMs?: unknown } | null)?.retryAfterMs;
    if (typeof waitMs === 'number') return { was: 'slowed', waitMs: Math.min(minuteMs, Math.max(100, waitMs)) };
    return { was: code === codes.serverError || code === codes.busyRetry ? 'failed' : 'answered', refused: code };
  }
}
