import type { OrderLine } from '#protocol/p2p/order-lines.ts';
import { talkReadableMs } from '#protocol/p2p/currencies.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { newHandle } from '../community.ts';

type Client = Pick<Transaction, 'client'>;

/** What is said in the conversation of an order besides what its sides write by themselves. */
export type TalkLine =
  /** The house, in the reader's language. */
  | { readonly house: OrderLine }
  /** A merchant of practice mode, in the reader's language. */
  | { readonly house: OrderLine; readonly author: bigint; readonly key: string }
  /** An arbiter, in words of their own. */
  | { readonly text: string }
  /** A side's reply that it has prepared. */
  | { readonly text: string; readonly author: bigint; readonly key: string };

/**
 * Opens the conversation of an order, in the transaction that takes it. Its sides need no standing in the community of
 * the chat: their rows there are made as they come.
 */
export async function openTalk({ client }: Client, order: bigint, sides: readonly bigint[], at: number): Promise<void> {
  // In one order, so that two orders of the same two people do not wait for each other.
  const inOrder = [...sides].toSorted((a, b) => (a < b ? -1 : 1));
  await client.query(
    `INSERT INTO chat_people (user_id, handle) SELECT * FROM unnest($1::bigint[], $2::text[])
     ON CONFLICT (user_id) DO NOTHING`,
    [inOrder, inOrder.map(newHandle)],
  );
  await client.query(
    `WITH made AS (INSERT INTO chat_groups (name, kind, fiat_order, created_at) VALUES ('', 'order', $1, $2) RETURNING id)
     INSERT INTO chat_members (group_id, user_id, joined_at) SELECT made.id, side, $2 FROM made, unnest($3::bigint[]) side`,
    [order, at, inOrder],
  );
}

/** Adds a line, in the transaction of what it tells of. @returns where it is, or null for an order without conversation */
export async function writeTalkLine(
  { client }: Client,
  order: bigint,
  line: TalkLine,
  at: number,
): Promise<{ readonly group: bigint; readonly number: number } | null> {
  const { rows } = await client.query<{ id: string; number: string }>(
    'UPDATE chat_groups SET last_number = last_number + 1 WHERE fiat_order = $1 RETURNING id, last_number AS number',
    [order],
  );
  const [place] = rows;
  if (place === undefined) return null;
  const said = { house: null, text: '', author: null, key: null, ...line };
  await client.query(
    'INSERT INTO chat_messages (group_id, number, author, key, house, text, at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [place.id, place.number, said.author, said.key, said.house, said.text, at],
  );
  return { group: BigInt(place.id), number: Number(place.number) };
}

/** Closes a conversation for writing with the end of its order. Its sides read it for `talkReadableMs`. */
export async function closeTalk({ client }: Client, order: bigint, at: number): Promise<void> {
  await client.query('UPDATE chat_groups SET closed_at = $2, hidden_at = $3 WHERE fiat_order = $1', [
    order,
    at,
    at + talkReadableMs,
  ]);
}
