import type { PoolClient } from 'pg';
import type { AuditPart } from './audit-parts.ts';

/**
 * The balances an audit run checks: keys (owner, wallet, asset) in a temporary table, so that the cost of a check depends
 * only on their number. The tables have no index: a unique one on millions of keys took longer to fill than everything
 * that is read by it.
 */

/** One place in the rotation through all balances. */
export interface RotationCursor {
  readonly owner: string;
  readonly wallet: number;
  readonly asset: string;
}

/** Owners below are accounts of the house. */
export const firstUser = 100_000;
/** Before every owner: escrow accounts of P2P orders are negative, see `escrowOwner`. */
const leastOwner = '-9223372036854775808';
/** Touched balances per check. */
const touchedMax = 200_000;

const temporary = `
  CREATE TEMPORARY TABLE IF NOT EXISTS audit_taken (owner bigint, wallet smallint, asset text) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE IF NOT EXISTS audit_keys (owner bigint, wallet smallint, asset text) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE IF NOT EXISTS audit_holds
    (owner bigint, wallet smallint, asset text, frozen numeric, locked numeric) ON COMMIT DELETE ROWS`;

/** Creates the temporary tables of this transaction: keys as they are taken, each key once, and what open rows hold. */
export async function beginKeys(client: PoolClient): Promise<void> {
  await client.query(temporary);
}

/**
 * Takes the keys touched by entries of transactions from `horizon` on, and those of the house. Beyond the limit, as in
 * a store that was never audited, the rotation covers the rest.
 */
export async function takeTouched(client: PoolClient, horizon: string): Promise<void> {
  await client.query(
    `INSERT INTO audit_taken
     (SELECT DISTINCT owner, wallet, asset FROM ledger_entries WHERE xid >= $1::bigint LIMIT ${touchedMax})
      UNION ALL SELECT owner, wallet, asset FROM balances WHERE owner >= 0 AND owner < ${firstUser}`,
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
     ), kept AS (INSERT INTO audit_taken SELECT * FROM slice)
     SELECT owner, wallet, asset, count(*) OVER () AS count FROM slice ORDER BY owner DESC, wallet DESC, asset DESC LIMIT 1`,
    [from?.owner ?? leastOwner, from?.wallet ?? 0, from?.asset ?? '', rows],
  );
  const [last] = taken;
  if (last === undefined || Number(last.count) < rows) return null;
  return { owner: last.owner, wallet: last.wallet, asset: last.asset };
}

/** Takes what open rows hold now; their keys are checked as well. */
export async function takeHolds(client: PoolClient, parts: readonly AuditPart[]): Promise<void> {
  const held = parts.flatMap(({ holds }) => (holds === undefined ? [] : [`(${holds})`]));
  if (held.length === 0) return;
  await client.query(
    `INSERT INTO audit_holds
     SELECT owner, wallet, asset, sum(frozen), sum(locked) FROM (${held.join(' UNION ALL ')}) AS open
      GROUP BY owner, wallet, asset`,
  );
}

/** How many keys there are, and about how many balances; null while PostgreSQL has not counted those. */
export interface KeyCounts {
  readonly keys: number;
  readonly balances: number | null;
}

/** Puts together each key that was taken or is held, once. */
export async function gatherKeys(client: PoolClient): Promise<KeyCounts> {
  await client.query(
    `INSERT INTO audit_keys
     SELECT owner, wallet, asset FROM audit_taken UNION SELECT owner, wallet, asset FROM audit_holds`,
  );
  await client.query('ANALYZE audit_keys, audit_holds');
  const { rows } = await client.query<{ keys: number; balances: number }>(
    `SELECT count(*)::float8 AS keys, (SELECT reltuples FROM pg_class WHERE oid = 'balances'::regclass)::float8 AS balances
       FROM audit_keys`,
  );
  const { keys = 0, balances = -1 } = rows[0] ?? {};
  return { keys, balances: balances < 0 ? null : balances };
}
