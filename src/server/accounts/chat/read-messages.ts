import type pg from 'pg';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { type MessageRow, selection, toMessage } from './message-row.ts';

/** Anything that runs queries: the pool, or the client of a transaction. */
export type Asks = Pick<pg.Pool, 'query'>;

/**
 * Messages matching a condition over `m` (the message).
 *
 * @param condition SQL with `$1` … for `values`; never built from user input
 */
async function messagesWhere(asks: Asks, condition: string, values: readonly unknown[]): Promise<ChatMessage[]> {
  const { rows } = await asks.query<MessageRow>(`${selection} ${condition}`, [...values]);
  return rows.map(toMessage);
}

/** The newest messages before a number, newest first. */
export function messagesBefore(asks: Asks, group: bigint, before: number, size: number): Promise<ChatMessage[]> {
  return messagesWhere(asks, 'WHERE m.group_id = $1 AND m.number < $2 ORDER BY m.number DESC LIMIT $3', [
    group,
    before,
    size,
  ]);
}

/** The oldest messages after a number, oldest first. */
export function messagesAfter(asks: Asks, group: bigint, after: number, size: number): Promise<ChatMessage[]> {
  return messagesWhere(asks, 'WHERE m.group_id = $1 AND m.number > $2 ORDER BY m.number LIMIT $3', [
    group,
    after,
    size,
  ]);
}

/** One message, or null. */
export async function messageAt(asks: Asks, group: bigint, number: number): Promise<ChatMessage | null> {
  const [found] = await messagesWhere(asks, 'WHERE m.group_id = $1 AND m.number = $2', [group, number]);
  return found ?? null;
}

/** A message an author sent with a key, in any group; null for none. */
export async function messageOfKey(asks: Asks, author: bigint, key: string): Promise<ChatMessage | null> {
  const [found] = await messagesWhere(asks, 'WHERE m.author = $1 AND m.key = $2', [author, key]);
  return found ?? null;
}

/** The newest message of each of several groups. */
export async function lastMessages(asks: Asks, groups: readonly bigint[]): Promise<Map<string, ChatMessage>> {
  const found = await messagesWhere(
    asks,
    'JOIN chat_groups g ON g.id = m.group_id AND g.last_number = m.number WHERE g.id = ANY($1::bigint[])',
    [groups.map(String)],
  );
  return new Map(found.map((message) => [message.group, message]));
}

/** Messages that quote another, which change when it is removed. */
export function repliesTo(asks: Asks, group: bigint, number: number, most: number): Promise<ChatMessage[]> {
  return messagesWhere(asks, 'WHERE m.group_id = $1 AND m.reply_to = $2 ORDER BY m.number DESC LIMIT $3', [
    group,
    number,
    most,
  ]);
}

/** Numbers of the most recently removed messages, at most `most`. */
export async function removedOfLate(asks: Asks, group: bigint, most: number): Promise<number[]> {
  const { rows } = await asks.query<{ number: string }>(
    'SELECT number FROM chat_messages WHERE group_id = $1 AND removed_at IS NOT NULL ORDER BY removed_at DESC LIMIT $2',
    [group, most],
  );
  return rows.map((row) => Number(row.number));
}
