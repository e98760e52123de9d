import type { QueryClient } from '@tanstack/react-query';
import { minuteMs } from '../../../protocol/durations.ts';
import { type Code, codes } from '../../../protocol/codes.ts';
import { ApiRefusal, call } from '../api/api.ts';
import type { ReadMarkToSend, MessageToSend } from './chat-sending.ts';
import { changeDevice, readDevice } from '../storage/device-store.ts';
import { language } from '../language/language.ts';
import { observable } from '../observable.ts';
import { reachability } from './reachability.ts';
import { session } from '../session/session.ts';
import { readStored, removeStored, writeStored } from '../storage/storage.ts';
import type { ReplyToSend, WorkOrderToSend } from './work-order-sending.ts';

/**
 * Harmless writes that wait for the exchange (design section 4): kept on the device per account, sent in order once it
 * answers, gone at log-out. Nothing that moves money belongs here.
 */

/** How one kind of write is sent. */
interface Kind<Input> {
  /**
   * Sends it. When the answer is lost it is sent again with the same `id`, so it must then have no second effect.
   *
   * @param id of the write: the same at every try, another for every write
   */
  readonly send: (input: Input, id: string) => Promise<unknown>;
  /** Query roots whose answers it changes. */
  readonly refreshes: readonly string[];
  /**
   * A write that was refused, or given up, stays on the device and out of the way of the others, until the user tries
   * it again or deletes it: what somebody wrote is never lost silently.
   */
  readonly keepsRefused?: true;
  /** Runs once it no longer waits, sent or given up: lets go of what it held on the device. */
  readonly left?: (input: Input) => Promise<void>;
}

function kind<Input>(of: Kind<Input>): Kind<Input> {
  return of;
}

const noticeRoots = ['notice/list', 'notice/noticeNum'] as const;

const workOrderRoots = ['worker/order/list'] as const;
/** Removes the pictures of a work order or a reply from the device. */
const letGo = async ({ images }: Pick<ReplyToSend, 'images'>) => {
  if (images.length > 0) await (await import('./outbox-images.ts')).letGoOfImages(images);
};

const kinds = {
  /** A notice was opened. */
  'notice-read': kind<{ readonly id: string }>({
    send: ({ id }) => call('GET notice/info/{id}', { id, language: language.get() }),
    refreshes: noticeRoots,
  }),
  /** All notices up to one were marked read. */
  'notices-read': kind<{ readonly through: string }>({
    send: ({ through }) => call('PUT notice/readAll', { through }),
    refreshes: noticeRoots,
  }),
  /** A new work order; its id here is its client id there. */
  'work-order': kind<WorkOrderToSend>({
    send: async (input, id) => (await import('./work-order-sending.ts')).sendWorkOrder(input, id),
    refreshes: workOrderRoots,
    keepsRefused: true,
    left: letGo,
  }),
  /** A message to a group of the chat; its id here is its key there. */
  'chat-message': kind<MessageToSend>({
    send: async (input, id) => (await import('./chat-sending.ts')).sendChatMessage(input, id),
    refreshes: [],
    keepsRefused: true,
    left: ({ image }) => letGo({ images: image === null ? [] : [image] }),
  }),
  /** Up to where a group was read. */
  'chat-mark': kind<ReadMarkToSend>({
    send: async (input, id) => (await import('./chat-sending.ts')).sendReadMark(input, id),
    refreshes: [],
  }),
  /** A reply to a work order, or its closing. */
  'work-order-reply': kind<ReplyToSend>({
    send: async (input, id) => (await import('./work-order-sending.ts')).sendWorkOrderReply(input, id),
    refreshes: workOrderRoots,
    keepsRefused: true,
    left: letGo,
  }),
};

/** A kind of write that may wait. */
export type OutboxKind = keyof typeof kinds;
/** What a write of a kind is told with. */
type OutboxInput<K extends OutboxKind> = Parameters<(typeof kinds)[K]['send']>[0];

/** A write that waits. */
interface Waiting {
  readonly id: string;
  readonly kind: OutboxKind;
  readonly input: unknown;
  /** How often the exchange answered that it failed. */
  readonly failures: number;
  /** When it was written, in epoch milliseconds of the device. */
  readonly at?: number;
  /** Why it was refused: it is not sent again by itself. */
  readonly refused?: Code;
}

