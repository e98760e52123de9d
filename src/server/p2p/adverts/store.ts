import type { CheckedInput } from '#protocol/calls.ts';
import type { PaymentMethod } from '#protocol/p2p/currencies.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import type { ChangeMark } from '../changed-rows.ts';
import { type AdvertRow, type StoredAdvert, toAdvertRow } from './advert-row.ts';
import type { AdvertTerms } from './rules.ts';

type Client = Pick<Transaction, 'client'>;

/**
 * The time of a change, always later than that of the change before: one that waited for the lock carries an older time,
 * and the board keeps the newest state.
 */
const laterThan = (now: '$2' | '$3') => `greatest(${now}, updated_at + 1)`;

/** Lists a new advert. */
export async function insertAdvert(
  { client }: Client,
  owner: bigint,
  terms: AdvertTerms,
  paid: { readonly methods: readonly PaymentMethod[]; readonly methodIds: readonly bigint[] },
  now: number,
): Promise<AdvertRow> {
  const { rows } = await client.query<StoredAdvert>(
    `INSERT INTO adverts (owner, side, asset, currency, price, ppm, bound, units, remaining, min, max, methods, method_ids,
                          payment_minutes, terms, verified_days, finished_orders, state, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'listed', $17, $17) RETURNING *`,
    [
      owner,
      terms.side,
      terms.asset,
      terms.currency,
      terms.price,
      terms.ppm,
      terms.bound,
      terms.units,
      terms.min,
      terms.max,
      paid.methods,
      paid.methodIds.map(String),
      terms.paymentMinutes,
      terms.terms,
      terms.verifiedDays,
      terms.finishedOrders,
      now,
    ],
  );
  return only(rows);
}

/** An advert, locked for the rest of the transaction; null when there is none. */
export async function lockAdvert({ client }: Client, id: bigint): Promise<AdvertRow | null> {
  const { rows } = await client.query<StoredAdvert>('SELECT * FROM adverts WHERE id = $1 FOR NO KEY UPDATE', [id]);
  return rows[0] === undefined ? null : toAdvertRow(rows[0]);
}

/** Takes coins from a locked advert, or gives them back with a negative amount. */
export async function takeFromAdvert({ client }: Client, id: bigint, units: bigint, now: number): Promise<AdvertRow> {
  const { rows } = await client.query<StoredAdvert>(
    `UPDATE adverts SET remaining = remaining - $2, updated_at = ${laterThan('$3')} WHERE id = $1 RETURNING *`,
    [id, units, now],
  );
  return only(rows);
}

/** Withdraws a locked advert. */
export async function withdrawAdvert({ client }: Client, id: bigint, now: number): Promise<AdvertRow> {
  const { rows } = await client.query<StoredAdvert>(
    `UPDATE adverts SET state = 'withdrawn', updated_at = ${laterThan('$2')} WHERE id = $1 RETURNING *`,
    [id, now],
  );
  return only(rows);
}

/** Pauses a locked advert, or resumes it. */
export async function writePaused({ client }: Client, id: bigint, paused: boolean, now: number): Promise<AdvertRow> {
  const { rows } = await client.query<StoredAdvert>(
    `UPDATE adverts SET paused = $2, updated_at = ${laterThan('$3')} WHERE id = $1 RETURNING *`,
    [id, paused, now],
  );
  return only(rows);
}

/**
 * Pauses every listed advert of a merchant, who is locked: none is listed or resumed meanwhile. Waits for orders that are
 * being taken, so that whatever is read behind this sees them.
 */
export async function pauseAllAdverts({ client }: Client, owner: bigint, now: number): Promise<void> {
  // Locked by id first: an update alone takes rows in any order.
  await client.query(`SELECT FROM adverts WHERE owner = $1 AND state = 'listed' ORDER BY id FOR NO KEY UPDATE`, [
    owner,
  ]);
  await client.query(
    `UPDATE adverts SET paused = true, updated_at = ${laterThan('$2')}
      WHERE owner = $1 AND state = 'listed' AND NOT paused`,
    [owner, now],
  );
}

