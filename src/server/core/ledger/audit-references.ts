import type { PoolClient } from 'pg';
import { summedByReference } from './tables.ts';

/**
 * What the ledger moved in the accounts of products for each loan, fixed term, miner and project, the fees of each position of a
 * contract, and in any account what an instant transfer, a sign-in or a penalty moved: folded as the sums of balances are, so that
 * a row is compared with its entries by one look-up.
 */

/** Adds entries of these transactions to the sums by reference. */
export async function foldReferences(client: PoolClient, from: string, below: string): Promise<void> {
  await client.query(
    `INSERT INTO audited_references AS held (owner, reference, asset, available, frozen)
     SELECT owner, reference, asset, sum(available), sum(frozen) FROM ledger_entries
      WHERE xid >= $1::bigint AND xid < $2::bigint AND ${summedByReference}
      GROUP BY owner, reference, asset
     ON CONFLICT (owner, reference, asset) DO UPDATE
        SET available = held.available + excluded.available, frozen = held.frozen + excluded.frozen`,
    [from, below],
  );
}

/** Takes what entries of this snapshot add that are not folded yet. */
export async function takeLateReferences(client: PoolClient, next: string): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE IF NOT EXISTS audit_late_references
       (owner bigint, reference text, asset text, available numeric, frozen numeric, PRIMARY KEY (owner, reference, asset))
       ON COMMIT DELETE ROWS`,
  );
  await client.query(
    `INSERT INTO audit_late_references
     SELECT owner, reference, asset, sum(available), sum(frozen) FROM ledger_entries
      WHERE xid >= $1::bigint AND ${summedByReference} GROUP BY owner, reference, asset`,
    [next],
  );
  await client.query('ANALYZE audit_late_references');
}

/**
 * Joins what the entries of a row moved, as SQL: `moved.available` and `moved.frozen` of one coin in an account.
 *
 * @param owner the account, as SQL where a row names it
 * @param reference of the row, as SQL
 * @param asset the coin, as SQL
 */
export function movedFor(owner: bigint | string, reference: string, asset: string, as = 'moved'): string {
  const one = (table: string, alias: string) =>
    `LEFT JOIN ${table} AS ${alias}
       ON ${alias}.owner = ${owner} AND ${alias}.reference = ${reference} AND ${alias}.asset = ${asset}`;
  return `${one('audited_references', `${as}_folded`)} ${one('audit_late_references', `${as}_late`)}
    CROSS JOIN LATERAL (SELECT coalesce(${as}_folded.available, 0) + coalesce(${as}_late.available, 0) AS available,
                               coalesce(${as}_folded.frozen, 0) + coalesce(${as}_late.frozen, 0) AS frozen) AS ${as}`;
}

/**
 * Whether all entries of something that began then are in the store or in the sums, as SQL; or all rows of another table are in
 * the store.
 *
 * @param began epoch milliseconds
 */
export function isWholeSince(began: string, table: 'ledger_entries' | 'trades' = 'ledger_entries'): string {
  return `${began} > (SELECT coalesce(max(latest), 0) FROM archives WHERE table_name = '${table}' AND restored_at IS NULL)`;
}
