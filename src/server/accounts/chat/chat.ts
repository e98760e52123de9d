import type { ChatMessage } from '#protocol/chat/entities.ts';
import { chatSnapshotSize } from '#protocol/core/limits.ts';
import { type ChatActs, createChatActs } from './acts.ts';
import type { ChatDeps } from './deps.ts';
import { mayReadGroup } from './community.ts';
import { mayRead } from './groups.ts';
import { messageAt, messagesBefore, removedOfLate, repliesTo } from './read-messages.ts';
import { groupOfOrder } from './talks/read-talks.ts';
import { UnconfirmedMessages } from './unconfirmed-messages.ts';

/** The initial state of a group's topic. */
interface GroupSnapshot {
  /** Oldest first, without gaps. */
  readonly messages: readonly ChatMessage[];
  readonly removed: readonly number[];
}

/** The chat of a running exchange. */
export interface Chat extends ChatActs {
  /** Whether a user may read a group now. */
  mayRead(userId: bigint, group: bigint): Promise<boolean>;
  /** Whether a group id is valid; says nothing about access. */
  snapshot(group: bigint): Promise<GroupSnapshot>;
  /** Publishes messages sent or removed by writes whose outcome was never reported, as far as they are durable. */
  publishUnconfirmed(): Promise<void>;
  /** Calls back with new and changed messages of a group after their commit. Returns an unsubscribe function. */
  onMessages(listener: (group: string, messages: readonly ChatMessage[]) => void): () => void;
  /** Calls back with the order whose conversation a side has read further. */
  onTalkRead(listener: (order: string) => void): void;
  /** Publishes the newest line of an order's conversation after its commit, and what is missing before it. */
  orderChanged(order: bigint): Promise<void>;
  /** Calls back when read access of a user (or all, null) to a group (or all, null) may have changed. */
  onAccess(listener: (userId: bigint | null, group: string | null) => void): () => void;
  /** Publishes changes made outside this process. */
  messageChanged(group: bigint, number: number): Promise<void>;
  messageCame(group: bigint, number: number): Promise<void>;
  accessChanged(userId: bigint | null, group: bigint | null): void;
  /** The bytes of a picture or avatar that a user may see in a group; null for any other id. */
  readFile(userId: bigint, id: string): Promise<Buffer | null>;
}

/** Replies updated with the message they quote; older ones are updated with their page. */
const repliesPublished = 50;
const removedPublished = 200;

/** The chat over the store. */
export function createChat({ database, files, clock }: Pick<ChatDeps, 'database' | 'files' | 'clock'>): Chat {
  const messageListeners = new Set<(group: string, messages: readonly ChatMessage[]) => void>();
  const accessListeners = new Set<(userId: bigint | null, group: string | null) => void>();
  const readListeners = new Set<(order: string) => void>();
  const { pool } = database;
  const unconfirmed = new UnconfirmedMessages(clock);
  const acts = createChatActs({ database, files, clock, unconfirmed, published, messageChanged, talkRead });

  function talkRead(order: string): void {
    for (const listener of readListeners) listener(order);
  }

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
    mayRead: (userId, group) => mayRead(pool, userId, group, clock()),
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
    onTalkRead: (listener) => void readListeners.add(listener),
    async orderChanged(order) {
      const group = await groupOfOrder(pool, order);
      const message = group === null ? null : await messageAt(pool, group.id, group.lastNumber);
      if (message !== null) published(message.group, [message]);
    },
    async messageCame(group, number) {
      const message = await messageAt(pool, group, number);
      if (message !== null) published(String(group), [message]);
    },
    accessChanged(userId, group) {
      for (const listener of accessListeners) listener(userId, group === null ? null : String(group));
    },
    async readFile(userId, id) {
      const { rowCount } = await pool.query(fileForReader, [userId, id, clock()]);
      return rowCount === 0 ? null : files.readAny(id);
    },
  };
}

/** A picture of a message in a group the user reads, or the avatar of a member of one. */
const fileForReader = `
  SELECT 1 FROM files f, chat_community c, chat_people p
   WHERE f.id = $2 AND c.id = 1 AND p.user_id = $1
     AND ((f.purpose = 'chat' AND EXISTS (
             SELECT 1 FROM chat_messages m
               JOIN chat_members r ON r.group_id = m.group_id
               JOIN chat_groups g ON g.id = m.group_id
              WHERE m.image = f.id AND r.user_id = $1 AND NOT r.removed AND ${mayReadGroup('$3::bigint')}))
       OR (f.purpose = 'avatar' AND EXISTS (
             SELECT 1 FROM users u
               JOIN chat_members theirs ON theirs.user_id = u.id
               JOIN chat_members mine ON mine.group_id = theirs.group_id
               JOIN chat_groups g ON g.id = mine.group_id AND ${mayReadGroup('$3::bigint')}
              WHERE u.id = f.owner AND u.avatar = f.id AND mine.user_id = $1 AND NOT mine.removed)))`;
