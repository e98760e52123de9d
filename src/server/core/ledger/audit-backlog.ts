import type { PoolClient } from 'pg';
import type { Database } from '../store/database.ts';
import { countEntries, foldEntries, unbalancedJournals } from './audit-entries.ts';
import { readState, writeWindow } from './audit-state.ts';

/** After a backlog the rest is folded in windows too, down to such a share of one: a run has little memory for its sums. */
const restShare = 20;

/** How a backlog is folded. */
interface Folding {
  /** Entries of a window; one transaction alone may have more. */
  readonly windowRows: number;
  readonly isStopped: () => boolean;
}

/** Some transactions from the horizon on: how many there can be, and how many entries they have. */
interface Window {
  readonly width: bigint;
  readonly rows: number;
}

/**
 * Folds entries that one run is too short for, as in a store that was restored or not audited for long: in windows, each in
 * a transaction of its own that checks its journals too. What a stop interrupts goes on where it was, and no statement
 * grows with the backlog. Balances are compared once all is folded.
 */
export async function foldBacklog(database: Database, { windowRows, isStopped }: Folding): Promise<void> {
  for (let last: Window | null = null; ;) {
    if (isStopped()) throw new Error('the audit was stopped');
    const before: Window | null = last;
    last = await database.transaction(({ client }) => foldWindow(client, before, windowRows), 'repeatable read');
    if (last === null) return;
  }
}

/** @returns null where a run itself can fold what is left: all of it in one window, or the rest after a backlog */
async function foldWindow(client: PoolClient, last: Window | null, windowRows: number): Promise<Window | null> {
  const guess = last === null ? null : widthAfter(last, windowRows);
  const state = await readState(client);
  const [from, next] = [BigInt(state.horizon), BigInt(state.next)];
  const count = (below: bigint) => countEntries(client, state.horizon, String(below), windowRows + 1);
  let below = guess === null || from + guess > next ? next : from + guess;
  let rows = await count(below);
  while (rows > windowRows && below - from > 1n) {
    below = from + (below - from) / 2n;
    rows = await count(below);
  }
  const isRest = below >= next && rows <= windowRows;
  if (isRest && (last === null || rows <= windowRows / restShare)) return null;
  // With the little that other statements get, sums of so many rows are made on disk.
  await client.query("SET LOCAL work_mem = '64MB'");
  const found = await unbalancedJournals(client, { from: state.horizon, below: String(below) });
  await foldEntries(client, state.horizon, String(below));
  await writeWindow(client, state, found, String(below));
  return { width: below - from, rows };
}

/** Transactions next to each other have about as many entries: as many as nearly fill a window. */
function widthAfter({ width, rows }: Window, windowRows: number): bigint {
  if (rows === 0) return width * 16n;
  const nearly = (width * BigInt(windowRows) * 9n) / 10n / BigInt(rows);
  return nearly > 0n ? nearly : 1n;
}
