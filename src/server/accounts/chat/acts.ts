import type { Pool } from 'pg';
import * as v from 'valibot';
import { hourMs } from '#protocol/core/durations.ts';
import { chatAct, chatMessageKey, type ChatMessage, type CheckedChatAct } from '#protocol/chat/entities.ts';
import { chatReportsPerHour } from '#protocol/core/limits.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { countAttempt } from '../rate-limits/rate-limit.ts';
import type { ChatDeps } from './deps.ts';
import { mayRead } from './groups.ts';
import { messageAt, messageOfKey } from './read-messages.ts';
import { emptyMessage } from './removal.ts';
import { say } from './sending.ts';
import type { UnconfirmedMessages } from './unconfirmed-messages.ts';

type Act<Do extends CheckedChatAct['do']> = Extract<CheckedChatAct, { do: Do }>;

interface ChatActsDeps extends Pick<ChatDeps, 'database' | 'files' | 'clock'> {
  readonly unconfirmed: UnconfirmedMessages;
  /** Publishes new messages to the readers of their group. */
  readonly published: (group: string, messages: readonly ChatMessage[]) => void;
  /** Publishes a changed message and the replies that quote it. */
  readonly messageChanged: (group: bigint, number: number) => Promise<void>;
  /** Publishes how far the conversation of an order was read. */
  readonly talkRead: (order: string) => void;
}

/** What users do in the chat. */
export interface ChatActs {
  /**
   * Executes a user's action from the stream; durable when it resolves.
   *
   * @param id the id of the action; for a message, its key
   * @param asked as received, unvalidated
   * @returns the message concerned in its current state, or null
   * @throws Refusal
   */
  act(userId: bigint, id: string, asked: unknown): Promise<ChatMessage | null>;
}

/** Chat actions of users over the stream: send, mark read, remove, report. */
export function createChatActs(deps: ChatActsDeps): ChatActs {
  const { database, files, clock, unconfirmed, published, messageChanged, talkRead } = deps;
  const { pool } = database;

  async function needsReader(userId: bigint, group: bigint): Promise<void> {
    if (!(await mayRead(pool, userId, group, clock()))) throw new Refusal('notFound');
  }

  async function said(userId: bigint, id: string, input: Act<'say'>): Promise<ChatMessage> {
    const saying = database.transaction((tx) => say(tx, files, userId, id, input, clock()));
    const { message, isNew } = await unconfirmed.watch(saying, async () => {
      const found = await messageOfKey(pool, userId, id);
      if (found !== null) published(found.group, [found]);
      return found !== null;
    });
    if (isNew) published(input.group, [message]);
    return message;
  }

  async function markRead(userId: bigint, { group, through }: Act<'read'>): Promise<void> {
    await needsReader(userId, BigInt(group));
    const order = await writeReadMark(pool, userId, BigInt(group), through);
    if (order !== null) talkRead(order);
  }

  async function remove(userId: bigint, input: Act<'remove'>): Promise<ChatMessage> {
    const group = BigInt(input.group);
    await needsReader(userId, group);
    // What was said about an order is evidence.
    const isEvidence = (await messageAt(pool, group, input.number))?.order !== undefined;
    if (isEvidence) throw new Refusal('operationFailed');
    const removing = database.transaction((tx) => emptyMessage(tx, group, input.number, userId, clock()));
    const removed = await unconfirmed.watch(removing, async () => {
      const isGone = (await messageAt(pool, group, input.number))?.removed !== null;
      if (isGone) await messageChanged(group, input.number);
      return isGone;
    });
    const message = await messageAt(pool, group, input.number);
    // Removing twice is idempotent: a repeat returns the current state.
    const isOwn = message !== null && message.key !== null && (await isAuthor(pool, userId, group, input.number));
    if (!isOwn) throw new Refusal('notFound');
    if (removed) await messageChanged(group, input.number);
    return message;
  }

  async function act(userId: bigint, id: string, asked: unknown): Promise<ChatMessage | null> {
    const read = v.safeParse(chatAct, asked);
    if (!read.success || !v.is(chatMessageKey, id)) throw new Refusal('operationFailed');
    const input = read.output;
    switch (input.do) {
      case 'say':
        return said(userId, id, input);
      case 'read':
        await markRead(userId, input);
        return null;
      case 'remove':
        return remove(userId, input);
      case 'report':
        await needsReader(userId, BigInt(input.group));
        await report(deps, userId, input);
        return null;
    }
  }

  return { act };
}

/** Moves on how far a user has read a group. @returns the order whose conversation it is, if any */
async function writeReadMark(pool: Pool, userId: bigint, group: bigint, through: number): Promise<string | null> {
  const { rows } = await pool.query<{ fiat_order: string | null }>(
    `UPDATE chat_members m SET read_through = greatest(m.read_through, least($3::bigint, g.last_number))
       FROM chat_groups g WHERE g.id = m.group_id AND m.group_id = $1 AND m.user_id = $2 RETURNING g.fiat_order`,
    [group, userId, through],
  );
  return rows[0]?.fiat_order ?? null;
}

async function isAuthor(pool: Pool, userId: bigint, group: bigint, number: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'SELECT 1 FROM chat_messages WHERE group_id = $1 AND number = $2 AND author = $3',
    [group, number, userId],
  );
  return rowCount === 1;
}

/** @throws Refusal `verificationTooOften`; `notFound` for a missing message */
async function report(
  { database, clock }: Pick<ChatDeps, 'database' | 'clock'>,
  userId: bigint,
  { group, number, reason }: Act<'report'>,
): Promise<void> {
  const limit = { most: chatReportsPerHour, windowMs: hourMs };
  const key = { kind: 'chat-report', of: userId.toString() };
  const isWithin = await database.transaction((tx) => countAttempt(tx, key, limit, clock()));
  if (!isWithin) throw new Refusal('verificationTooOften');
  const { rowCount } = await database.pool.query(
    `INSERT INTO chat_reports (group_id, number, reporter, reason, at)
     SELECT m.group_id, m.number, $3, $4, $5 FROM chat_messages m WHERE m.group_id = $1 AND m.number = $2
     ON CONFLICT (group_id, number, reporter) DO UPDATE SET reason = excluded.reason`,
    [BigInt(group), number, userId, reason, clock()],
  );
  if (rowCount === 0) throw new Refusal('notFound');
}
