import type { PoolClient } from 'pg';
import type { Ms } from '#protocol/core/brand.ts';
import type { Database, Transaction } from '../store/database.ts';
import type { RotationCursor } from './audit-keys.ts';
import type { AuditFinding, Stranded } from './audit-parts.ts';

/** The result of one audit run. */
export interface AuditReport {
  /** Money that nobody can move, of a run that is no step: it is no fault of the books, and halts nothing. */
  readonly stranded: readonly Stranded[];
  /** All unresolved findings, of this run and of earlier ones. */
  readonly findings: readonly AuditFinding[];
  /** How many of them are new. */
  readonly fresh: number;
  /** Coins that are halted: those of the findings, and those that were resolved and wait for a full check. */
  readonly halted: readonly string[];
  /** Coins that wait for a full check. */
  readonly recheck: readonly string[];
  /** Balances checked by key; a full run checks all of them. */
  readonly visited: number;
  /**
   * How long the slowest rotation through rows of which nothing is owed took for its last round, in milliseconds: what is wrong
   * there is found within it. Null until every rotation has been through once.
   */
  readonly roundMs: number | null;
}

/**
 * `step` checks what was written since the last run. `deep` also checks what areas hold, their own invariants, and the
 * next slice of a rotation through all balances. `full` checks everything, whatever the size.
 */
export type AuditDepth = 'step' | 'deep' | 'full';

/** Most findings stored; the first ones say enough. */
const findingsMax = 100;

/**
 * Clears the findings of some coins after an operator has corrected them. They stay halted until a full check of them
 * is clean.
 *
 * @param asset one coin; null for all
 * @returns the coins whose findings were cleared
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
}: Pick<Database, 'pool'>): Promise<Omit<AuditReport, 'fresh' | 'visited' | 'stranded' | 'roundMs'>> {
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

/** What the last run left. */
interface State {
  readonly horizon: string;
  readonly deepHorizon: string;
  readonly next: string;
  readonly known: readonly AuditFinding[];
  readonly recheck: readonly string[];
  readonly cursor: RotationCursor | null;
  /** Epoch milliseconds of the previous deep run; 0 for none. */
  readonly deepAt: number;
  /** Whether a backlog was folded, and no run has compared every balance since. */
  readonly behind: boolean;
}

/** Reads and locks what the last run left, in the transaction of this one. */
export async function readState(client: PoolClient): Promise<State> {
  // The lock serialises audits: a second one starts over with a newer snapshot.
  const { rows } = await client.query<{
    horizon: string;
    deep_horizon: string;
    next: string;
    ahead: boolean;
    findings: AuditFinding[];
    recheck: string[];
    cursor: RotationCursor | null;
    deep_at: string | null;
    behind: boolean;
  }>(
    `SELECT horizon::text, deep_horizon::text, findings, recheck, cursor, deep_at, behind,
            pg_snapshot_xmin(pg_current_snapshot())::text AS next,
            horizon > pg_snapshot_xmin(pg_current_snapshot()) AS ahead
       FROM audit_state FOR UPDATE`,
  );
  const [state] = rows;
  if (state === undefined) throw new Error('the state of the audit is missing');
  const { next, findings: known, recheck, cursor, behind } = state;
  const kept = { next, known, recheck, cursor, behind, deepAt: Number(state.deep_at ?? 0) };
  // Before the first deep run the rotation covers history; beside it only new rows are checked.
  const deepHorizon = state.deep_at === null ? state.horizon : state.deep_horizon;
  if (!state.ahead) return { ...kept, horizon: state.horizon, deepHorizon };
  // The data was restored into another cluster with lower transaction ids: start over, from what was archived on.
  await client.query('DELETE FROM audited_sums');
  await client.query('DELETE FROM audited_references');
  await client.query(
    `INSERT INTO audited_sums (owner, wallet, asset, part, amount)
     SELECT owner, wallet, asset, part, sum(amount) FROM archived_sums GROUP BY owner, wallet, asset, part`,
  );
  return { ...kept, horizon: '0', deepHorizon: '0' };
}

/**
 * Has audits start over that began before this transaction commits, because it moves entries out of the store or back into it:
 * what they know of the store would be of before, and the entries that they find of after.
 */
export async function restartAudits(client: PoolClient): Promise<void> {
  await client.query('UPDATE audit_state SET one = one');
}

function merged({ known }: State, found: readonly AuditFinding[]) {
  const texts = new Set(known.map((finding) => finding.text));
  const fresh = found.filter((finding) => !texts.has(finding.text));
  return { fresh, findings: [...known, ...fresh].slice(0, findingsMax) };
}

/** Writes what a window of a backlog found, and that balances are still to be compared. */
export async function writeWindow(
  client: PoolClient,
  state: State,
  found: readonly AuditFinding[],
  horizon: string,
): Promise<void> {
  await client.query('UPDATE audit_state SET horizon = $1, findings = $2, deep_horizon = $3, behind = true', [
    horizon,
    JSON.stringify(merged(state, found).findings),
    state.deepHorizon,
  ]);
}

async function readRoundMs(client: PoolClient): Promise<number | null> {
  const { rows } = await client.query<{ longest: string | null }>(
    'SELECT CASE WHEN bool_and(took_ms IS NOT NULL) THEN max(took_ms) END AS longest FROM audit_rounds',
  );
  const longest = rows[0]?.longest ?? null;
  return longest === null ? null : Number(longest);
}

/** Merges a run's findings with the known ones. */
export async function writeState(
  client: PoolClient,
  state: State,
  found: readonly AuditFinding[],
  run: { depth: AuditDepth; now: Ms; cursor: RotationCursor | null; visited: number },
): Promise<Omit<AuditReport, 'stranded'>> {
  const { fresh, findings } = merged(state, found);
  // A resolved finding that reappears is a finding again; what a full check does not find is lifted.
  const recheck = run.depth === 'full' ? [] : state.recheck;
  const isDeep = run.depth !== 'step';
  await client.query(
    `UPDATE audit_state SET horizon = $1, checked_at = $2, findings = $3, recheck = $4, cursor = $5,
            deep_horizon = CASE WHEN $6 THEN $1 ELSE deep_horizon END, deep_at = CASE WHEN $6 THEN $2 ELSE deep_at END,
            behind = false`,
    [state.next, run.now, JSON.stringify(findings), recheck, run.cursor && JSON.stringify(run.cursor), isDeep],
  );
  const { visited } = run;
  const roundMs = await readRoundMs(client);
  return { findings, fresh: fresh.length, recheck, halted: haltedBy({ findings, recheck }), visited, roundMs };
}
