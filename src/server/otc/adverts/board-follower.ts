import type { Queryable } from '../../core/store/database.ts';
import type { AdvertBoard } from './board.ts';
import type { AdvertsDeps } from './deps.ts';
import { type BoardMark, changedAdverts, listedAdverts } from './store.ts';

/** Adverts read at once. */
const readAtOnce = 1_000;
/** A transaction that stamped its change may commit this much later: changes are read again for as long. */
const lateCommitMs = 10_000;

/**
 * Keeps the board at what is stored: what this process changed is put at once, and whatever else changed, such as after
 * a commit whose answer was lost, is read again here.
 */
export function createBoardFollower({ database, clock }: Pick<AdvertsDeps, 'database' | 'clock'>, board: AdvertBoard) {
  let newest = clock();
  return async function follow(): Promise<void> {
    let mark: BoardMark = { updatedAt: newest - lateCommitMs, id: 0n };
    for (;;) {
      const rows = await changedAdverts(database.pool, mark, readAtOnce);
      for (const row of rows) board.put(row);
      const last = rows.at(-1);
      if (last === undefined) return;
      mark = { updatedAt: last.updatedAt, id: last.id };
      newest = Math.max(newest, last.updatedAt);
      if (rows.length < readAtOnce) return;
    }
  };
}

/** Puts every listed advert on the board, in portions. */
export async function loadBoard(client: Queryable, board: AdvertBoard): Promise<void> {
  let [owner, id] = [0n, 0n];
  for (;;) {
    const rows = await listedAdverts(client, owner, id, readAtOnce);
    for (const row of rows) board.put(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < readAtOnce) return;
    ({ owner, id } = last);
  }
}
