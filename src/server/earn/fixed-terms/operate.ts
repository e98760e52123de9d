import { writeOperatorLog } from '#server/core/gate/operator-log.ts';
import type { Signed } from '#server/core/gate/stops.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { insertProduct } from './first-products.ts';
import type { ShippedProduct } from './shipped.ts';
import { lockProducts } from './store.ts';

/** Products that may be on sale at once: all are listed to everybody. */
const openProductsMax = 200;

/** What can be changed of a product; amounts in the coin's smallest unit. What was bought keeps its terms. */
export interface TermChange {
  readonly ratePpm?: bigint;
  readonly exitPpm?: bigint;
  readonly minimum?: bigint;
  readonly maximum?: bigint;
  readonly quota?: bigint;
  readonly isOpen?: boolean;
}

const columns = {
  ratePpm: 'rate_ppm',
  exitPpm: 'exit_ppm',
  minimum: 'minimum',
  maximum: 'maximum',
  quota: 'quota',
  isOpen: 'is_open',
} as const satisfies Record<keyof TermChange, string>;

/** Adds a product, with a line in the log. @returns its id; null while as many are on sale as may be */
export async function addProduct(tx: Transaction, product: ShippedProduct, signed: Signed): Promise<bigint | null> {
  await tx.client.query('LOCK TABLE fixed_products IN SHARE ROW EXCLUSIVE MODE');
  const { rowCount } = await tx.client.query('SELECT FROM fixed_products WHERE is_open');
  if ((rowCount ?? 0) >= openProductsMax) return null;
  const id = await insertProduct(tx, product, signed.at);
  await log(tx, 'fixed-add', id, signed);
  return id;
}

/**
 * Changes a product for what is bought afterwards, with a line in the log. Whoever looks at the terms of before is asked
 * to look again.
 *
 * @returns whether there is such a product
 */
export async function changeProduct(tx: Transaction, id: bigint, change: TermChange, signed: Signed): Promise<boolean> {
  if (!(await lockProducts(tx, [id])).has(id)) return false;
  const changed = Object.entries(change) as [keyof TermChange, bigint | boolean][];
  const set = changed.map(([name], nth) => `${columns[name]} = $${nth + 3}`).join(', ');
  await tx.client.query(`UPDATE fixed_products SET version = version + 1, updated_at = $2, ${set} WHERE id = $1`, [
    id,
    signed.at,
    ...changed.map(([, value]) => value),
  ]);
  await log(tx, change.isOpen === false ? 'fixed-close' : 'fixed-change', id, signed);
  return true;
}

/**
 * Gives a running holding back, with a line in the log: the running exchange returns its principal and the interest so
 * far without a cost when it next looks at what is due.
 *
 * @returns whether it is running
 */
export async function revokeHolding(tx: Transaction, id: bigint, signed: Signed): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `UPDATE fixed_holdings SET revoked_by = $2 WHERE id = $1 AND state = 'not-earned' AND revoked_by IS NULL`,
    [id, signed.by],
  );
  if (rowCount === 0) return false;
  await log(tx, 'fixed-revoke', id, signed);
  return true;
}

function log(
  tx: Transaction,
  what: 'fixed-add' | 'fixed-change' | 'fixed-close' | 'fixed-revoke',
  id: bigint,
  signed: Signed,
): Promise<bigint> {
  return writeOperatorLog(tx, { what, scope: null, subject: id.toString(), sessions: [] }, signed);
}
