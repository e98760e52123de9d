import { toUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import type { ShippedProduct } from './shipped.ts';

/** Writes a product. @returns its id */
export async function insertProduct(
  { client }: Pick<Transaction, 'client'>,
  product: ShippedProduct,
  now: number,
): Promise<bigint> {
  const units = (amount: string) => toUnits(amount, assetScale(product.asset));
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO fixed_products
       (asset, cycle, days, day_ms, rate_ppm, exit_ppm, minimum, maximum, quota, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
    [
      product.asset,
      product.cycle,
      product.days,
      product.dayMs,
      product.ratePpm,
      product.exitPpm,
      units(product.minimum),
      units(product.maximum),
      units(product.quota),
      now,
    ],
  );
  if (rows[0] === undefined) throw new Error('a product was not written');
  return BigInt(rows[0].id);
}

/** Writes the shipped products into a store that never had any. */
export async function writeFirstProducts(
  database: Pick<Database, 'transaction'>,
  shipped: readonly ShippedProduct[],
  now: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.client.query('LOCK TABLE fixed_products IN SHARE ROW EXCLUSIVE MODE');
    const { rowCount } = await tx.client.query('SELECT FROM fixed_products LIMIT 1');
    if (rowCount !== 0) return;
    for (const product of shipped) await insertProduct(tx, product, now);
  });
}
