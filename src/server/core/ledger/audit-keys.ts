import type { PoolClient } from 'pg';
import type { AuditPart } from './audit-parts.ts';

/**
 * The balances an audit run checks: keys (owner, wallet, asset) in a temporary table, each looked up by primary key, so
 * that the cost of a check depends only on their number.
 */

/** One place in the rotation through all balances. */
export interface RotationCursor {
  readonly owner: string;
  readonly wallet: number;
  readonly asset: string;
}

/** Owners below are accounts of the house. */
export const firstUser = 100_000;
/** Before every owner: escrow accounts of fiat orders are negative, see `escrowOwner`. */
const leastOwner = '-9223372036854775808';
/** Touched balances per check. */
const touchedMax = 200_000;

const temporary = `
  CREATE TEMPORARY TABLE IF NOT EXISTS audit_keys
    (owner bigint, wallet smallint, asset text, PRIMARY KEY (owner, wallet, asset)) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE IF NOT EXISTS audit_holds
    (owner bigint, wallet smallint, asset text, frozen numeric, locked numeric, PRIMARY KEY (owner, wallet, asset))
    ON COMMIT DELETE ROWS`;

/** Creates the temporary table of keys for this transaction. */
export async function beginKeys(client: PoolClient): Promise<void> {
  await client.query(temporary);
}

/**
 * Takes the keys touched by entries of transactions from `horizon` on, and those of the house. Beyond the limit, as in
 * a store that was never audited, the rotation covers the rest.
 */
export async function takeTouched(client: PoolClient, horizon: string): Promise<void> {
  await client.query(
    `INSERT INTO audit_keys
     (SELECT DISTINCT owner, wallet, asset FROM ledger_entries WHERE xid >= $1::bigint LIMIT ${touchedMax})
      UNION SELECT owner, wallet, asset FROM balances WHERE owner >= 0 AND owner < ${firstUser}
     ON CONFLICT DO NOTHING`,
    [horizon],
  );
}

/**
 * Takes the next balances of the rotation, at most `rows` of them.
 *
 * @returns where the next one continues; null when this one reached the end
 */
export async function takeSlice(
  client: PoolClient,
  from: RotationCursor | null,
  rows: number,
): Promise<RotationCursor | null> {
  const { rows: taken } = await client.query<RotationCursor & { count: string }>(
    `WITH slice AS (
       SELECT owner, wallet, asset FROM balances
        WHERE (owner, wallet, asset) > ($1::bigint, $2::smallint, $3::text)
        ORDER BY owner, wallet, asset LIMIT $4
     ), kept AS (INSERT INTO audit_keys SELECT * FROM slice ON CONFLICT DO NOTHING)
     SELECT owner, wallet, asset, count(*) OVER () AS count FROM slice ORDER BY owner DESC, wallet DESC, asset DESC LIMIT 1`,
    [from?.owner ?? leastOwner, from?.wallet ?? 0, from?.asset ?? '', rows],
  );
  const [last] = taken;
  if (last === undefined || Number(last.count) < rows) return null;
  return { owner: last.owner, wallet: last.wallet, asset: last.asset };
}

/** Takes what open rows hold now, and their keys. */
export async function takeHolds(client: PoolClient, parts: readonly AuditPart[]): Promise<void> {
  const held = parts.flatMap(({ holds }) => (holds === undefined ? [] : [`(${holds})`]));
  if (held.length === 0) return;
  await client.query(
    `INSERT INTO audit_holds
     SELECT owner, wallet, asset, sum(frozen), sum(locked) FROM (${held.join(' UNION ALL ')}) AS open
      GROUP BY owner, wallet, asset`,
  );
  await client.query('INSERT INTO audit_keys SELECT owner, wallet, asset FROM audit_holds ON CONFLICT DO NOTHING');
}

/** The number of keys in this check. */
export async function countKeys(client: PoolClient): Promise<number> {
  await client.query('ANALYZE audit_keys');
  const { rows } = await client.query<{ count: string }>('SELECT count(*) AS count FROM audit_keys');
  return Number(rows[0]?.count);
}
