import type { Queryable } from '#server/core/store/database.ts';
import { createChangeFollower } from '../changed-rows.ts';
import type { AdvertBoard } from './board.ts';
import type { AdvertsDeps } from './deps.ts';
import { changedAdverts, listedAdverts } from './store.ts';

/** Adverts read at once. */
const readAtOnce = 1_000;

/** Keeps the board at what is stored from now on; {@link loadBoard} reads what is listed already. */
export function createBoardFollower({ database, clock }: Pick<AdvertsDeps, 'database' | 'clock'>, board: AdvertBoard) {
  return createChangeFollower({
    since: clock(),
    read: (from, size) => changedAdverts(database.pool, from, size),
    idOf: ({ id }) => id,
    put: (row) => board.put(row),
  });
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
