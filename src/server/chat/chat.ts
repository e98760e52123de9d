import * as v from 'valibot';
import { chatAct, type ChatMessage, type CheckedChatAct } from '../../contract/entities/chat.ts';
import { chatMessageKey } from '../../contract/entities/chat.ts';
import { chatReportsPerHour, chatSnapshotSize } from '../../contract/limits.ts';
import { countAttempt } from '../accounts/attempts.ts';
import type { Clock } from '../clock.ts';
import type { Files } from '../files/files.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { isAdmitted } from './community.ts';
import { mayRead } from './groups.ts';
import { messageAt, messageOfKey, messagesBefore, removedOfLate, repliesTo } from './read-messages.ts';
import { emptyMessage } from './removal.ts';
import { say } from './sending.ts';
import { UnheardMessages } from './unheard-messages.ts';

/** What a group's topic begins with. */
export interface GroupSnapshot {
  /** Oldest first, without a gap. */
  readonly messages: readonly ChatMessage[];
  readonly removed: readonly number[];
}

export interface ChatDeps {
  readonly database: Database;
  readonly files: Files;
  readonly clock: Clock;
}

/** The chat of a running exchange. */
export interface Chat {
  /** Whether a person may read a group now. */
  mayRead(userId: bigint, group: bigint): Promise<boolean>;
  /** Whether there may be such a group at all; decides nothing about who may read it. */
  snapshot(group: bigint): Promise<GroupSnapshot>;
  /**
   * Does what a person asks for over the stream; when it resolves it is durable.
   *
   * @param id the name of the act: of what is said, the message's key
   * @param asked as it came, nothing of it is known to be true
   * @returns the message concerned as it stands, or null
   * @throws Refusal
   */
  act(userId: bigint, id: string, asked: unknown): Promise<ChatMessage | null>;
  /** Tells of what was said or removed by a write whose outcome nobody was told, as far as it is durable. */
  tellUnheard(): Promise<void>;
  /** Hears of new and changed messages of a group after their commit. Returns the way to stop hearing. */
  onMessages(listener: (group: string, messages: readonly ChatMessage[]) => void): () => void;
  /** Hears that a person (or everybody, null) may have lost or won the right to read (a group, or all: null). */
  onAccess(listener: (userId: bigint | null, group: string | null) => void): () => void;
  /** Tells what changed outside of this process. */
  messageChanged(group: bigint, number: number): Promise<void>;
  messageCame(group: bigint, number: number): Promise<void>;
  accessChanged(userId: bigint | null, group: bigint | null): void;
  /** The bytes of a picture or a portrait that a person sees in a group; null for any other id. */
  readFile(userId: bigint, id: string): Promise<Buffer | null>;
}

/** Replies that change with the message they quote; older ones are told with their page. */
const repliesTold = 50;
const removedTold = 200;
const hourMs = 3_600_000;

export function createChat({ database, files, clock }: ChatDeps): Chat {
  const messageListeners = new Set<(group: string, messages: readonly ChatMessage[]) => void>();
  const accessListeners = new Set<(userId: bigint | null, group: string | null) => void>();
  const { pool } = database;
  const unheard = new UnheardMessages(clock);

  function told(group: string, messages: readonly ChatMessage[]): void {
    for (const listener of messageListeners) listener(group, messages);
  }

  async function messageChanged(group: bigint, number: number): Promise<void> {
    const changed = await messageAt(pool, group, number);
    if (changed === null) return;
    const replies = await repliesTo(pool, group, number, repliesTold);
    told(String(group), [changed, ...replies]);
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
    const wish = read.output;
    const group = BigInt(wish.group);
    switch (wish.do) {
      case 'say': {
        const saying = database.transaction((tx) => say(tx, files, userId, id, wish, clock()));
        const { message, isNew } = await unheard.watch(saying, async () => {
          const said = await messageOfKey(pool, userId, id);
          if (said !== null) told(said.group, [said]);
          return said !== null;
        });
        if (isNew) told(wish.group, [message]);
        return message;
      }
      case 'read':
        await needsReader(userId, group);
        await pool.query(
          `UPDATE chat_members m SET read_through = greatest(m.read_through, least($3::bigint, g.last_number))
             FROM chat_groups g WHERE g.id = m.group_id AND m.group_id = $1 AND m.user_id = $2`,
          [group, userId, wish.through],
        );
        return null;
      case 'remove': {
        await needsReader(userId, group);
        const removing = database.transaction((tx) => emptyMessage(tx, group, wish.number, userId, clock()));
        const removed = await unheard.watch(removing, async () => {
          const isGone = (await messageAt(pool, group, wish.number))?.removed !== null;
          if (isGone) await messageChanged(group, wish.number);
          return isGone;
        });
        const message = await messageAt(pool, group, wish.number);
        // Removed before is removed: a second try tells what stands.
        const isOwn = message !== null && message.key !== null && (await isAuthor(userId, group, wish.number));
        if (!isOwn) throw new Refusal('notFound');
        if (removed) await messageChanged(group, wish.number);
        return message;
      }
      case 'report':
        await report(userId, wish);
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
    tellUnheard: () => unheard.look(),
    messageChanged,
    mayRead: (userId, group) => mayRead(pool, userId, group),
    async snapshot(group) {
      const newest = await messagesBefore(pool, group, Number.MAX_SAFE_INTEGER, chatSnapshotSize);
      return { messages: newest.toReversed(), removed: await removedOfLate(pool, group, removedTold) };
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
      if (message !== null) told(String(group), [message]);
    },
    accessChanged(userId, group) {
      for (const listener of accessListeners) listener(userId, group === null ? null : String(group));
    },
    async readFile(userId, id) {
      const { rows } = await pool.query<{ bytes: Buffer }>(fileForReader, [userId, id]);
      return rows[0]?.bytes ?? null;
    },
  };
}

/** A picture of a message in a group the person reads, or the portrait of somebody in one. */
const fileForReader = `
  SELECT f.bytes FROM files f, chat_community c, chat_people p
   WHERE f.id = $2 AND c.id = 1 AND p.user_id = $1 AND ${isAdmitted}
     AND ((f.purpose = 'chat' AND EXISTS (
             SELECT 1 FROM chat_messages m JOIN chat_members r ON r.group_id = m.group_id
              WHERE m.image = f.id AND r.user_id = $1 AND NOT r.removed))
       OR (f.purpose = 'avatar' AND EXISTS (
             SELECT 1 FROM users u
               JOIN chat_members theirs ON theirs.user_id = u.id
               JOIN chat_members mine ON mine.group_id = theirs.group_id
              WHERE u.id = f.owner AND u.avatar = f.id AND mine.user_id = $1 AND NOT mine.removed)))`;
