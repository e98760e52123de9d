import type { PoolClient } from 'pg';
import type { Database } from '../store/database.ts';
import { outsideOwners } from './account.ts';

/** Something that does not hold. The text names no person's data but the account it concerns. */
export interface AuditFinding {
  readonly asset: string;
  readonly text: string;
}

/** What one run of the audit saw. */
export interface AuditReport {
  /** Everything found and not yet resolved, of this run and of earlier ones. */
  readonly findings: readonly AuditFinding[];
  /** How many of them are new. */
  readonly fresh: number;
}

/** Findings kept; past it the first ones tell enough. */
const findingsMax = 100;
/** Rows one check tells of. */
const rowsPerCheckMax = 20;

/**
 * Proves the ledger (design section 3): every journal sums to zero per asset, every balance equals its
 * entries, and no guarded balance is negative. All checks read one snapshot.
 *
 * Entries of transactions that had all ended when the snapshot was taken are folded into running sums, so a
 * run costs what was written since the last one. The bound is a transaction id and not an entry's id: an
 * entry that commits late has an older id than entries already seen, but its transaction is never below the
 * oldest one still running.
 *
 * @param full also compares the balances that no entry touched since the last run, and the sum of all balances
 * @param now epoch milliseconds
 */
export function checkLedger(database: Database, full: boolean, now: number): Promise<AuditReport> {
  return database.transaction(async ({ client }) => {
    const { horizon, next, known } = await readState(client);
    const found = [
      ...(await unbalancedJournals(client, horizon)),
      ...(await foldEntries(client, horizon, next).then(() => wrongBalances(client, horizon, next, full))),
      ...(full ? [...(await wrongSums(client)), ...(await negativeBalances(client))] : []),
    ];
    const texts = new Set(known.map((finding) => finding.text));
    const fresh = found.filter((finding) => !texts.has(finding.text));
    const findings = [...known, ...fresh].slice(0, findingsMax);
    await client.query('UPDATE audit_state SET horizon = $1, checked_at = $2, findings = $3', [
      next,
      now,
      JSON.stringify(findings),
    ]);
    return { findings, fresh: fresh.length };
  }, 'repeatable read');
}

/** Forgets what was found, after an operator has put it right. Markets open again with the next start. */
export async function resolveFindings(database: Database): Promise<void> {
  await database.pool.query(`UPDATE audit_state SET findings = '[]'`);
}

/** Coins that are halted by what was found. */
export async function readAuditHalts({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ asset: string }>(
    `SELECT DISTINCT finding ->> 'asset' AS asset FROM audit_state, jsonb_array_elements(findings) AS finding ORDER BY 1`,
  );
  return rows.map(({ asset }) => asset);
}

async function readState(
  client: PoolClient,
): Promise<{ horizon: string; next: string; known: readonly AuditFinding[] }> {
  // The lock lets one audit run at a time: a second one starts over with a newer snapshot.
  const { rows } = await client.query<{ horizon: string; next: string; ahead: boolean; findings: AuditFinding[] }>(
    `SELECT horizon::text, findings, pg_snapshot_xmin(pg_current_snapshot())::text AS next,
            horizon > pg_snapshot_xmin(pg_current_snapshot()) AS ahead
       FROM audit_state FOR UPDATE`,
  );
  const state = rows[0];
  if (state === undefined) throw new Error('the state of the audit is missing');
  if (!state.ahead) return { horizon: state.horizon, next: state.next, known: state.findings };
  // The data was restored into another cluster, whose transaction ids are younger: begin anew.
  await client.query('DELETE FROM audited_sums');
  return { horizon: '0', next: state.next, known: state.findings };
}

/**
 * Journals are written whole by one transaction, so those that are not folded yet can be judged already. What a journal
 * paid in fees the house collects in another one of the same transaction.
 */
async function unbalancedJournals(client: PoolClient, horizon: string): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ journal: string; asset: string; off: string }>(
    `SELECT journal_id AS journal, asset, sum(available) + sum(frozen) + sum(locked) + sum(fee) AS off
       FROM ledger_entries WHERE xid >= $1::bigint
      GROUP BY journal_id, asset HAVING sum(available) + sum(frozen) + sum(locked) + sum(fee) <> 0
      ORDER BY journal_id, asset LIMIT ${rowsPerCheckMax}`,
    [horizon],
  );
  const fees = await client.query<{ xid: string; asset: string; off: string }>(
    `SELECT xid, asset, sum(fee) AS off FROM ledger_entries WHERE xid >= $1::bigint
      GROUP BY xid, asset HAVING sum(fee) <> 0 ORDER BY xid, asset LIMIT ${rowsPerCheckMax}`,
    [horizon],
  );
  return [
    ...rows.map(({ journal, asset, off }) => ({ asset, text: `journal ${journal} is off by ${off} of ${asset}` })),
    ...fees.rows.map(({ xid, asset, off }) => ({
      asset,
      text: `fees of transaction ${xid} are off by ${off} of ${asset}`,
    })),
  ];
}

