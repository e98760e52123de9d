import type { PoolClient } from 'pg';
import { houseOwners, outsideOwners } from './account.ts';
import { firstUser, type KeyCounts } from './audit-keys.ts';
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

const summedParts = `coalesce(sum(amount) FILTER (WHERE part = 0), 0) AS available,
  coalesce(sum(amount) FILTER (WHERE part = 1), 0) AS frozen, coalesce(sum(amount) FILTER (WHERE part = 2), 0) AS locked`;

/**
 * How many balances a check is about. A few keys are looked up one by one, whatever the planner knows of the tables; many
 * are joined; and where most balances are checked, all are, without asking for keys.
 */
type Extent = 'few' | 'many' | 'all';

/** Up to so many keys looking each up is not slower than joining them. */
const fewMax = 250_000;

/** The extent of a check that need not be of all balances. */
export function extentOf({ keys, balances }: KeyCounts): Extent {
  if (keys <= fewMax) return 'few';
  return balances !== null && 2 * keys > balances ? 'all' : 'many';
}

/** Balances that differ from the folded sums plus the entries of this snapshot that are not folded yet. */
export function wrongBalances(client: PoolClient, extent: Extent, next: string): Promise<AuditFinding[]> {
  return balanceFindings(client, next, sidesOf[extent]);
}

const lookedUpSides = `
  SELECT owner, wallet, asset, held.count AS held_rows, sums.count + coalesce(late.count, 0) AS owed_rows,
         held.available AS held_available, held.frozen AS held_frozen, held.locked AS held_locked,
         sums.available + coalesce(late.available, 0) AS available,
         sums.frozen + coalesce(late.frozen, 0) AS frozen, sums.locked + coalesce(late.locked, 0) AS locked
    FROM audit_keys AS key
   CROSS JOIN LATERAL (SELECT count(*) AS count, coalesce(sum(available), 0) AS available,
                              coalesce(sum(frozen), 0) AS frozen, coalesce(sum(locked), 0) AS locked FROM balances
                        WHERE owner = key.owner AND wallet = key.wallet AND asset = key.asset) AS held
   CROSS JOIN LATERAL (SELECT count(*) AS count, ${summedParts} FROM audited_sums
                        WHERE owner = key.owner AND wallet = key.wallet AND asset = key.asset) AS sums
    LEFT JOIN late USING (owner, wallet, asset)`;

/** Both sides of balances that are joined. @param from joins `held`, `sums` and `late`, of which each may be absent */
const joinedSides = (from: string) => `
  SELECT owner, wallet, asset, (held.available IS NOT NULL)::int AS held_rows,
         coalesce(sums.count, 0) + coalesce(late.count, 0) AS owed_rows,
         coalesce(held.available, 0) AS held_available, coalesce(held.frozen, 0) AS held_frozen,
         coalesce(held.locked, 0) AS held_locked,
         coalesce(sums.available, 0) + coalesce(late.available, 0) AS available,
         coalesce(sums.frozen, 0) + coalesce(late.frozen, 0) AS frozen,
         coalesce(sums.locked, 0) + coalesce(late.locked, 0) AS locked
    FROM ${from}`;

const sidesOf: Readonly<Record<Extent, string>> = {
  few: lookedUpSides,
  many: joinedSides(
    `audit_keys AS key
      LEFT JOIN balances AS held USING (owner, wallet, asset)
      LEFT JOIN (SELECT owner, wallet, asset, count(*) AS count, ${summedParts}
                   FROM audit_keys JOIN audited_sums USING (owner, wallet, asset)
                  GROUP BY owner, wallet, asset) AS sums USING (owner, wallet, asset)
      LEFT JOIN late USING (owner, wallet, asset)`,
  ),
  all: joinedSides(
    `balances AS held
      FULL JOIN (SELECT owner, wallet, asset, count(*) AS count, ${summedParts} FROM audited_sums
                  GROUP BY owner, wallet, asset) AS sums USING (owner, wallet, asset)
      FULL JOIN late USING (owner, wallet, asset)`,
  ),
};

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

const heldOf: Readonly<Record<Extent, string>> = {
  few: `audit_keys AS key
    LEFT JOIN LATERAL (SELECT frozen, locked FROM balances
                        WHERE owner = key.owner AND wallet = key.wallet AND asset = key.asset) AS held ON true
    LEFT JOIN audit_holds AS open USING (owner, wallet, asset)`,
  many: `audit_keys AS key
    LEFT JOIN balances AS held USING (owner, wallet, asset)
    LEFT JOIN audit_holds AS open USING (owner, wallet, asset)`,
  all: `(SELECT owner, wallet, asset, frozen, locked FROM balances WHERE frozen <> 0 OR locked <> 0) AS held
    FULL JOIN audit_holds AS open USING (owner, wallet, asset)`,
};

/** Balances whose frozen and locked parts differ from what open rows hold. */
export async function wrongHolds(client: PoolClient, extent: Extent): Promise<AuditFinding[]> {
  const { rows } = await client.query<Apart>(
    `SELECT owner, wallet, asset, concat_ws('/', coalesce(held.frozen, 0), coalesce(held.locked, 0)) AS held,
            concat_ws('/', coalesce(open.frozen, 0), coalesce(open.locked, 0)) AS owed
       FROM ${heldOf[extent]}
      WHERE coalesce(held.frozen, 0) <> coalesce(open.frozen, 0)
         OR coalesce(held.locked, 0) <> coalesce(open.locked, 0)
      ORDER BY owner, wallet, asset LIMIT ${rowsPerCheckMax}`,
  );
  return rows.map(({ owner, wallet, asset, held, owed }) => ({
    asset,
    text: `balance ${owner}/${wallet}/${asset} has ${held} frozen and locked, and what is open holds ${owed}`,
  }));
}

/** Guarded balances below zero, and money on an unknown house account. */
export async function wrongOwners(client: PoolClient, extent: Extent): Promise<AuditFinding[]> {
  const looked = `SELECT owner, wallet, asset,
                         least(available, frozen, locked) < 0 AND owner <> ALL ($1::bigint[]) AS below,
                         owner >= 0 AND owner < ${firstUser} AND owner <> ALL ($2::bigint[])
                           AND (available <> 0 OR frozen <> 0 OR locked <> 0) AS nameless
                    FROM balances`;
  const from: Readonly<Record<Extent, string>> = {
    few: `audit_keys AS key CROSS JOIN LATERAL (
            ${looked} WHERE owner = key.owner AND wallet = key.wallet AND asset = key.asset) AS held`,
    many: `audit_keys JOIN (${looked}) AS held USING (owner, wallet, asset)`,
    all: `(${looked}) AS held`,
  };
  const { rows } = await client.query<{ owner: string; wallet: number; asset: string; below: boolean }>(
    `SELECT held.owner, held.wallet, held.asset, below
       FROM ${from[extent]}
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