/** A write as a screen shows it while it waits. */
export interface WaitingWrite<K extends OutboxKind = OutboxKind> {
  readonly id: string;
  readonly input: OutboxInput<K>;
  readonly at: number;
  /** Null while it waits for its turn; else why the exchange refused it. */
  readonly refused: Code | null;
}

/** Writes that wait at most. */
export const outboxMax = 500;
/** A write that breaks the exchange this often is given up, so that it does not hold back what comes after it. */
export const outboxFailuresMax = 5;
/** The wait after an answer that says "later". */
const againMs = 10_000;
/** The wait after no answer came although the exchange can be reached, as when only the stream is away. */
const unansweredAgainMs = 2_000;

/** No more fits in: the user has to wait for a connection. */
export class OutboxFull extends Error {
  override readonly name = 'OutboxFull';
}

const keyOf = (account: string) => `outbox.${account}`;

/** Counts the changes of the list on this page: whoever shows what waits reads it again with each. */
export const outboxChanges = observable(0);

/** Changes the list; an empty one is removed, so that nothing tells who was here. */
async function changeList(account: string, change: (list: readonly Waiting[]) => readonly Waiting[]): Promise<void> {
  let texts = 0;
  await changeDevice<unknown>(keyOf(account), (list) => {
    const next = change(listOf(list));
    texts = next.filter(isWritten).length;
    // What goes is not missed, also when this page ends before the device says that it went.
    if (texts < countedWords(account)) countWords(account, texts);
    // What is written after a log-out would stay behind.
    return next.length === 0 || session.get()?.account !== account ? undefined : next;
  });
  if (session.get()?.account === account) countWords(account, texts);
  outboxChanges.set(outboxChanges.get() + 1);
}

/** The list as far as it can be understood: what lies on a device may be anything. */
function listOf(kept: unknown): readonly Waiting[] {
  if (!Array.isArray(kept)) return [];
  return kept.filter((one: Partial<Waiting> | null) => typeof one?.id === 'string' && typeof one.kind === 'string');
}

/** What a user wrote, unlike marks of what was read: it is missed when it is lost. */
function isWritten({ kind: of }: Waiting): boolean {
  return (kinds[of] as Kind<unknown> | undefined)?.keepsRefused === true;
}

/** How much of what a user wrote waits, in the other storage of the device: one of the two may be lost alone. */
const wordsKey = 'dunlin.waiting';

function countedWords(account: string): number {
  const [owner, count] = (readStored(wordsKey) ?? '').split(' ');
  return owner === account ? Number(count) || 0 : 0;
}

function countWords(account: string, count: number): void {
  if (count === 0) removeStored(wordsKey);
  else writeStored(wordsKey, `${account} ${count}`);
}

/**
 * How much of what the user wrote is no longer on the device although nobody sent it or gave it up; counted once.
 * Zero where the device cannot be read now: it may be later.
 */
async function lostTexts(): Promise<number> {
  const account = session.get()?.account;
  if (account === undefined || countedWords(account) === 0) return 0;
  let lost = 0;
  await changeDevice<unknown>(keyOf(account), (list) => {
    const texts = listOf(list).filter(isWritten).length;
    lost = Math.max(0, countedWords(account) - texts);
    if (lost > 0) countWords(account, texts);
    return list;
  });
  return lost;
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Keeps a write until the exchange was told; it is on the device when this settles. Told at once when it can be.
 *
 * @returns its id, or null for a visitor, of whom nothing is kept
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

async function readList(): Promise<readonly Waiting[]> {
  const account = session.get()?.account;
  return account === undefined ? [] : listOf(await readDevice<unknown>(keyOf(account)));
}

/** How many writes of the user wait. */
export async function waitingCount(): Promise<number> {
  return (await readList()).length;
}

/** What waits of one kind, oldest first, and what of it was refused. */
export async function waitingOf<K extends OutboxKind>(of: K): Promise<WaitingWrite<K>[]> {
  return (await readList())
    .filter((each) => each.kind === of)
    .map(({ id, input, at = 0, refused = null }) => ({ id, input: input as OutboxInput<K>, at, refused }));
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
 * @param onLost told when writes of an earlier visit are no longer on the device
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

/** Runs a task while no other tab does; without locks, as on pages without TLS, the server tells repeats apart. */
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
