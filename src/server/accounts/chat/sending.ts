import type { ChatMessage, CheckedChatAct } from '#protocol/chat/entities.ts';
import { talkMessagesPerSideMax } from '#protocol/p2p/currencies.ts';
import { chatSendsMax, chatSendWindowMs } from '#protocol/core/limits.ts';
import type { Files } from '../files/files.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { isAdmitted, mutedUntil } from './community.ts';
import { messageAt, messageOfKey } from './read-messages.ts';
import type { StoredMention } from './tables.ts';

type Say = Extract<CheckedChatAct, { do: 'say' }>;

/** The message, and whether this attempt created it. */
export interface Said {
  readonly message: ChatMessage;
  readonly isNew: boolean;
}

/**
 * Adds a message to a group. Locks the author's row first, so that a user's concurrent messages are serialised, then
 * the group's, which assigns the number.
 *
 * @param key idempotency key of the author's device
 * @throws Refusal `notFound` for a group the user may not read, existing or not; `chatUpgrading`, `mutedInGroup` with
 *   `until`, `orderFinished` in the conversation of an order that ended, `quantityOutOfRange` with `most` for a
 *   side that has said so much there, `busyRetry` with `retryAfterMs`, `uploadPhotos`, `alreadyProcessed` for a key of a
 *   message in another group, `operationFailed` for an empty message
 */
