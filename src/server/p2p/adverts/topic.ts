import type { BoardAdvert, BoardUpdate } from '#protocol/core/stream/channels.ts';
import { boardAdvertsPublished, p2pCoins, type FiatCurrencyCode, fiatCurrencyCodes } from '#protocol/p2p/currencies.ts';
import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import type { TopicSource } from '#server/core/topics/topic-source.ts';
import { shownTerms } from './advert-row.ts';
import type { AdvertBoard, BoardQuery, BoardSide } from './board.ts';

/** The best adverts of every side of the board as topics. */
export interface BoardTopics {
  readonly topics: AreaTopics;
  /** Has the topics that are subscribed to look at the board again: prices float with an index that always moves. */
  readonly publish: () => void;
}

const sides: ReadonlyMap<string, BoardSide> = new Map(
  p2pCoins.flatMap((asset) =>
    fiatCurrencyCodes.flatMap((currency) =>
      (['buy', 'sell'] as const).map((side) => [`adverts:${asset}:${currency}:${side}`, { asset, currency, side }]),
    ),
  ),
);

const best: Omit<BoardQuery, 'serves'> = {
  money: null,
  method: null,
  merchant: null,
  accepts: null,
  after: null,
  size: boardAdvertsPublished,
};

type IndexOf = (asset: string, currency: FiatCurrencyCode) => bigint | null;

/**
 * @param indexOf the index of a coin in a currency, in units of the currency's prices
 * @param serves whether a merchant trades now
 */
export function boardTopics(board: AdvertBoard, indexOf: IndexOf, serves: BoardQuery['serves']): BoardTopics {
  const open = new Set<() => void>();
  return {
    topics: { sources: [boardTopic(board, indexOf, serves, open)] },
    publish() {
      for (const look of open) look();
    },
  };
}

function boardTopic(
  board: AdvertBoard,
  indexOf: IndexOf,
  serves: BoardQuery['serves'],
  opened: Set<() => void>,
): TopicSource<'adverts'> {
  return {
    kind: 'adverts',
    has: (topic) => sides.has(topic),
    open(topic, due) {
      const side = sides.get(topic);
      if (side === undefined) throw new RangeError(`no side of the board: ${topic}`);
      let index = indexOf(side.asset, side.currency);
      let changed = false;
      const read = () => readBest(board, side, index, serves);
      let published = read();
      const close = board.onChange(({ asset, currency, side: of }) => {
        if (asset === side.asset && currency === side.currency && of === side.side) changed = true;
      });
      const look = () => {
        const now = indexOf(side.asset, side.currency);
        if (!changed && now === index) return;
        index = now;
        changed = true;
        due();
      };
      opened.add(look);
      return {
        snapshot: () => published,
        take() {
          if (!changed) return null;
          changed = false;
          const next = read();
          const delta = deltaOf(published, next);
          published = next;
          return delta;
        },
        close() {
          close();
          opened.delete(look);
        },
      };
    },
  };
}

function readBest(
  board: AdvertBoard,
  side: BoardSide,
  index: bigint | null,
  serves: BoardQuery['serves'],
): BoardUpdate {
  const { list, more } = board.page(side, index, { ...best, serves });
  const adverts = list.map(({ row }): BoardAdvert => {
    const { id, price, available, min, max, methods } = shownTerms(row, index);
    return { id, merchant: row.owner.toString(), price: price ?? '0', available, min, max, methods };
  });
  return { adverts, gone: [], more };
}

/** What turns one list of best adverts into the next; null when nothing does. */
function deltaOf(before: BoardUpdate, after: BoardUpdate): BoardUpdate | null {
  const held = new Map(before.adverts.map((advert) => [advert.id, JSON.stringify(advert)]));
  const adverts = after.adverts.filter((advert) => held.get(advert.id) !== JSON.stringify(advert));
  for (const { id } of after.adverts) held.delete(id);
  if (adverts.length + held.size === 0 && before.more === after.more) return null;
  return { adverts, gone: [...held.keys()], more: after.more };
}
