import type { Ms } from '../../../protocol/brand.ts';
import type { PoolClient } from 'pg';
import { minuteMs } from '../../../protocol/durations.ts';
import type { Database } from '../store/database.ts';
import {
  allWrongBalances,
  allWrongHolds,
  wrongBalances,
  wrongHolds,
  wrongOwners,
  wrongSums,
} from './audit-balances.ts';
import { beginKeys, countKeys, takeHolds, takeSlice, takeTouched } from './audit-keys.ts';
import { type AuditFinding, type AuditPart, rowsPerCheckMax } from './audit-parts.ts';
import { readState, writeState, type AuditDepth, type AuditReport } from './audit-state.ts';

/** One run of the audit. */
export interface AuditRun {
  readonly depth: AuditDepth;
  /** Epoch milliseconds. */
  readonly now: Ms;
  /** Parts added by areas; without them only the ledger itself is checked. */
  readonly parts?: readonly AuditPart[];
  /** Balances per deep run of the rotation. */
  readonly sliceRows?: number;
}

const sliceRowsDefault = 25_000;
/** How much older than its committing transaction a row's own time may be. */
const overlapMs = minuteMs;

/**
 * Verifies the ledger (design section 3): every journal sums to zero per asset, every balance equals its entries and
 * what areas hold of it, and no guarded balance is negative. All checks read one snapshot.
 *
 * Entries of transactions that had all ended when the snapshot was taken are folded into running sums, so the cost of a
 * run depends on what was written since the last one plus a slice of fixed size, not on history or the number of users.
 * The bound is a transaction id and not an entry's id: an entry that commits late has an older id than entries already
 * seen, but its transaction is never below the oldest one still running.
 */
export function runAudit(database: Database, run: AuditRun): Promise<AuditReport> {
  const { depth, now, parts = [], sliceRows = sliceRowsDefault } = run;
  return database.transaction(async ({ client }) => {
    const state = await readState(client);
    await beginKeys(client);
    // Taken before the entries are folded, because it finds them by transaction.
    await takeTouched(client, depth === 'step' ? state.horizon : state.deepHorizon);
    const unbalanced = await unbalancedJournals(client, state.horizon);
    await foldEntries(client, state.horizon, state.next);
    const cursor = depth === 'deep' ? await takeSlice(client, state.cursor, sliceRows) : state.cursor;
    if (depth !== 'step') await takeHolds(client, parts);
    const visited = await countKeys(client);
    const isFull = depth === 'full';
    const look = { since: isFull ? 0 : state.deepAt - overlapMs, full: isFull };
    const found = [
      ...unbalanced,
      ...(await (isFull ? allWrongBalances : wrongBalances)(client, state.next)),
      ...(await wrongOwners(client, isFull)),
      ...(isFull ? await wrongSums(client) : []),
      ...(depth === 'step' || parts.length === 0 ? [] : await (isFull ? allWrongHolds : wrongHolds)(client)),
    ];
    if (depth !== 'step')
      for (const { find } of parts) if (find !== undefined) found.push(...(await find(client, look)));
    return writeState(client, state, found, { depth, now, cursor, visited });
  }, 'repeatable read');
}

/** The ledger's own checks, for tests and tools: in steps, or of everything. @param now epoch milliseconds */
export function checkLedger(database: Database, full: boolean, now: Ms): Promise<AuditReport> {
  return runAudit(database, { depth: full ? 'full' : 'step', now });
}

/**
 * Journals are written whole by one transaction, so those not folded yet can already be checked. Fees paid by a journal
 * are collected by the house in another one of the same transaction.
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
