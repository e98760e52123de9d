import type { ChatMessage } from '../../../protocol/entities/chat.ts';
import { chatSnapshotSize } from '../../../protocol/limits.ts';
import { createChatActs } from './acts.ts';
import type { ChatDeps } from './deps.ts';
import { isAdmitted } from './community.ts';
import { mayRead } from './groups.ts';
import { messageAt, messagesBefore, removedOfLate, repliesTo } from './read-messages.ts';
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

/** The chat over the store. */
export function createChat({ database, files, clock }: Pick<ChatDeps, 'database' | 'files' | 'clock'>): Chat {
  const messageListeners = new Set<(group: string, messages: readonly ChatMessage[]) => void>();
  const accessListeners = new Set<(userId: bigint | null, group: string | null) => void>();
  const { pool } = database;
  const unconfirmed = new UnconfirmedMessages(clock);
  const acts = createChatActs({ database, files, clock, unconfirmed, published, messageChanged });

  function published(group: string, messages: readonly ChatMessage[]): void {
    for (const listener of messageListeners) listener(group, messages);
  }

  async function messageChanged(group: bigint, number: number): Promise<void> {
    const changed = await messageAt(pool, group, number);
    if (changed === null) return;
    const replies = await repliesTo(pool, group, number, repliesPublished);
    published(String(group), [changed, ...replies]);
  }

  return {
    act: (userId, id, asked) => acts.act(userId, id, asked),
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
