import { randomId } from '#protocol/core/text/random-id.ts';
import type { Code } from '#protocol/core/codes.ts';
import { changeDevice, readDevice } from '../storage/device-store.ts';
import { observable } from '../observable.ts';
import { session } from '../session/session.ts';
import { readStored, removeStored, writeStored } from '../storage/storage.ts';
import { type Kind, kinds, type OutboxInput, type OutboxKind } from './outbox-kinds.ts';

/** A write that waits. */
export interface Waiting {
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

/** No more fits in: the user has to wait for a connection. */
export class OutboxFull extends Error {
  override readonly name = 'OutboxFull';
}

const keyOf = (account: string) => `outbox.${account}`;

/** Counts the changes of the list on this page: screens that show it read it again with each. */
export const outboxChanges = observable(0);

/** Changes the list; an empty one is removed, so that no trace of the account stays. */
export async function changeList(
  account: string,
  change: (list: readonly Waiting[]) => readonly Waiting[],
): Promise<void> {
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
 * How many of the user's writes are no longer on the device although they were neither sent nor given up; counted once.
 * Zero where the device cannot be read now: it may be later.
 */
export async function lostTexts(): Promise<number> {
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

export function newId(): string {
  return randomId(crypto);
}

export async function readList(): Promise<readonly Waiting[]> {
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
