import { and, desc, eq } from 'drizzle-orm';
import type { StockAlert } from '#protocol/stock-alerts/entities.ts';
import { stockAlertsMax } from '#protocol/core/limits.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database, Queryable, Transaction } from '#server/core/store/database.ts';
import { stockAlerts } from './tables.ts';

type Product = StockAlert['product'];

/** What a user waits for, the newest first. */
export async function ownAlerts({ drizzle }: Pick<Database, 'drizzle'>, owner: bigint): Promise<StockAlert[]> {
  const rows = await drizzle
    .select()
    .from(stockAlerts)
    .where(eq(stockAlerts.owner, owner))
    .orderBy(desc(stockAlerts.at), desc(stockAlerts.item))
    .limit(stockAlertsMax);
  return rows.map(({ product, item, at }) => ({ product, item: item.toString(), at }));
}

/**
 * Writes that a user waits for a product, once however often it is asked.
 *
 * @throws Refusal `quantityOutOfRange` when they wait for as many as one may
 */
export async function addAlert(tx: Transaction, owner: bigint, product: Product, item: bigint, at: number) {
  // The user's row is locked, so that no two are counted at the same moment.
  await tx.client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [owner]);
  const own = await ownAlerts(tx, owner);
  if (own.some((one) => one.product === product && one.item === item.toString())) return;
  if (own.length >= stockAlertsMax) throw new Refusal('quantityOutOfRange', { why: 'alerts', most: stockAlertsMax });
  await tx.drizzle.insert(stockAlerts).values({ product, item, owner, at }).onConflictDoNothing();
}

/** A user does not wait for a product any more. */
export async function removeAlert(
  { drizzle }: Pick<Database, 'drizzle'>,
  owner: bigint,
  product: Product,
  item: bigint,
) {
  const row = and(eq(stockAlerts.product, product), eq(stockAlerts.item, item), eq(stockAlerts.owner, owner));
  await drizzle.delete(stockAlerts).where(row);
}

/** The items of a product that anybody waits for: a look into the index for each, however many wait. */
export async function awaitedItems(client: Queryable, product: Product): Promise<bigint[]> {
  const { rows } = await client.query<{ item: string }>(
    `WITH RECURSIVE awaited (item) AS (
       (SELECT item FROM stock_alerts WHERE product = $1 ORDER BY item LIMIT 1)
       UNION ALL
       SELECT (SELECT item FROM stock_alerts WHERE product = $1 AND item > awaited.item ORDER BY item LIMIT 1)
         FROM awaited WHERE awaited.item IS NOT NULL
     )
     SELECT item FROM awaited WHERE item IS NOT NULL`,
    [product],
  );
  return rows.map(({ item }) => BigInt(item));
}

/** Takes up to `most` of those who wait for an item off the list, and answers who they are. */
export async function takeWaiting(
  { client }: Pick<Transaction, 'client'>,
  product: Product,
  item: bigint,
  most: number,
): Promise<bigint[]> {
  const { rows } = await client.query<{ owner: string }>(
    `DELETE FROM stock_alerts WHERE product = $1 AND item = $2 AND owner IN (
       SELECT owner FROM stock_alerts WHERE product = $1 AND item = $2
        ORDER BY owner LIMIT $3 FOR UPDATE SKIP LOCKED
     ) RETURNING owner`,
    [product, item, most],
  );
  return rows.map(({ owner }) => BigInt(owner));
}