/**
 * Pauses a merchant's listed adverts to buy; the merchant is locked.
 *
 * @param beside an advert that is locked next, in one order with them
 * @returns whether there were any
 */
export async function pauseBuyAdverts(
  { client }: Client,
  owner: bigint,
  beside: bigint,
  now: number,
): Promise<boolean> {
  const own = `owner = $1 AND side = 'buy' AND state = 'listed' AND NOT paused`;
  await client.query(`SELECT FROM adverts WHERE id = $2 OR (${own}) ORDER BY id FOR NO KEY UPDATE`, [owner, beside]);
  const { rowCount } = await client.query(
    `UPDATE adverts SET paused = true, updated_at = ${laterThan('$2')} WHERE ${own}`,
    [owner, now],
  );
  return (rowCount ?? 0) > 0;
}

/** How many adverts a merchant lists: at most `listedAdvertsMax`. */
export async function countListed(client: Queryable, owner: bigint): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM adverts WHERE owner = $1 AND state = 'listed'`,
    [owner],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Whether a merchant's listed adverts need a collection method, which is marked as removed: a sell advert offers it, or
 * an advert is listed and the merchant has no other method (see `missingStanding`). The user's row is locked.
 */
export async function isMethodNeeded({ client }: Client, owner: bigint, method: bigint): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM adverts WHERE owner = $1 AND state = 'listed' AND ($2 = ANY (method_ids)
        OR NOT EXISTS (SELECT FROM collection_methods WHERE owner = $1 AND id <> $2 AND removed_at IS NULL)) LIMIT 1`,
    [owner, method],
  );
  return (rowCount ?? 0) > 0;
}

/** A merchant's own adverts, newest first. @throws Refusal `operationFailed` for an invalid cursor */
export async function listOwnAdverts(
  client: Queryable,
  owner: bigint,
  { cursor, size, side, state }: CheckedInput<'GET otcBillList'>,
): Promise<{ readonly rows: readonly AdvertRow[]; readonly next: string | null }> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw new Refusal('operationFailed');
  const { rows } = await client.query<StoredAdvert>(
    `SELECT * FROM adverts WHERE owner = $1 AND ($2::bigint IS NULL OR id < $2)
        AND ($3::text IS NULL OR side = $3) AND ($4::text IS NULL OR state = $4)
      ORDER BY id DESC LIMIT $5`,
    [owner, cursor ?? null, side ?? null, state ?? null, size + 1],
  );
  const list = rows.slice(0, size).map(toAdvertRow);
  return { rows: list, next: rows.length > size ? (list.at(-1)?.id.toString() ?? null) : null };
}

/** Adverts that changed after a mark, in the order of their change, at most `size`. */
export async function changedAdverts(client: Queryable, from: ChangeMark, size: number): Promise<AdvertRow[]> {
  const { rows } = await client.query<StoredAdvert>(
    'SELECT * FROM adverts WHERE (updated_at, id) > ($1, $2) ORDER BY updated_at, id LIMIT $3',
    [from.updatedAt, from.id, size],
  );
  return rows.map(toAdvertRow);
}

/** Listed adverts after one, by merchant, at most `size`. */
export async function listedAdverts(client: Queryable, owner: bigint, id: bigint, size: number): Promise<AdvertRow[]> {
  const { rows } = await client.query<StoredAdvert>(
    `SELECT * FROM adverts WHERE state = 'listed' AND (owner, id) > ($1, $2) ORDER BY owner, id LIMIT $3`,
    [owner, id, size],
  );
  return rows.map(toAdvertRow);
}

function only(rows: readonly StoredAdvert[]): AdvertRow {
  const [row] = rows;
  if (row === undefined) throw new Error('an advert was not written');
  return toAdvertRow(row);
}
