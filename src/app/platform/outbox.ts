import type { QueryClient } from '@tanstack/react-query';
import { codes } from '../../contract/codes.ts';
import { ApiRefusal, call } from './api.ts';
import { changeDevice, readDevice } from './device-store.ts';
import { language } from './language.ts';
import { reachability } from './reachability.ts';
import { session } from './session.ts';

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
}

function kind<Input>(of: Kind<Input>): Kind<Input> {
  return of;
}

const noticeRoots = ['notice/list', 'notice/noticeNum'] as const;

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
};

/** A kind of write that may wait. */
export type OutboxKind = keyof typeof kinds;
/** What a write of a kind is told with. */
export type OutboxInput<K extends OutboxKind> = Parameters<(typeof kinds)[K]['send']>[0];

/** A write that waits. */
interface Waiting {
  readonly id: string;
  readonly kind: OutboxKind;
  readonly input: unknown;
  /** How often the exchange answered that it failed. */
  readonly failures: number;
}

/** Writes that wait at most. */
export const outboxMax = 500;
/** A write that breaks the exchange this often is given up, so that it does not hold back what comes after it. */
export const outboxFailuresMax = 5;
/** The wait after an answer that says "later". */
const againMs = 10_000;

/** No more fits in: the person has to wait for a connection. */
export class OutboxFull extends Error {
  override readonly name = 'OutboxFull';
}

const keyOf = (account: string) => `outbox.${account}`;

/** Changes the list; an empty one is removed, so that nothing tells who was here. */
function changeList(account: string, change: (list: readonly Waiting[]) => readonly Waiting[]): Promise<void> {
  return changeDevice<readonly Waiting[]>(keyOf(account), (list) => {
    const next = change(list ?? []);
    // What is written after a log-out would stay behind.
    return next.length === 0 || session.get()?.account !== account ? undefined : next;
  });
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Keeps a write until the exchange was told; it is on the device when this settles. Told at once when it can be.
 *
 * @throws OutboxFull when `outboxMax` wait already
 */
export async function enqueue<K extends OutboxKind>(of: K, input: OutboxInput<K>): Promise<void> {
  const account = session.get()?.account;
  if (account === undefined) return;
  let isFull = false;
  await changeList(account, (list) => {
    isFull = list.length >= outboxMax;
    return isFull ? list : [...list, { id: newId(), kind: of, input, failures: 0 }];
  });
  if (isFull) throw new OutboxFull('too much waits already');
  if (reachability.get().reachable) void sendWaiting();
}

/** How many writes of the person wait. */
export async function waitingCount(): Promise<number> {
  const account = session.get()?.account;
  return account === undefined ? 0 : ((await readDevice<readonly Waiting[]>(keyOf(account))) ?? []).length;
}

let client: QueryClient | null = null;
let running: Promise<void> | null = null;
let isWanted = false;
let again: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits whenever the exchange can be reached; also what an earlier visit left. Once per page. */
export function startOutbox(queryClient: QueryClient): void {
  if (client !== null) return;
  client = queryClient;
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
  running ??= sendWhileWanted();
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
    const [first] = (await readDevice<readonly Waiting[]>(keyOf(account))) ?? [];
    if (first === undefined || (await sendOne(account, first)) === 'later') break;
    for (const root of kinds[first.kind]?.refreshes ?? []) roots.add(root);
  }
  for (const root of roots) void client?.invalidateQueries({ queryKey: [root] });
}

async function sendOne(account: string, first: Waiting): Promise<'done' | 'later'> {
  const remove = () => changeList(account, (list) => list.filter(({ id }) => id !== first.id));
  const outcome = await trySending(first);
  if (outcome === 'failed' && first.failures + 1 < outboxFailuresMax) {
    await changeList(account, (list) =>
      list.map((each) => (each.id === first.id ? { ...each, failures: each.failures + 1 } : each)),
    );
    again = setTimeout(() => void sendWaiting(), againMs);
    return 'later';
  }
  if (outcome === 'unanswered') return 'later';
  await remove();
  return 'done';
}

/** What came of one try; a refusal is an answer too: nothing changes it. */
async function trySending({ kind: of, input, id }: Waiting): Promise<'answered' | 'failed' | 'unanswered'> {
  // A newer build may have left a kind that this one does not know.
  const known = kinds[of] as Kind<unknown> | undefined;
  if (known === undefined) return 'answered';
  try {
    await known.send(input, id);
    return 'answered';
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.type !== 'error') return 'unanswered';
    return error.code === codes.serverError || error.code === codes.busyRetry ? 'failed' : 'answered';
  }
}
