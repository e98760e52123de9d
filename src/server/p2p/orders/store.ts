import { unitsPerOne } from '#protocol/core/decimal.ts';
import { marketScale } from '../adverts/rules.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import type { P2pOrderEvent, P2pParty } from '#protocol/p2p/entities/trade.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { writeTalkLine } from '#server/accounts/chat/talks/talks.ts';
import { cancelsSince } from '../merchants/cancellations.ts';
import { type OrderRow, type StoredOrder, toOrderRow } from './order-row.ts';
import { talkLineOf } from './talk-lines.ts';

type Client = Pick<Transaction, 'client'>;

/** A new order. */
export type NewOrder = Pick<
  OrderRow,
  | 'id'
  | 'advert'
  | 'merchant'
  | 'taker'
  | 'buyer'
  | 'seller'
  | 'asset'
  | 'currency'
  | 'units'
  | 'price'
  | 'amount'
  | 'method'
  | 'sealed'
  | 'buyerNick'
  | 'sellerNick'
  | 'terms'
  | 'payUntil'
  | 'confirmed'
> & { readonly qr: string | null };

/** The id of an order that is about to be written: what is sealed into it names it. */
export async function nextOrderId({ client }: Client): Promise<bigint> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT nextval(pg_get_serial_sequence('fiat_orders', 'id')) AS id",
  );
  return BigInt(rows[0]?.id ?? '');
}

/** Open orders whose seal begins otherwise, locked for the rest of the transaction. */
export async function lockFormerlySealed({ client }: Client, mark: string): Promise<OrderRow[]> {
  const { rows } = await client.query<StoredOrder>(
    'SELECT * FROM fiat_orders WHERE ended_at IS NULL AND NOT starts_with(sealed, $1) ORDER BY id FOR NO KEY UPDATE',
    [mark],
  );
  return rows.map(toOrderRow);
}

export async function writeSeal({ client }: Client, id: bigint, sealed: string): Promise<void> {
  await client.query('UPDATE fiat_orders SET sealed = $2 WHERE id = $1', [id, sealed]);
}

export async function insertOrder({ client }: Client, order: NewOrder, now: number): Promise<OrderRow> {
  const { coin, price, money } = marketScale(order.asset, order.currency);
  const decimals = coin + price - money;
  const { rows } = await client.query<StoredOrder>(
    `INSERT INTO fiat_orders (id, advert, merchant, taker, buyer, seller, asset, currency, units, price, amount, method, sealed,
                              qr, buyer_nick, seller_nick, terms, pay_until, due_at, state, created_at, updated_at,
                              confirmed, decimals, rest)
     VALUES ($19, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, 'waiting-payment', $18, $18,
             $20, $21, $22)
     RETURNING *`,
    [
      order.advert,
      order.merchant,
      order.taker,
      order.buyer,
      order.seller,
      order.asset,
      order.currency,
      order.units,
      order.price,
      order.amount,
      order.method,
      order.sealed,
      order.qr,
      order.buyerNick,
      order.sellerNick,
      order.terms,
      order.payUntil,
      now,
      order.id,
      order.confirmed,
      decimals,
      order.units * order.price - order.amount * unitsPerOne(decimals),
    ],
  );
  return only(rows);
}

/** An order of a user, or null for anybody else's. */
export async function readOrder(client: Queryable, id: bigint, user: bigint): Promise<OrderRow | null> {
  const { rows } = await client.query<StoredOrder>(
    'SELECT * FROM fiat_orders WHERE id = $1 AND $2 IN (buyer, seller)',
    [id, user],
  );
  return rows[0] === undefined ? null : toOrderRow(rows[0]);
}

/** The other side of an order of a user; null for anybody else's order. */
export async function counterpartyOf(client: Queryable, user: bigint, id: bigint): Promise<bigint | null> {
  const row = await readOrder(client, id, user);
  return row === null ? null : row.buyer === user ? row.seller : row.buyer;
}

/** An order, locked for the rest of the transaction; null when there is none. */
export async function lockOrder({ client }: Client, id: bigint): Promise<OrderRow | null> {
  const { rows } = await client.query<StoredOrder>('SELECT * FROM fiat_orders WHERE id = $1 FOR NO KEY UPDATE', [id]);
  return rows[0] === undefined ? null : toOrderRow(rows[0]);
}

