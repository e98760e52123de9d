import type { Ms, OwnerId } from '#protocol/core/brand.ts';
import { numbersLiteral, textsLiteral } from '#server/core/store/array-literals.ts';
import type { Database, Queryable } from '#server/core/store/database.ts';
import { type OrderRow, toSpotOrder } from '../order-row.ts';
import type { SpotOrder } from '../order.ts';

/** The last trade of each pair whose orders were taken in. */
type Marks = ReadonlyMap<string, number>;

/** One user's minute: orders with a notice of their own, and those to be summed up. */
export interface Minute {
  readonly endsAt: Ms;
  own: number;
  summed: number;
}

/** What was written last. */
interface StoredFills {
  /** Counts the transactions that wrote notices. */
  readonly written: number;
  readonly marks: Marks;
  readonly minutes: ReadonlyMap<OwnerId, Minute>;
}

/**
 * Reads what was written last. Where nothing ever was, what is filled counts from now on: marks are at the last trades.
 *
 * @param pairs all that were ever listed
 */
export async function readStoredFills(client: Queryable, pairs: readonly string[]): Promise<StoredFills> {
  const { rows } = await client.query<{ written: string; marks: Readonly<Record<string, number>> }>(
    'SELECT written, marks FROM spot_fill_marks',
  );
  const [row] = rows;
  if (row === undefined) return { written: 0, marks: await lastTrades(client, pairs), minutes: new Map() };
  const minutes = await client.query<{ owner: string; ends_at: string; own: number; summed: number }>(
    'SELECT owner, ends_at, own, summed FROM spot_fill_minutes ORDER BY ends_at',
  );
  return {
    written: Number(row.written),
    marks: new Map(Object.entries(row.marks)),
    minutes: new Map(
      minutes.rows.map(({ owner, ends_at: endsAt, own, summed }) => [
        BigInt(owner),
        { endsAt: Number(endsAt), own, summed },
      ]),
    ),
  };
}

/** How many transactions wrote notices, of which the last one may have been this process's. */
export async function writtenSoFar(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ written: string }>('SELECT written FROM spot_fill_marks');
  return Number(rows[0]?.written ?? 0);
}

/** What was filled since the marks, oldest first, and the marks after it, both as of one moment. */
export async function readFilledSince(
  database: Pick<Database, 'transaction'>,
  pairs: readonly string[],
  marks: Marks,
): Promise<{ readonly orders: readonly SpotOrder[]; readonly marks: Marks }> {
  return database.transaction(async ({ client }) => {
    const since = [textsLiteral(pairs), numbersLiteral(pairs.map((pair) => marks.get(pair) ?? 0))];
    const last = await lastTrades(client, pairs);
    const { rows } = await client.query<OrderRow>({
      name: 'spot-filled-since',
      text: `WITH fresh AS (
               SELECT trades.* FROM unnest($1::text[], $2::bigint[]) AS marks (pair, trade)
                 JOIN trades ON trades.pair = marks.pair AND trades.id > marks.trade)
             SELECT spot_orders.* FROM (
                      SELECT buyer AS owner, buy_order AS id FROM fresh UNION SELECT seller, sell_order FROM fresh
                    ) AS traded JOIN spot_orders USING (owner, id)
              WHERE status = 'filled' ORDER BY updated_at, id`,
      values: since,
    });
    return { orders: rows.map(toSpotOrder), marks: new Map([...marks, ...last]) };
  }, 'repeatable read');
}

/** A user's minute that is written; null once it has ended. */
type WrittenMinutes = ReadonlyMap<OwnerId, Minute | null>;

/** Writes how far notices got, in the transaction that writes them. */
export async function writeFillMarks(
  client: Queryable,
  { written, marks, minutes }: { readonly written: number; readonly marks: Marks; readonly minutes: WrittenMinutes },
): Promise<void> {
  await client.query({
    name: 'spot-write-fill-marks',
    text: `INSERT INTO spot_fill_marks (id, written, marks) VALUES (1, $1, $2)
           ON CONFLICT (id) DO UPDATE SET written = excluded.written, marks = excluded.marks`,
    values: [written, JSON.stringify(Object.fromEntries(marks))],
  });
  const ended = [...minutes].flatMap(([owner, minute]) => (minute === null ? [owner] : []));
  if (ended.length > 0) {
    await client.query({
      name: 'spot-end-fill-minutes',
      text: 'DELETE FROM spot_fill_minutes WHERE owner = ANY ($1::bigint[])',
      values: [numbersLiteral(ended)],
    });
  }
  const going = [...minutes].flatMap(([owner, minute]) => (minute === null ? [] : [{ owner, ...minute }]));
  if (going.length === 0) return;
  await client.query({
    name: 'spot-write-fill-minutes',
    text: `INSERT INTO spot_fill_minutes (owner, ends_at, own, summed)
           SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[])
           ON CONFLICT (owner) DO UPDATE SET ends_at = excluded.ends_at, own = excluded.own, summed = excluded.summed`,
    values: [
      numbersLiteral(going.map(({ owner }) => owner)),
      numbersLiteral(going.map(({ endsAt }) => endsAt)),
      numbersLiteral(going.map(({ own }) => own)),
      numbersLiteral(going.map(({ summed }) => summed)),
    ],
  });
}

async function lastTrades(client: Queryable, pairs: readonly string[]): Promise<Marks> {
  const { rows } = await client.query<{ pair: string; last: string }>({
    name: 'spot-last-trades',
    text: `SELECT pair, last FROM unnest($1::text[]) AS listed (pair)
             CROSS JOIN LATERAL (SELECT max(id) AS last FROM trades WHERE trades.pair = listed.pair) AS trade
            WHERE last IS NOT NULL`,
    values: [textsLiteral(pairs)],
  });
  return new Map(rows.map(({ pair, last }) => [pair, Number(last)]));
}