async function foldEntries(client: PoolClient, horizon: string, next: string): Promise<void> {
  await client.query(
    `INSERT INTO audited_sums AS held (owner, wallet, asset, part, amount)
     SELECT owner, wallet, asset, part, amount
       FROM (SELECT owner, wallet, asset, sum(available) AS available, sum(frozen) AS frozen, sum(locked) AS locked
               FROM ledger_entries WHERE xid >= $1::bigint AND xid < $2::bigint
              GROUP BY owner, wallet, asset) AS moved
      CROSS JOIN LATERAL (VALUES (0, available), (1, frozen), (2, locked)) AS side (part, amount)
      WHERE amount <> 0
     ON CONFLICT (owner, wallet, asset, part) DO UPDATE SET amount = held.amount + excluded.amount`,
    [horizon, next],
  );
}

interface WrongBalance {
  readonly owner: string;
  readonly wallet: number;
  readonly asset: string;
  readonly held: string;
  readonly owed: string;
}

/** Balances that differ from the folded sums plus the entries of this snapshot that are not folded yet. */
async function wrongBalances(
  client: PoolClient,
  horizon: string,
  next: string,
  full: boolean,
): Promise<AuditFinding[]> {
  const touched = full
    ? ''
    : `WHERE (owner, wallet, asset) IN (SELECT owner, wallet, asset FROM ledger_entries WHERE xid >= $2::bigint)`;
  const { rows } = await client.query<WrongBalance>(
    `WITH owed AS (
       SELECT owner, wallet, asset,
              sum(available) AS available, sum(frozen) AS frozen, sum(locked) AS locked
         FROM (SELECT owner, wallet, asset, CASE part WHEN 0 THEN amount ELSE 0 END AS available,
                      CASE part WHEN 1 THEN amount ELSE 0 END AS frozen,
                      CASE part WHEN 2 THEN amount ELSE 0 END AS locked
                 FROM audited_sums
                UNION ALL
               SELECT owner, wallet, asset, available, frozen, locked
                 FROM ledger_entries WHERE xid >= $1::bigint) AS entry
        ${touched}
        GROUP BY owner, wallet, asset
     ), held AS (
       SELECT owner, wallet, asset, available, frozen, locked FROM balances ${touched}
     )
     SELECT owner, wallet, asset,
            concat_ws('/', held.available, held.frozen, held.locked) AS held,
            concat_ws('/', owed.available, owed.frozen, owed.locked) AS owed
       FROM owed FULL JOIN held USING (owner, wallet, asset)
      WHERE coalesce(owed.available, 0) <> coalesce(held.available, 0)
         OR coalesce(owed.frozen, 0) <> coalesce(held.frozen, 0)
         OR coalesce(owed.locked, 0) <> coalesce(held.locked, 0)
      ORDER BY owner, wallet, asset LIMIT ${rowsPerCheckMax}`,
    full ? [next] : [next, horizon],
  );
  return rows.map(({ owner, wallet, asset, held, owed }) => ({
    asset,
    text: `balance ${owner}/${wallet}/${asset} holds ${held || 'nothing'} and its entries say ${owed || 'nothing'}`,
  }));
}

async function wrongSums(client: PoolClient): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ asset: string; off: string }>(
    `SELECT asset, sum(available) + sum(frozen) + sum(locked) AS off
       FROM balances GROUP BY asset HAVING sum(available) + sum(frozen) + sum(locked) <> 0 ORDER BY asset`,
  );
  return rows.map(({ asset, off }) => ({ asset, text: `all balances of ${asset} together are off by ${off}` }));
}

async function negativeBalances(client: PoolClient): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ owner: string; wallet: number; asset: string }>(
    `SELECT owner, wallet, asset FROM balances
      WHERE least(available, frozen, locked) < 0 AND owner <> ALL ($1::bigint[]) LIMIT ${rowsPerCheckMax}`,
    [[...outsideOwners]],
  );
  return rows.map(({ owner, wallet, asset }) => ({ asset, text: `balance ${owner}/${wallet}/${asset} is negative` }));
}
