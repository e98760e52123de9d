import * as v from 'valibot';
import { hourMs } from '../../../protocol/durations.ts';
import { chatAct, type ChatMessage, type CheckedChatAct } from '../../../protocol/entities/chat.ts';
import { chatMessageKey } from '../../../protocol/entities/chat.ts';
import { chatReportsPerHour, chatSnapshotSize } from '../../../protocol/limits.ts';
import { countAttempt } from '../attempts/attempts.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { ChatDeps } from './deps.ts';
import { isAdmitted } from './community.ts';
import { mayRead } from './groups.ts';
import { messageAt, messageOfKey, messagesBefore, removedOfLate, repliesTo } from './read-messages.ts';
import { emptyMessage } from './removal.ts';
import { say } from './sending.ts';
import { UnconfirmedMessages } from './unconfirmed-messages.ts';

/** What a group's topic begins with. */
export interface GroupSnapshot {
  /** Oldest first, without a gap. */
  readonly messages: readonly ChatMessage[];
  readonly removed: readonly number[];
}

/** The chat of a running exchange. */
export interface Chat {
  /** Whether a user may read a group now. */
  mayRead(userId: bigint, group: bigint): Promise<boolean>;
  /** Whether there may be such a group at all; decides nothing about who may read it. */
  snapshot(group: bigint): Promise<GroupSnapshot>;
  /**
   * Does what a user asks for over the stream; when it resolves it is durable.
   *
   * @param id the name of the act: of what is said, the message's key
   * @param asked as it came, nothing of it is known to be true
   * @returns the message concerned as it stands, or null
   * @throws Refusal
   */
  act(userId: bigint, id: string, asked: unknown): Promise<ChatMessage | null>;
  /** Tells of what was said or removed by a write whose outcome nobody was told, as far as it is durable. */
  publishUnconfirmed(): Promise<void>;
  /** Hears of new and changed messages of a group after their commit. Returns the way to stop hearing. */
  onMessages(listener: (group: string, messages: readonly ChatMessage[]) => void): () => void;
  /** Hears that a user (or everybody, null) may have lost or won the right to read (a group, or all: null). */
  onAccess(listener: (userId: bigint | null, group: string | null) => void): () => void;
  /** Tells what changed outside of this process. */
  messageChanged(group: bigint, number: number): Promise<void>;
  messageCame(group: bigint, number: number): Promise<void>;
  accessChanged(userId: bigint | null, group: bigint | null): void;
  /** The bytes of a picture or a portrait that a user sees in a group; null for any other id. */
  readFile(userId: bigint, id: string): Promise<Buffer | null>;
}

/** Replies that change with the message they quote; older ones are told with their page. */
const repliesPublished = 50;
const removedPublished = 200;

