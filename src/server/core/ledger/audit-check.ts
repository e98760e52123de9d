import type { Ms } from '../../../protocol/brand.ts';
import type { PoolClient } from 'pg';
import { minuteMs } from '../../../protocol/durations.ts';
import type { Database, Transaction } from '../store/database.ts';
import {
  allWrongBalances,
  allWrongHolds,
  beginKeys,
  countKeys,
  type RotationCursor,
  takeHolds,
  takeSlice,
  takeTouched,
  wrongBalances,
  wrongHolds,
  wrongOwners,
  wrongSums,
} from './audit-balances.ts';
import { type AuditFinding, type AuditPart, rowsPerCheckMax } from './audit-parts.ts';

/** What one run of the audit saw. */
export interface AuditReport {
  /** Everything found and not yet resolved, of this run and of earlier ones. */
  readonly findings: readonly AuditFinding[];
  /** How many of them are new. */
  readonly fresh: number;
  /** Coins that are halted: those of the findings, and those that were resolved and wait for a full check. */
  readonly halted: readonly string[];
  /** Coins that wait for a full check. */
  readonly recheck: readonly string[];
  /** Balances that were looked at by their keys; a full run looks at all of them. */
  readonly visited: number;
}

/**
 * `step` looks at what was written since the last run. `deep` also compares what areas hold, their own facts, and the
 * next slice of a rotation through all balances. `full` looks at everything, however much there is.
 */
export type AuditDepth = 'step' | 'deep' | 'full';

export interface AuditRun {
  readonly depth: AuditDepth;
  /** Epoch milliseconds. */
  readonly now: Ms;
  /** What areas add; without them only the ledger itself is looked at. */
  readonly parts?: readonly AuditPart[];
  /** Balances that a deep run takes out of the rotation. */
  readonly sliceRows?: number;
}

/** Findings kept; past it the first ones tell enough. */
const findingsMax = 100;
const sliceRowsDefault = 25_000;
/** How much a row's own time may be older than the transaction that committed it. */
const overlapMs = minuteMs;

/**
 * Proves the ledger (design section 3): every journal sums to zero per asset, every balance equals its entries and
 * what areas hold of it, and no guarded balance is negative. All checks read one snapshot.
 *
 * Entries of transactions that had all ended when the snapshot was taken are folded into running sums, so a run costs
 * what was written since the last one, and a slice of a fixed size: neither history nor the number of users. The bound
 * is a transaction id and not an entry's id: an entry that commits late has an older id than entries already seen, but
 * its transaction is never below the oldest one still running.
 */
export function runAudit(database: Database, run: AuditRun): Promise<AuditReport> {
  const { depth, now, parts = [], sliceRows = sliceRowsDefault } = run;
  return database.transaction(async ({ client }) => {
    const state = await readState(client);
    await beginKeys(client);
    // Taken before the entries are folded: they are known by their transactions.
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
 * Forgets what was found of some coins, after an operator has put it right. They stay halted until a full check of them
 * is clean.
 *
 * @param asset one coin; null for all
 * @returns the coins whose findings were forgotten
 */
export async function resolveFindings(
  { client }: Pick<Transaction, 'client'>,
  asset: string | null,
): Promise<string[]> {
  const { rows } = await client.query<{ findings: AuditFinding[]; recheck: string[] }>(
    'SELECT findings, recheck FROM audit_state FOR UPDATE',
  );
  const [state] = rows;
  if (state === undefined) throw new Error('the state of the audit is missing');
  const isMeant = (finding: AuditFinding) => asset === null || finding.asset === asset;
  const resolved = [...new Set(state.findings.filter(isMeant).map((finding) => finding.asset))];
  await client.query('UPDATE audit_state SET findings = $1, recheck = $2', [
    JSON.stringify(state.findings.filter((finding) => !isMeant(finding))),
    [...new Set([...state.recheck, ...resolved])],
  ]);
  return resolved;
}

/** What the last run left: nothing is looked at. */
export async function readAuditHalts({
  pool,
}: Pick<Database, 'pool'>): Promise<Omit<AuditReport, 'fresh' | 'visited'>> {
  const { rows } = await pool.query<{ findings: AuditFinding[]; recheck: string[] }>(
    'SELECT findings, recheck FROM audit_state',
  );
  const [state] = rows;
  if (state === undefined) throw new Error('the state of the audit is missing');
  return { ...state, halted: haltedBy(state) };
}

function haltedBy({ findings, recheck }: { findings: readonly AuditFinding[]; recheck: readonly string[] }): string[] {
  return [...new Set([...findings.map(({ asset }) => asset), ...recheck])].toSorted();
}

interface State {
  readonly horizon: string;
  readonly deepHorizon: string;
  readonly next: string;
  readonly known: readonly AuditFinding[];
  readonly recheck: readonly string[];
  readonly cursor: RotationCursor | null;
  /** Epoch milliseconds of the deep run before; 0 for none. */
  readonly deepAt: number;
}

async function readState(client: PoolClient): Promise<State> {
  // The lock lets one audit run at a time: a second one starts over with a newer snapshot.
  const { rows } = await client.query<{
    horizon: string;
    deep_horizon: string;
    next: string;
    ahead: boolean;
    findings: AuditFinding[];
    recheck: string[];
    cursor: RotationCursor | null;
    deep_at: string | null;
  }>(
    `SELECT horizon::text, deep_horizon::text, findings, recheck, cursor, deep_at,
            pg_snapshot_xmin(pg_current_snapshot())::text AS next,
            horizon > pg_snapshot_xmin(pg_current_snapshot()) AS ahead
       FROM audit_state FOR UPDATE`,
  );
  const [state] = rows;
  if (state === undefined) throw new Error('the state of the audit is missing');
  const { next, findings: known, recheck, cursor } = state;
  const kept = { next, known, recheck, cursor, deepAt: Number(state.deep_at ?? 0) };
  // Before the first deep run the rotation covers what was; only what is new is looked at besides.
  const deepHorizon = state.deep_at === null ? state.horizon : state.deep_horizon;
  if (!state.ahead) return { ...kept, horizon: state.horizon, deepHorizon };
  // The data was restored into another cluster, whose transaction ids are younger: begin again.
  await client.query('DELETE FROM audited_sums');
  return { ...kept, horizon: '0', deepHorizon: '0' };
}

async function writeState(
  client: PoolClient,
  state: State,
  found: readonly AuditFinding[],
  run: { depth: AuditDepth; now: Ms; cursor: RotationCursor | null; visited: number },
): Promise<AuditReport> {
  const texts = new Set(state.known.map((finding) => finding.text));
  const fresh = found.filter((finding) => !texts.has(finding.text));
  const findings = [...state.known, ...fresh].slice(0, findingsMax);
  // What was resolved and is found again is a finding again; what a full check does not find is lifted.
  const recheck = run.depth === 'full' ? [] : state.recheck;
  const isDeep = run.depth !== 'step';
  await client.query(
    `UPDATE audit_state SET horizon = $1, checked_at = $2, findings = $3, recheck = $4, cursor = $5,
            deep_horizon = CASE WHEN $6 THEN $1 ELSE deep_horizon END, deep_at = CASE WHEN $6 THEN $2 ELSE deep_at END`,
    [state.next, run.now, JSON.stringify(findings), recheck, run.cursor && JSON.stringify(run.cursor), isDeep],
  );
  const { visited } = run;
  return { findings, fresh: fresh.length, recheck, halted: haltedBy({ findings, recheck }), visited };
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
