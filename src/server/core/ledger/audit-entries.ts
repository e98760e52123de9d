import type { PoolClient } from 'pg';
import { foldReferences } from './audit-references.ts';
import { type AuditFinding, rowsPerCheckMax } from './audit-parts.ts';

/** Entries of some transactions: from one on, and below another where there is one. */
export interface TransactionRange {
  readonly from: string;
  readonly below: string | null;
}

/** Below every bound that is not given. */
const noBound = '9223372036854775807';

/**
 * Journals and transactions that do not sum to zero. Journals are written whole by one transaction, so those not folded yet
 * can already be checked.
 */
export async function unbalancedJournals(client: PoolClient, range: TransactionRange): Promise<AuditFinding[]> {
  return [...(await wrongJournals(client, range)), ...(await wrongFees(client, range))];
}

/**
 * What was archived of a journal or a transaction that goes on in the store, see `archived_halves`. Asked only for sums that are
 * off without it.
 */
const archivedPart = (amount: string, of: string) =>
  `coalesce((SELECT sum(${amount}) FROM archived_halves AS half
              WHERE half.${of} = entry.${of} AND half.asset = entry.asset), 0)`;

/** Journals that do not sum to zero per asset. */
export async function wrongJournals(client: PoolClient, { from, below }: TransactionRange): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ journal: string; asset: string; off: string }>(
    `SELECT journal_id AS journal, asset, sum(available) + sum(frozen) + sum(locked) + sum(fee) AS off
       FROM ledger_entries AS entry WHERE xid >= $1::bigint AND xid < $2::bigint
      GROUP BY journal_id, asset
     HAVING sum(available) + sum(frozen) + sum(locked) + sum(fee) <> 0
        AND sum(available) + sum(frozen) + sum(locked) + sum(fee) + ${archivedPart('moved + fee', 'journal_id')} <> 0
      ORDER BY journal_id, asset LIMIT ${rowsPerCheckMax}`,
    [from, below ?? noBound],
  );
  return rows.map(({ journal, asset, off }) => ({ asset, text: `journal ${journal} is off by ${off} of ${asset}` }));
}

/** Transactions whose fees do not sum to zero: what a journal pays, the house collects in another one of the same. */
export async function wrongFees(client: PoolClient, { from, below }: TransactionRange): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ xid: string; asset: string; off: string }>(
    `SELECT xid, asset, sum(fee) AS off FROM ledger_entries AS entry
      WHERE xid >= $1::bigint AND xid < $2::bigint AND fee <> 0
      GROUP BY xid, asset HAVING sum(fee) <> 0 AND sum(fee) + ${archivedPart('fee', 'xid')} <> 0
      ORDER BY xid, asset LIMIT ${rowsPerCheckMax}`,
    [from, below ?? noBound],
  );
  return rows.map(({ xid, asset, off }) => ({
    asset,
    text: `fees of transaction ${xid} are off by ${off} of ${asset}`,
  }));
}

/**
 * Adds entries to the running sums of their accounts. Most accounts move one part alone: a sum that is left out where all
 * is zero takes no memory.
 */
export async function foldEntries(client: PoolClient, from: string, below: string): Promise<void> {
  await client.query(
    `INSERT INTO audited_sums AS held (owner, wallet, asset, part, amount)
     SELECT owner, wallet, asset, part, amount
       FROM (SELECT owner, wallet, asset, sum(available) AS available,
                    sum(frozen) FILTER (WHERE frozen <> 0) AS frozen, sum(locked) FILTER (WHERE locked <> 0) AS locked
               FROM ledger_entries WHERE xid >= $1::bigint AND xid < $2::bigint
              GROUP BY owner, wallet, asset) AS moved
      CROSS JOIN LATERAL (VALUES (0, available), (1, frozen), (2, locked)) AS side (part, amount)
      WHERE amount <> 0
     ON CONFLICT (owner, wallet, asset, part) DO UPDATE SET amount = held.amount + excluded.amount`,
    [from, below],
  );
  await foldReferences(client, from, below);
}
