import type { Area } from '../../core/areas/area.ts';
import { AdvertBoard } from './board.ts';
import { createBoardFollower, loadBoard } from './board-follower.ts';
import { type AdvertHandlers, createAdvertHandlers } from './calls.ts';
import type { AdvertsDeps } from './deps.ts';

const followEveryMs = 1_000;

/** Adverts of a running exchange. */
export interface OpenedAdverts extends Area<AdvertHandlers> {
  readonly board: AdvertBoard;
}

/** Opens adverts: their calls, and the board of what is listed. */
export async function openAdverts(deps: AdvertsDeps): Promise<OpenedAdverts> {
  const board = new AdvertBoard();
  const follow = createBoardFollower(deps, board);
  await loadBoard(deps.database.pool, board);
  return {
    board,
    calls: createAdvertHandlers(deps, board),
    jobs: [{ name: 'follow adverts', everyMs: followEveryMs, run: follow }],
  };
}
