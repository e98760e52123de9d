import type { CloseReason, Side } from '../engine/book.ts';
import type { Transaction } from '../store/database.ts';
import type { StoredMarket } from './spot-market.ts';
import type { SpotOrder, SpotTrade } from './spot-order.ts';

/** A row of `spot_orders` as the driver gives it: 64-bit columns are texts. */
export interface OrderRow {
  readonly id: string;
  readonly owner: string;
  readonly pair: string;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly price: string | null;
  readonly amount: string | null;
  readonly total: string | null;
  readonly filled: string;
  readonly filled_total: string;
  readonly fee: string;
  readonly status: 'open' | 'filled' | 'cancelled';
  readonly close_reason: CloseReason | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Anything that runs a statement: the pool or a transaction's client. */
export type Queryable = Pick<Transaction['client'], 'query'>;

export function toSpotOrder(row: OrderRow): SpotOrder {
  return {
    id: Number(row.id),
    owner: BigInt(row.owner),
    pair: row.pair,
    side: row.side,
    type: row.type,
    price: unitsOf(row.price),
    amount: unitsOf(row.amount),
    total: unitsOf(row.total),
    filled: BigInt(row.filled),
    filledTotal: BigInt(row.filled_total),
    fee: BigInt(row.fee),
    status: row.status,
    closeReason: row.close_reason,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

function unitsOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

/** Open delegates and last prices of the named pairs. */
export async function loadMarkets(client: Queryable, pairs: readonly string[]): Promise<Map<string, StoredMarket>> {
  const orders = await client.query<OrderRow>(
    `SELECT * FROM spot_orders WHERE status = 'open' AND pair = ANY($1::text[]) ORDER BY id`,
    [pairs],
  );
  const prices = await client.query<{ pair: string; price: string }>(
    `SELECT wanted.pair, latest.price
       FROM unnest($1::text[]) AS wanted (pair)
      CROSS JOIN LATERAL (SELECT price FROM trades WHERE trades.pair = wanted.pair ORDER BY id DESC LIMIT 1) AS latest`,
    [pairs],
  );
  const byPair = Map.groupBy(orders.rows.map(toSpotOrder), (order) => order.pair);
  const last = new Map(prices.rows.map((row) => [row.pair, BigInt(row.price)]));
  return new Map(pairs.map((pair) => [pair, { orders: byPair.get(pair) ?? [], lastPrice: last.get(pair) ?? null }]));
}

/** The highest id that orders and trades have used. */
export async function highestId(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT greatest((SELECT max(id) FROM spot_orders), (SELECT max(id) FROM trades), 0) AS id`,
  );
  return Number(rows[0]?.id ?? 0);
}

/** Those of the named delegates that are stored. */
export async function findOrders(client: Queryable, ids: readonly number[]): Promise<Map<number, SpotOrder>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<OrderRow>(`SELECT * FROM spot_orders WHERE id = ANY($1::bigint[])`, [ids]);
  return new Map(rows.map(toSpotOrder).map((order) => [order.id, order]));
}

/** A stored answer of a call that moved money. */
export interface StoredAnswer {
  readonly bodyHash: string;
  readonly answer: unknown;
}

/** Identifies an answer: who asked what with which key. */
export interface AnswerKey {
  readonly userId: bigint;
  readonly call: string;
  readonly key: string;
}

export function answerKeyText({ userId, call, key }: AnswerKey): string {
  return `${userId} ${call} ${key}`;
}

/** Answers that were given before under these keys. */
export async function findAnswers(client: Queryable, keys: readonly AnswerKey[]): Promise<Map<string, StoredAnswer>> {
  if (keys.length === 0) return new Map();
  const { rows } = await client.query<{
    user_id: string;
    call: string;
    key: string;
    body_hash: string;
    answer: unknown;
  }>({
    name: 'spot-answers',
    text: `SELECT kept.user_id, kept.call, kept.key, kept.body_hash, kept.answer
             FROM unnest($1::bigint[], $2::text[], $3::text[]) AS wanted (user_id, call, key)
             JOIN idempotency AS kept USING (user_id, call, key)`,
    values: [keys.map((key) => key.userId), keys.map((key) => key.call), keys.map((key) => key.key)],
  });
  return new Map(
    rows.map((row) => [
      answerKeyText({ userId: BigInt(row.user_id), call: row.call, key: row.key }),
      { bodyHash: row.body_hash, answer: row.answer },
    ]),
  );
}

/** What a batch leaves in the store beside the ledger's rows. */
export interface BatchRows {
  /** New delegates and changed ones, as they stand at the end of the batch. */
  readonly orders: readonly SpotOrder[];
  /** Delegates of the house that ended without a fill: they leave no trace. */
  readonly forgotten: readonly number[];
  readonly trades: readonly SpotTrade[];
  readonly answers: readonly (AnswerKey & StoredAnswer)[];
  readonly at: number;
}

/** Writes the rows of a batch in one statement. */
export async function writeBatch(
  client: Queryable,
  { orders, forgotten, trades, answers, at }: BatchRows,
): Promise<void> {
  await client.query({
    name: 'spot-batch',
    text: batchStatement,
    values: [
      orders.map((order) => order.id),
      orders.map((order) => order.owner),
      orders.map((order) => order.pair),
      orders.map((order) => order.side),
      orders.map((order) => order.type),
      orders.map((order) => order.price),
      orders.map((order) => order.amount),
      orders.map((order) => order.total),
      orders.map((order) => order.filled),
      orders.map((order) => order.filledTotal),
      orders.map((order) => order.fee),
      orders.map((order) => order.status),
      orders.map((order) => order.closeReason),
      orders.map((order) => order.createdAt),
      orders.map((order) => order.updatedAt),
      trades.map((trade) => trade.id),
      trades.map((trade) => trade.pair),
      trades.map((trade) => trade.side),
      trades.map((trade) => trade.price),
      trades.map((trade) => trade.amount),
      trades.map((trade) => trade.total),
      trades.map((trade) => trade.buyOrder),
      trades.map((trade) => trade.sellOrder),
      trades.map((trade) => trade.buyer),
      trades.map((trade) => trade.seller),
      trades.map((trade) => trade.buyerFee),
      trades.map((trade) => trade.sellerFee),
      trades.map((trade) => trade.at),
      answers.map((answer) => answer.userId),
      answers.map((answer) => answer.call),
      answers.map((answer) => answer.key),
      answers.map((answer) => answer.bodyHash),
      answers.map((answer) => JSON.stringify(answer.answer)),
      at,
      forgotten,
    ],
  });
}

const batchStatement = `
  WITH written_orders AS (
    INSERT INTO spot_orders AS held (id, owner, pair, side, type, price, amount, total, filled, filled_total, fee,
                                     status, close_reason, created_at, updated_at)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
                         $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::text[], $13::text[],
                         $14::bigint[], $15::bigint[])
    ON CONFLICT (id) DO UPDATE
       SET filled = excluded.filled, filled_total = excluded.filled_total, fee = excluded.fee,
           status = excluded.status, close_reason = excluded.close_reason, updated_at = excluded.updated_at
  ), written_trades AS (
    INSERT INTO trades (id, pair, side, price, amount, total, buy_order, sell_order, buyer, seller, buyer_fee,
                        seller_fee, at)
    SELECT * FROM unnest($16::bigint[], $17::text[], $18::text[], $19::bigint[], $20::bigint[], $21::bigint[],
                         $22::bigint[], $23::bigint[], $24::bigint[], $25::bigint[], $26::bigint[], $27::bigint[],
                         $28::bigint[])
  ), written_answers AS (
    INSERT INTO idempotency (user_id, call, key, body_hash, answer, at)
    SELECT given.*, $34::bigint
      FROM unnest($29::bigint[], $30::text[], $31::text[], $32::text[], $33::jsonb[]) AS given
  )
  DELETE FROM spot_orders WHERE id = ANY($35::bigint[])`;