/** Whether the buyer showed a payment proof. */
export async function hasProof({ client }: Client, order: bigint): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM fiat_proofs WHERE fiat_order = $1 AND by = 'buyer' LIMIT 1`, [
    order,
  ]);
  return (rowCount ?? 0) > 0;
}

/** What changes of an order; fields that are left out stay. */
export type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'state'
    | 'dueAt'
    | 'paidAt'
    | 'endedAt'
    | 'endedBy'
    | 'appealedBy'
    | 'appealedAt'
    | 'answerUntil'
    | 'decision'
    | 'reason'
    | 'decidedBy'
    | 'asked'
    | 'penalty'
    | 'cancelNumber'
    | 'excuse'
  >
>;

/** Notes whether the coins of a cancelled order can be ordered of its advert again; both are locked. */
export async function writeOfferedAgain({ client }: Client, id: bigint, isOffered: boolean): Promise<void> {
  await client.query('UPDATE fiat_orders SET offered_again = $2 WHERE id = $1', [id, isOffered]);
}

/**
 * Writes a change of a locked order. Its time is always later than that of the change before, also when it waited for the
 * lock since before that one: of two states the later one counts, for whoever is shown both.
 */
export async function writeOrder(
  { client }: Client,
  row: OrderRow,
  change: OrderChange,
  now: number,
): Promise<OrderRow> {
  const next = { ...row, ...change };
  const { rows } = await client.query<StoredOrder>(
    `UPDATE fiat_orders SET state = $2, due_at = $3, paid_at = $4, ended_at = $5, ended_by = $6, appealed_by = $7,
                            appealed_at = $8, answer_until = $9, decision = $10, reason = $11, decided_by = $12, asked = $13,
                            penalty = $14, cancel_number = $15, excuse = $16, updated_at = greatest($17, updated_at + 1)
      WHERE id = $1 RETURNING *`,
    [
      row.id,
      next.state,
      next.dueAt,
      next.paidAt,
      next.endedAt,
      next.endedBy,
      next.appealedBy,
      next.appealedAt,
      next.answerUntil,
      next.decision,
      next.reason,
      next.decidedBy,
      next.asked,
      next.penalty,
      next.cancelNumber,
      next.excuse,
      now,
    ],
  );
  return only(rows);
}

/** Adds a line to what happened to an order, and one to its conversation. */
export async function writeEvent(
  { client }: Client,
  order: bigint,
  what: P2pOrderEvent['what'],
  by: P2pParty,
  at: number,
): Promise<void> {
  await client.query('INSERT INTO fiat_order_events (fiat_order, what, by, at) VALUES ($1, $2, $3, $4)', [
    order,
    what,
    by,
    at,
  ]);
  await writeTalkLine({ client }, order, { house: talkLineOf(what, by) }, at);
}

/** Open orders of a merchant's adverts. */
export async function countOpen(client: Queryable, merchant: bigint): Promise<number> {
  const { rows } = await client.query<{ open: number }>(
    'SELECT count(*)::int AS open FROM fiat_orders WHERE merchant = $1 AND ended_at IS NULL',
    [merchant],
  );
  return rows[0]?.open ?? 0;
}

/** Orders that a taker has open, and cancellations of theirs since a moment, as far as they count. */
export async function takerLoad(
  client: Queryable,
  taker: bigint,
  since: number,
): Promise<{ open: number; cancels: number }> {
  const { rows } = await client.query<{ open: number; cancels: number }>(
    `SELECT (SELECT count(*) FROM fiat_orders WHERE taker = $1 AND ended_at IS NULL)::int AS open,
            ${cancelsSince('$1', '$2')} AS cancels`,
    [taker, since],
  );
  return rows[0] ?? { open: 0, cancels: 0 };
}

/** An order that something is due for. */
export interface DueOrder {
  readonly id: bigint;
  /** The buyer of one whose payment time has passed, who is locked before it; else null. */
  readonly payer: bigint | null;
}

/** Orders something is due for, the longest due first. @param stopped coins whose orders wait */
export async function dueOrders(
  client: Queryable,
  now: number,
  stopped: readonly string[],
  size: number,
): Promise<DueOrder[]> {
  const { rows } = await client.query<{ id: string; payer: string | null }>(
    `SELECT id, CASE WHEN state = 'waiting-payment' THEN buyer END AS payer
       FROM fiat_orders WHERE due_at <= $1 AND asset <> ALL ($2::text[]) ORDER BY due_at LIMIT $3`,
    [now, stopped, size],
  );
  return rows.map(({ id, payer }) => ({ id: BigInt(id), payer: payer === null ? null : BigInt(payer) }));
}

/** Open orders of a user, newest first, for the account topic. */
export async function openOrdersOf(client: Queryable, user: bigint, size: number): Promise<OrderRow[]> {
  const { rows } = await client.query<StoredOrder>(
    `SELECT * FROM fiat_orders WHERE ended_at IS NULL AND (taker = $1 OR merchant = $1) ORDER BY id DESC LIMIT $2`,
    [user, size],
  );
  return rows.map(toOrderRow);
}

/**
 * A user's orders, newest first: a page of what was bought and one of what was sold, merged.
 *
 * @throws Refusal `operationFailed` for an invalid cursor
 */
export async function listOrders(
  client: Queryable,
  user: bigint,
  { cursor, size, side, state }: CheckedInput<'GET otcOrderList'>,
): Promise<{ readonly rows: readonly OrderRow[]; readonly next: string | null }> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw new Refusal('operationFailed');
  const columns = side === undefined ? ['buyer', 'seller'] : [side === 'buy' ? 'buyer' : 'seller'];
  const ofState = state === undefined ? '' : state === 'open' ? 'AND ended_at IS NULL' : 'AND state = $4';
  const branches = columns.map(
    (column) => `(SELECT * FROM fiat_orders WHERE ${column} = $1 AND ($2::bigint IS NULL OR id < $2) ${ofState}
      ORDER BY id DESC LIMIT $3)`,
  );
  const { rows } = await client.query<StoredOrder>(
    `SELECT * FROM (${branches.join(' UNION ALL ')}) AS own ORDER BY id DESC LIMIT $3`,
    [user, cursor ?? null, size + 1, ...(ofState.includes('$4') ? [state] : [])],
  );
  const list = rows.slice(0, size).map(toOrderRow);
  return { rows: list, next: rows.length > size ? (list.at(-1)?.id.toString() ?? null) : null };
}

function only(rows: readonly StoredOrder[]): OrderRow {
  const [row] = rows;
  if (row === undefined) throw new Error('a fiat order was not written');
  return toOrderRow(row);
}
