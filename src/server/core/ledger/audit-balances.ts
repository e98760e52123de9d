import type { PoolClient } from 'pg';
import { houseOwners, outsideOwners } from './account.ts';
import { firstUser } from './audit-keys.ts';
import { type AuditFinding, rowsPerCheckMax } from './audit-parts.ts';

/**
 * The audit's balance checks: against ledger entries, and against the rows of areas that freeze or lock parts of them.
 */

interface Apart {
  readonly owner: string;
  readonly wallet: number;
  readonly asset: string;
  readonly held: string;
  readonly owed: string;
}

/** Balances of the keys that differ from the folded sums plus the entries of this snapshot that are not folded yet. */
export async function wrongBalances(client: PoolClient, next: string): Promise<AuditFinding[]> {
  return balanceFindings(
    client,
    next,
    `SELECT owner, wallet, asset, held.count AS held_rows, sums.count + coalesce(late.count, 0) AS owed_rows,
            held.available AS held_available, held.frozen AS held_frozen, held.locked AS held_locked,
            sums.available + coalesce(late.available, 0) AS available,
            sums.frozen + coalesce(late.frozen, 0) AS frozen, sums.locked + coalesce(late.locked, 0) AS locked
       FROM audit_keys AS key
      CROSS JOIN LATERAL (SELECT count(*) AS count, coalesce(sum(available), 0) AS available,
                                 coalesce(sum(frozen), 0) AS frozen, coalesce(sum(locked), 0) AS locked FROM balances
                           WHERE owner = key.owner AND wallet = key.wallet AND asset = key.asset) AS held
      CROSS JOIN LATERAL (SELECT count(*) AS count, ${summedParts} FROM audited_sums
                           WHERE owner = key.owner AND wallet = key.wallet AND asset = key.asset) AS sums
       LEFT JOIN late USING (owner, wallet, asset)`,
  );
}

/** The same for every balance: whole tables are joined instead of looked up by key. */
export async function allWrongBalances(client: PoolClient, next: string): Promise<AuditFinding[]> {
  return balanceFindings(
    client,
    next,
    `SELECT owner, wallet, asset, (held.available IS NOT NULL)::int AS held_rows,
            coalesce(sums.count, 0) + coalesce(late.count, 0) AS owed_rows,
            coalesce(held.available, 0) AS held_available, coalesce(held.frozen, 0) AS held_frozen,
            coalesce(held.locked, 0) AS held_locked,
            coalesce(sums.available, 0) + coalesce(late.available, 0) AS available,
            coalesce(sums.frozen, 0) + coalesce(late.frozen, 0) AS frozen,
            coalesce(sums.locked, 0) + coalesce(late.locked, 0) AS locked
       FROM balances AS held
       FULL JOIN (SELECT owner, wallet, asset, count(*) AS count, ${summedParts} FROM audited_sums
                   GROUP BY owner, wallet, asset) AS sums USING (owner, wallet, asset)
       FULL JOIN late USING (owner, wallet, asset)`,
  );
}

const summedParts = `coalesce(sum(amount) FILTER (WHERE part = 0), 0) AS available,
  coalesce(sum(amount) FILTER (WHERE part = 1), 0) AS frozen, coalesce(sum(amount) FILTER (WHERE part = 2), 0) AS locked`;

/** @param sides a query of both sides of each balance, which may use `late`: entries not folded yet */
async function balanceFindings(client: PoolClient, next: string, sides: string): Promise<AuditFinding[]> {
  const { rows } = await client.query<Apart>(
    `WITH late AS MATERIALIZED (
       SELECT owner, wallet, asset, count(*) AS count, sum(available) AS available, sum(frozen) AS frozen,
              sum(locked) AS locked
         FROM ledger_entries WHERE xid >= $1::bigint GROUP BY owner, wallet, asset
     )
     SELECT owner, wallet, asset,
            CASE WHEN held_rows > 0 THEN concat_ws('/', held_available, held_frozen, held_locked) ELSE 'nothing' END AS held,
            CASE WHEN owed_rows > 0 THEN concat_ws('/', available, frozen, locked) ELSE 'nothing' END AS owed
       FROM (${sides}) AS side
      WHERE (held_available, held_frozen, held_locked) IS DISTINCT FROM (available, frozen, locked)
      ORDER BY owner, wallet, asset LIMIT ${rowsPerCheckMax}`,
    [next],
  );
  return rows.map(({ owner, wallet, asset, held, owed }) => ({
    asset,
    text: `balance ${owner}/${wallet}/${asset} holds ${held} and its entries say ${owed}`,
  }));
}

