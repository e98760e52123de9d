import type { Ms } from '#protocol/core/brand.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Database } from '../store/database.ts';
import { extentOf, wrongBalances, wrongHolds, wrongOwners, wrongSums } from './audit-balances.ts';
import { beginKeys, gatherKeys, takeHolds, takeSlice, takeTouched } from './audit-keys.ts';
import { foldEntries, unbalancedJournals } from './audit-entries.ts';
import type { AuditPart, FindStranded } from './audit-parts.ts';
import { wrongRows } from './row-checks.ts';
import { takeLateReferences } from './audit-references.ts';
import { foldBacklog } from './fold-backlog.ts';
import { readState, writeState, type AuditDepth, type AuditReport } from './audit-state.ts';

/** One run of the audit. */
export interface AuditRun {
  readonly depth: AuditDepth;
  /** Epoch milliseconds. */
  readonly now: Ms;
  /** Parts added by areas; without them only the ledger itself is checked. */
  readonly parts?: readonly AuditPart[];
  /** Looks for money that nobody can move. */
  readonly findStranded?: FindStranded;
  /** Balances per deep run of the rotation. */
  readonly sliceRows?: number;
  /** Entries that one transaction folds at most; a backlog of more is folded in windows before. */
  readonly windowRows?: number;
  /** Entries of a backlog whose journals one statement sums at most. */
  readonly rangeRows?: number;
  /** Asked between two windows: the run then fails, and the next one goes on. */
  readonly isStopped?: () => boolean;
}

const sliceRowsDefault = 25_000;
const windowRowsDefault = 4_000_000;
/** The sums of so many stay in the caches of a processor; twice as many already take longer each. */
const rangeRowsDefault = 75_000;
/** How much older than its committing transaction a row's own time may be. */
const overlapMs = minuteMs;

/**
 * Verifies the ledger (design section 3): every journal sums to zero per asset, every balance equals its entries and
 * what areas hold of it, and no guarded balance is negative. All checks read one snapshot.
 *
 * Entries of transactions that had all ended when the snapshot was taken are folded into running sums, so the cost of a
 * run depends on what was written since the last one plus a slice of fixed size, not on history or the number of users.
 * What one run is too short for is folded before, in windows (`foldBacklog`); then this one compares every balance.
 * The bound is a transaction id and not an entry's id: an entry that commits late has an older id than entries already
 * seen, but its transaction is never below the oldest one still running.
 */
export async function runAudit(database: Database, run: AuditRun): Promise<AuditReport> {
  const { now, parts = [], sliceRows = sliceRowsDefault } = run;
  const { windowRows = windowRowsDefault, rangeRows = rangeRowsDefault, isStopped = () => false } = run;
  await foldBacklog(database, { windowRows, rangeRows, isStopped });
  return database.transaction(async ({ client }) => {
    const state = await readState(client);
    // What a backlog touched is not remembered: everything is compared.
    const depth = state.behind && run.depth === 'step' ? 'deep' : run.depth;
    const isWhole = state.behind || depth === 'full';
    await beginKeys(client);
    // Taken before the entries are folded, because it finds them by transaction.
    if (!state.behind) await takeTouched(client, depth === 'step' ? state.horizon : state.deepHorizon);
    const unbalanced = await unbalancedJournals(client, { from: state.horizon, below: null });
    await foldEntries(client, state.horizon, state.next);
    const cursor = depth === 'deep' ? await takeSlice(client, state.cursor, sliceRows) : state.cursor;
    if (depth !== 'step') await takeHolds(client, parts);
    const counts = await gatherKeys(client);
    const extent = isWhole ? 'all' : extentOf(counts);
    const isFull = depth === 'full';
    const look = { since: isFull ? 0 : state.deepAt - overlapMs, full: isFull };
    const found = [
      ...unbalanced,
      ...(await wrongBalances(client, extent, state.next)),
      ...(await wrongOwners(client, extent)),
      ...(isWhole ? await wrongSums(client) : []),
      ...(depth === 'step' || parts.length === 0 ? [] : await wrongHolds(client, extent)),
    ];
    if (depth !== 'step') {
      await takeLateReferences(client, state.next);
      const checks = parts.flatMap(({ rows = [] }) => rows);
      found.push(...(await wrongRows(client, checks, depth, now)));
      for (const { find } of parts) if (find !== undefined) found.push(...(await find(client, look)));
    }
    const stranded = depth === 'step' ? [] : ((await run.findStranded?.(client, now)) ?? []);
    return { ...(await writeState(client, state, found, { depth, now, cursor, visited: counts.keys })), stranded };
  }, 'repeatable read');
}

/** The ledger's own checks, for tests and tools: in steps, or of everything. @param now epoch milliseconds */
export function checkLedger(database: Database, full: boolean, now: Ms): Promise<AuditReport> {
  return runAudit(database, { depth: full ? 'full' : 'step', now });
}
