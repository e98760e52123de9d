import type { PoolClient } from 'pg';
import type { Database } from '../store/database.ts';
import { countEntries, foldEntries, unbalancedJournals } from './audit-entries.ts';
import { readState, writeWindow } from './audit-state.ts';

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
    const guess: bigint | null = last === null ? null : widthAfter(last, windowRows);
    last = await database.transaction(({ client }) => foldWindow(client, guess, windowRows), 'repeatable read');
    if (last === null) return;
  }
}

/** @returns null where what is left fits into one window, which the run itself folds */
async function foldWindow(client: PoolClient, guess: bigint | null, windowRows: number): Promise<Window | null> {
  const state = await readState(client);
  const [from, next] = [BigInt(state.horizon), BigInt(state.next)];
  const count = (below: bigint) => countEntries(client, state.horizon, String(below), windowRows + 1);
  let below = guess === null || from + guess > next ? next : from + guess;
  let rows = await count(below);
  while (rows > windowRows && below - from > 1n) {
    below = from + (below - from) / 2n;
    rows = await count(below);
  }
  if (below >= next && rows <= windowRows) return null;
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
