import type { Area } from '#server/core/areas/area.ts';
import { AdvertBoard, createBoardFollower, loadBoard } from './board.ts';
import { type AdvertHandlers, createAdvertHandlers } from './calls.ts';
import type { AdvertsDeps } from './deps.ts';
import { publishAdvert, takeDownAdvert } from './publish.ts';
import { createMerchantsFollower, TradingMerchants } from './trading-merchants.ts';
import { p2pIndex } from './p2p-index.ts';
import { boardTopics } from './topic.ts';
import { boardPublishMs } from '#protocol/p2p/currencies.ts';

const followEveryMs = 1_000;

/** Publishing by the merchants of practice mode, who have no session. */
export interface HouseAdverts {
  publish(asked: Parameters<typeof publishAdvert>[2]): Promise<unknown>;
  takeDown(owner: bigint, key: string, id: string): Promise<unknown>;
}

/** Adverts of a running exchange. */
export interface OpenedAdverts extends Area<AdvertHandlers> {
  readonly house: HouseAdverts;
  readonly board: AdvertBoard;
  readonly merchants: TradingMerchants;
}

/** Opens adverts: their calls, and the board of what is listed. */
export async function openAdverts(deps: AdvertsDeps): Promise<OpenedAdverts> {
  const board = new AdvertBoard();
  const follow = createBoardFollower(deps, board);
  const merchants = new TradingMerchants(board, deps.clock);
  const followMerchants = createMerchantsFollower(deps, merchants);
  await loadBoard(deps.database.pool, board);
  await followMerchants();
  const { topics, publish } = boardTopics(
    board,
    (asset, currency) => p2pIndex(deps, asset, currency),
    (merchant) => merchants.serves(merchant, null),
  );
  return {
    house: {
      publish: (asked) => publishAdvert(deps, { board, merchants }, asked),
      takeDown: (owner, key, id) => takeDownAdvert(deps, { board, merchants }, { owner, key, id }),
    },
    board,
    merchants,
    calls: createAdvertHandlers(deps, board, merchants),
    topics,
    jobs: [
      { name: 'follow adverts', everyMs: followEveryMs, run: follow },
      { name: 'follow merchants', everyMs: followEveryMs, run: followMerchants },
      { name: 'publish adverts', everyMs: boardPublishMs, run: () => Promise.resolve(publish()), isLoggedOnly: true },
    ],
  };
}