export async function say(
  tx: Transaction,
  files: Files,
  author: bigint,
  key: string,
  act: Say,
  nowMs: number,
): Promise<Said> {
  const { client } = tx;
  const group = BigInt(act.group);
  const community = await admission(tx, author, group);
  const before = await messageOfKey(client, author, key);
  if (before !== null) {
    if (before.group !== act.group || !(await isMember(tx, author, group))) throw new Refusal('alreadyProcessed');
    return { message: before, isNew: false };
  }
  const place = await lockPlace(tx, author, group);
  if (community.closed && !place.isTalk) throw new Refusal('chatUpgrading');
  if (place.isEnded) throw new Refusal('orderFinished');
  if (place.isTalk) await checkTalkSpace(tx, author, group, place.lastNumber);
  if (place.mutedUntil > nowMs) throw new Refusal('mutedInGroup', { until: place.mutedUntil });
  if (act.text === '' && act.image === undefined) throw new Refusal('operationFailed');
  if (act.replyTo !== undefined && act.replyTo > place.lastNumber) throw new Refusal('operationFailed');
  await checkPace(tx, author, nowMs);

  const number = place.lastNumber + 1;
  const image =
    act.image === undefined ? null : await takeImage(tx, files, author, act.image, `chat ${group}/${number}`);
  const named = await mentionsOf(tx, group, author, act);
  await client.query(
    `INSERT INTO chat_messages
       (group_id, number, author, key, text, image, image_width, image_height, reply_to, mentions, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      group,
      number,
      author,
      key,
      act.text,
      image?.id ?? null,
      image?.width ?? null,
      image?.height ?? null,
      act.replyTo ?? null,
      JSON.stringify(named.map(({ handle, name }): StoredMention => ({ handle, name }))),
      nowMs,
    ],
  );
  await client.query('UPDATE chat_groups SET last_number = $2 WHERE id = $1', [group, number]);
  if (named.length > 0) {
    await client.query(
      'UPDATE chat_members SET mentioned_at = $2 WHERE group_id = $1 AND user_id = ANY($3::bigint[])',
      [group, number, named.map(({ userId }) => userId)],
    );
  }
  const message = await messageAt(client, group, number);
  if (message === null) throw new Error(`message ${number} of group ${group} was not stored`);
  return { message, isNew: true };
}

/** Locks the user's row; finds none when not admitted. For the conversation of an order, belonging to it decides. */
async function admission({ client }: Transaction, userId: bigint, group: bigint): Promise<{ closed: boolean }> {
  const { rows } = await client.query<{ closed: boolean }>(
    `SELECT c.closed FROM chat_people p, chat_community c
      WHERE p.user_id = $1 AND c.id = 1
        AND (${isAdmitted} OR EXISTS (
              SELECT FROM chat_groups g JOIN users u ON u.id = $1 WHERE g.id = $2 AND g.kind = 'order' AND NOT u.disabled))
      FOR UPDATE OF p`,
    [userId, group],
  );
  const [found] = rows;
  if (found === undefined) throw new Refusal('notFound');
  return found;
}

async function isMember({ client }: Transaction, userId: bigint, group: bigint): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT 1 FROM chat_members WHERE group_id = $1 AND user_id = $2 AND NOT removed',
    [group, userId],
  );
  return rowCount === 1;
}

async function lockPlace({ client }: Transaction, userId: bigint, group: bigint) {
  const { rows } = await client.query<{
    last_number: string;
    muted_until: string | null;
    kind: string;
    closed_at: string | null;
  }>(
    `SELECT g.last_number, g.kind, g.closed_at, ${mutedUntil} AS muted_until
       FROM chat_groups g JOIN chat_members m ON m.group_id = g.id AND m.user_id = $2
       JOIN chat_people p ON p.user_id = m.user_id
      WHERE g.id = $1 AND NOT m.removed FOR UPDATE OF g`,
    [group, userId],
  );
  const [found] = rows;
  if (found === undefined) throw new Refusal('notFound');
  return {
    lastNumber: Number(found.last_number),
    mutedUntil: Number(found.muted_until ?? 0),
    isTalk: found.kind === 'order',
    isEnded: found.closed_at !== null,
  };
}

/** Each side of an order's conversation has messages of its own: what the other side and the house say uses up none. */
async function checkTalkSpace({ client }: Transaction, author: bigint, group: bigint, said: number): Promise<void> {
  // A conversation shorter than what one side may say needs no count.
  if (said < talkMessagesPerSideMax) return;
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM chat_messages WHERE group_id = $1 AND author = $2',
    [group, author],
  );
  if ((rows[0]?.count ?? 0) >= talkMessagesPerSideMax) {
    throw new Refusal('quantityOutOfRange', { most: talkMessagesPerSideMax });
  }
}

async function checkPace({ client }: Transaction, author: bigint, nowMs: number): Promise<void> {
  const { rows } = await client.query<{ at: string }>(
    'SELECT at FROM chat_messages WHERE author = $1 AND at > $2 ORDER BY at DESC LIMIT $3',
    [author, nowMs - chatSendWindowMs, chatSendsMax],
  );
  if (rows.length < chatSendsMax) return;
  const oldest = Number(rows.at(-1)?.at ?? nowMs);
  throw new Refusal('busyRetry', { retryAfterMs: Math.max(1, oldest + chatSendWindowMs - nowMs) });
}

async function takeImage(tx: Transaction, files: Files, author: bigint, id: string, usedBy: string) {
  await files.use(tx, author, 'chat', [id], usedBy);
  const { rows } = await tx.client.query<{ id: string; width: number; height: number }>(
    'SELECT id, width, height FROM files WHERE id = $1',
    [id],
  );
  return rows[0] ?? null;
}

/** Members whose `@nickname` occurs in the text; other names are ignored. */
async function mentionsOf({ client }: Transaction, group: bigint, author: bigint, { mentions, text }: Say) {
  if (mentions.length === 0) return [];
  const { rows } = await client.query<{ handle: string; nickname: string; user_id: string }>(
    `SELECT p.handle, u.nickname, u.id AS user_id
       FROM chat_people p JOIN users u ON u.id = p.user_id
       JOIN chat_members m ON m.user_id = u.id AND m.group_id = $1 AND NOT m.removed
      WHERE p.handle = ANY($2) AND u.nickname IS NOT NULL AND u.id <> $3`,
    [group, [...mentions], author],
  );
  return rows
    .filter(({ nickname }) => text.includes(`@${nickname}`))
    .map(({ handle, nickname, user_id: userId }) => ({ handle, name: nickname, userId }));
}