/** Balances of the keys whose frozen and locked parts differ from what open rows hold. */
export async function wrongHolds(client: PoolClient): Promise<AuditFinding[]> {
  return holdFindings(
    client,
    `audit_keys AS key
       LEFT JOIN LATERAL (SELECT frozen, locked FROM balances
                           WHERE owner = key.owner AND wallet = key.wallet AND asset = key.asset) AS held ON true
       LEFT JOIN audit_holds AS open USING (owner, wallet, asset)`,
  );
}

/** The same for every balance. */
export async function allWrongHolds(client: PoolClient): Promise<AuditFinding[]> {
  return holdFindings(
    client,
    `(SELECT owner, wallet, asset, frozen, locked FROM balances WHERE frozen <> 0 OR locked <> 0) AS held
       FULL JOIN audit_holds AS open USING (owner, wallet, asset)`,
  );
}

async function holdFindings(client: PoolClient, from: string): Promise<AuditFinding[]> {
  const { rows } = await client.query<Apart>(
    `SELECT owner, wallet, asset, concat_ws('/', coalesce(held.frozen, 0), coalesce(held.locked, 0)) AS held,
            concat_ws('/', coalesce(open.frozen, 0), coalesce(open.locked, 0)) AS owed
       FROM ${from}
      WHERE coalesce(held.frozen, 0) <> coalesce(open.frozen, 0)
         OR coalesce(held.locked, 0) <> coalesce(open.locked, 0)
      ORDER BY owner, wallet, asset LIMIT ${rowsPerCheckMax}`,
  );
  return rows.map(({ owner, wallet, asset, held, owed }) => ({
    asset,
    text: `balance ${owner}/${wallet}/${asset} has ${held} frozen and locked, and what is open holds ${owed}`,
  }));
}

/**
 * Guarded balances below zero, and money on an unknown house account.
 *
 * @param all every balance, instead of the keys alone
 */
export async function wrongOwners(client: PoolClient, all: boolean): Promise<AuditFinding[]> {
  const looked = `SELECT owner, wallet, asset,
                         least(available, frozen, locked) < 0 AND owner <> ALL ($1::bigint[]) AS below,
                         owner >= 0 AND owner < ${firstUser} AND owner <> ALL ($2::bigint[])
                           AND (available <> 0 OR frozen <> 0 OR locked <> 0) AS nameless
                    FROM balances`;
  const { rows } = await client.query<{ owner: string; wallet: number; asset: string; below: boolean }>(
    `SELECT held.owner, held.wallet, held.asset, below
       FROM ${
         all
           ? `(${looked}) AS held`
           : `audit_keys AS key CROSS JOIN LATERAL (
                ${looked} WHERE owner = key.owner AND wallet = key.wallet AND asset = key.asset) AS held`
       }
      WHERE below OR nameless ORDER BY held.owner, held.wallet, held.asset LIMIT ${rowsPerCheckMax}`,
    [[...outsideOwners], Object.values(houseOwners)],
  );
  return rows.map(({ owner, wallet, asset, below }) => ({
    asset,
    text: below
      ? `balance ${owner}/${wallet}/${asset} is negative`
      : `balance ${owner}/${wallet}/${asset} is on an account of the house that has no name`,
  }));
}

/** Coins whose balances do not sum to zero. Reads every balance. */
export async function wrongSums(client: PoolClient): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ asset: string; off: string }>(
    `SELECT asset, sum(available) + sum(frozen) + sum(locked) AS off
       FROM balances GROUP BY asset HAVING sum(available) + sum(frozen) + sum(locked) <> 0 ORDER BY asset`,
  );
  return rows.map(({ asset, off }) => ({ asset, text: `all balances of ${asset} together are off by ${off}` }));
}
