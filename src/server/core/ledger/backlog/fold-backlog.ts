import type { PoolClient } from 'pg';
import type { Database } from '#server/core/store/database.ts';
import { foldEntries, wrongFees } from '../audit-entries.ts';
import { readState, writeWindow } from '../audit-state.ts';
import { allowSums } from './allow-sums.ts';
import { type CheckedWindow, type Stretch, checkWindow } from './check-window.ts';

/** How a backlog is folded. */
interface Folding {
  /** Entries of a window; one transaction alone may have more. */
  readonly windowRows: number;
  /** Entries whose journals are summed at once. */
  readonly rangeRows: number;
  readonly isStopped: () => boolean;
}

/**
 * Folds entries that one run is too short for, as in a store that was restored or not audited for long: in windows, each in
 * a transaction of its own that takes over what its journals showed too. What a stop interrupts goes on where it was, and no
 * statement grows with the backlog. Balances are compared once all is folded.
 */
export async function foldBacklog(database: Database, folding: Folding): Promise<void> {
  for (;;) {
    const backlog = await database.transaction(
      ({ client }) => backlogOf(client, folding.windowRows),
      'repeatable read',
    );
    if (backlog === null) return;
    await foldStretch(database, backlog, folding);
  }
}

/** What is to be folded in windows; null where a run itself folds all that is left. */
async function backlogOf(client: PoolClient, windowRows: number): Promise<Stretch | null> {
  const { horizon, next } = await readState(client);
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) AS count
       FROM (SELECT FROM ledger_entries WHERE xid >= $1::bigint AND xid < $2::bigint LIMIT $3) AS counted`,
    [horizon, next, windowRows + 1],
  );
  return Number(rows[0]?.count) > windowRows ? { from: BigInt(horizon), below: BigInt(next) } : null;
}

/**
 * Folds windows one after the other. While one is folded, the journals of the next are checked on connections of their own,
 * so that two processors share the work: all its transactions ended, so any snapshot has their entries.
 */
async function foldStretch(database: Database, { from, below }: Stretch, folding: Folding): Promise<void> {
  const check = async (start: bigint, width: bigint) => {
    if (folding.isStopped()) throw new Error('the audit was stopped');
    return checkWindow(database, { from: start, below }, { ...folding, width });
  };
  let checked: CheckedWindow | null = await check(from, firstWidth);
  while (checked !== null) {
    const window: CheckedWindow = checked;
    const [ahead, folded] = await Promise.allSettled([
      window.below < below ? check(window.below, window.width) : Promise.resolve(null),
      database.transaction(({ client }) => foldWindow(client, window), 'repeatable read'),
    ]);
    if (folded.status === 'rejected') throw folded.reason;
    if (ahead.status === 'rejected') throw ahead.reason;
    if (!folded.value) return;
    checked = ahead.value;
  }
}

/** Transactions that the first range is tried with. */
const firstWidth = 256n;

/** @returns false where another audit folded entries since this one looked */
async function foldWindow(client: PoolClient, { from, below, found }: CheckedWindow): Promise<boolean> {
  const state = await readState(client);
  if (state.horizon !== String(from)) return false;
  await allowSums(client);
  // Not with the journals, which take longer: so both sides are done at about the same time.
  const fees = await wrongFees(client, { from: state.horizon, below: String(below) });
  await foldEntries(client, state.horizon, String(below));
  await writeWindow(client, state, [...found, ...fees], String(below));
  return true;
}
