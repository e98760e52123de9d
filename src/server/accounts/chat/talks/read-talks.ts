import type { P2pTalk } from '#protocol/p2p/entities/conversation.ts';
import { chatUnreadMax } from '#protocol/core/limits.ts';
import { mayReadGroup } from '../community.ts';
import { type Asks, lastMessages } from '../read-messages.ts';

interface TalkRow {
  readonly owner: string;
  readonly id: string;
  readonly fiat_order: string;
  readonly closed_at: string | null;
  readonly hidden_at: string | null;
  readonly read_through: string;
  readonly by_other: string | null;
  readonly unread: number;
}

/** A conversation and who it is of. */
export interface OwnedTalk {
  readonly owner: bigint;
  readonly talk: P2pTalk;
}

/** @param condition SQL over `g` (the group) and `m` (the membership), with `$2` … for `values` */
async function talksWhere(
  asks: Asks,
  condition: string,
  values: readonly unknown[],
  nowMs: number,
): Promise<OwnedTalk[]> {
  const { rows } = await asks.query<TalkRow>(
    `SELECT m.user_id AS owner, g.id, g.fiat_order, g.closed_at, g.hidden_at, m.read_through,
            (SELECT max(o.read_through) FROM chat_members o WHERE o.group_id = g.id AND o.user_id <> m.user_id) AS by_other,
            (SELECT count(*)::int FROM (
               SELECT FROM chat_messages n
                WHERE n.group_id = g.id AND n.number > m.read_through AND (n.house IS NULL OR n.author IS NOT NULL) AND n.removed_by IS NULL
                  AND n.author IS DISTINCT FROM m.user_id LIMIT ${chatUnreadMax + 1}) AS counted) AS unread
       FROM chat_groups g JOIN chat_members m ON m.group_id = g.id
       JOIN chat_people p ON p.user_id = m.user_id JOIN chat_community c ON c.id = 1
      WHERE g.kind = 'order' AND NOT m.removed AND ${mayReadGroup('$1::bigint')} AND ${condition}`,
    [nowMs, ...values],
  );
  const last = await lastMessages(
    asks,
    rows.map(({ id }) => BigInt(id)),
  );
  return rows.map((row) => ({
    owner: BigInt(row.owner),
    talk: {
      order: row.fiat_order,
      group: row.id,
      last: last.get(row.id) ?? null,
      unread: row.unread,
      readThrough: Number(row.read_through),
      readByOther: Number(row.by_other ?? 0),
      open: row.closed_at === null,
      readableUntil: row.hidden_at === null ? null : Number(row.hidden_at),
    },
  }));
}

/** The conversation of an order as one of its sides sees it; null for anybody else, and once it is hidden. */
export async function talkOf(asks: Asks, order: bigint, userId: bigint, nowMs: number): Promise<P2pTalk | null> {
  const [found] = await talksWhere(asks, 'g.fiat_order = $2 AND m.user_id = $3', [order, userId], nowMs);
  return found?.talk ?? null;
}

/** The conversation of an order as each of its sides sees it. */
export function talkOfSides(asks: Asks, order: bigint, nowMs: number): Promise<OwnedTalk[]> {
  return talksWhere(asks, 'g.fiat_order = $2', [order], nowMs);
}

/** The conversations of some orders, as one side of them sees them. */
export async function talksOf(
  asks: Asks,
  orders: readonly bigint[],
  userId: bigint,
  nowMs: number,
): Promise<P2pTalk[]> {
  if (orders.length === 0) return [];
  const condition = 'g.fiat_order = ANY ($2::bigint[]) AND m.user_id = $3';
  return (await talksWhere(asks, condition, [orders.map(String), userId], nowMs)).map(({ talk }) => talk);
}

/** The group of an order's conversation; null for an order without one. */
export async function groupOfOrder(asks: Asks, order: bigint): Promise<{ id: bigint; lastNumber: number } | null> {
  const { rows } = await asks.query<{ id: string; last: string }>(
    'SELECT id, last_number AS last FROM chat_groups WHERE fiat_order = $1',
    [order],
  );
  const [found] = rows;
  return found === undefined ? null : { id: BigInt(found.id), lastNumber: Number(found.last) };
}

/** Whether the conversation of an order takes no messages any more. */
export async function isTalkClosed(asks: Asks, order: bigint): Promise<boolean> {
  const { rowCount } = await asks.query('SELECT FROM chat_groups WHERE fiat_order = $1 AND closed_at IS NOT NULL', [
    order,
  ]);
  return rowCount === 1;
}