export function createChat({ database, files, clock }: Pick<ChatDeps, 'database' | 'files' | 'clock'>): Chat {
  const messageListeners = new Set<(group: string, messages: readonly ChatMessage[]) => void>();
  const accessListeners = new Set<(userId: bigint | null, group: string | null) => void>();
  const { pool } = database;
  const unconfirmed = new UnconfirmedMessages(clock);

  function published(group: string, messages: readonly ChatMessage[]): void {
    for (const listener of messageListeners) listener(group, messages);
  }

  async function messageChanged(group: bigint, number: number): Promise<void> {
    const changed = await messageAt(pool, group, number);
    if (changed === null) return;
    const replies = await repliesTo(pool, group, number, repliesPublished);
    published(String(group), [changed, ...replies]);
  }

  async function needsReader(userId: bigint, group: bigint): Promise<void> {
    if (!(await mayRead(pool, userId, group))) throw new Refusal('notFound');
  }

  async function report(userId: bigint, act: Extract<CheckedChatAct, { do: 'report' }>): Promise<void> {
    const group = BigInt(act.group);
    await needsReader(userId, group);
    const limit = { most: chatReportsPerHour, windowMs: hourMs };
    const key = { kind: 'chat-report', of: userId.toString() };
    const isWithin = await database.transaction((tx) => countAttempt(tx, key, limit, clock()));
    if (!isWithin) throw new Refusal('verificationTooOften');
    const { rowCount } = await pool.query(
      `INSERT INTO chat_reports (group_id, number, reporter, reason, at)
       SELECT m.group_id, m.number, $3, $4, $5 FROM chat_messages m WHERE m.group_id = $1 AND m.number = $2
       ON CONFLICT (group_id, number, reporter) DO UPDATE SET reason = excluded.reason`,
      [group, act.number, userId, act.reason, clock()],
    );
    if (rowCount === 0) throw new Refusal('notFound');
  }

  async function act(userId: bigint, id: string, asked: unknown): Promise<ChatMessage | null> {
    const read = v.safeParse(chatAct, asked);
    if (!read.success || !v.is(chatMessageKey, id)) throw new Refusal('operationFailed');
    const input = read.output;
    const group = BigInt(input.group);
    switch (input.do) {
      case 'say': {
        const saying = database.transaction((tx) => say(tx, files, userId, id, input, clock()));
        const { message, isNew } = await unconfirmed.watch(saying, async () => {
          const said = await messageOfKey(pool, userId, id);
          if (said !== null) published(said.group, [said]);
          return said !== null;
        });
        if (isNew) published(input.group, [message]);
        return message;
      }
      case 'read':
        await needsReader(userId, group);
        await pool.query(
          `UPDATE chat_members m SET read_through = greatest(m.read_through, least($3::bigint, g.last_number))
             FROM chat_groups g WHERE g.id = m.group_id AND m.group_id = $1 AND m.user_id = $2`,
          [group, userId, input.through],
        );
        return null;
      case 'remove': {
        await needsReader(userId, group);
        const removing = database.transaction((tx) => emptyMessage(tx, group, input.number, userId, clock()));
        const removed = await unconfirmed.watch(removing, async () => {
          const isGone = (await messageAt(pool, group, input.number))?.removed !== null;
          if (isGone) await messageChanged(group, input.number);
          return isGone;
        });
        const message = await messageAt(pool, group, input.number);
        // Removed before is removed: a second try tells what stands.
        const isOwn = message !== null && message.key !== null && (await isAuthor(userId, group, input.number));
        if (!isOwn) throw new Refusal('notFound');
        if (removed) await messageChanged(group, input.number);
        return message;
      }
      case 'report':
        await report(userId, input);
        return null;
    }
  }

  async function isAuthor(userId: bigint, group: bigint, number: number): Promise<boolean> {
    const { rowCount } = await pool.query(
      'SELECT 1 FROM chat_messages WHERE group_id = $1 AND number = $2 AND author = $3',
      [group, number, userId],
    );
    return rowCount === 1;
  }

  return {
    act,
    publishUnconfirmed: () => unconfirmed.look(),
    messageChanged,
    mayRead: (userId, group) => mayRead(pool, userId, group),
    async snapshot(group) {
      const newest = await messagesBefore(pool, group, Number.MAX_SAFE_INTEGER, chatSnapshotSize);
      return { messages: newest.toReversed(), removed: await removedOfLate(pool, group, removedPublished) };
    },
    onMessages(listener) {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
    onAccess(listener) {
      accessListeners.add(listener);
      return () => accessListeners.delete(listener);
    },
    async messageCame(group, number) {
      const message = await messageAt(pool, group, number);
      if (message !== null) published(String(group), [message]);
    },
    accessChanged(userId, group) {
      for (const listener of accessListeners) listener(userId, group === null ? null : String(group));
    },
    async readFile(userId, id) {
      const { rowCount } = await pool.query(fileForReader, [userId, id]);
      return rowCount === 0 ? null : files.readAny(id);
    },
  };
}

/** A picture of a message in a group the user reads, or the portrait of somebody in one. */
const fileForReader = `
  SELECT 1 FROM files f, chat_community c, chat_people p
   WHERE f.id = $2 AND c.id = 1 AND p.user_id = $1 AND ${isAdmitted}
     AND ((f.purpose = 'chat' AND EXISTS (
             SELECT 1 FROM chat_messages m JOIN chat_members r ON r.group_id = m.group_id
              WHERE m.image = f.id AND r.user_id = $1 AND NOT r.removed))
       OR (f.purpose = 'avatar' AND EXISTS (
             SELECT 1 FROM users u
               JOIN chat_members theirs ON theirs.user_id = u.id
               JOIN chat_members mine ON mine.group_id = theirs.group_id
              WHERE u.id = f.owner AND u.avatar = f.id AND mine.user_id = $1 AND NOT mine.removed)))`;
