import type { P2pSide, ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import { compareDecimals, toUnits } from '#protocol/core/decimal.ts';
import type { BoardAdvert, Topic } from '#protocol/core/stream/channels.ts';
import type { BoardFilter } from './board-search.ts';

/** The stream's topic of a list: what its reader buys, merchants sell. */
export function topicOf({ side, asset, currency }: Pick<BoardFilter, 'side' | 'asset' | 'currency'>): Topic {
  return `adverts:${asset}:${currency}:${side === 'buy' ? 'sell' : 'buy'}`;
}

/** An advert with what the stream says of it now. */
export function withLive(advert: ListedAdvert, live: BoardAdvert | null): ListedAdvert {
  if (live === null) return advert;
  const { price, available, min, max } = live;
  return { ...advert, price, available, min, max };
}

const compareScale = 8;

/** Whether an advert of the stream belongs into a list, by all that the stream knows of it. */
export function belongsTo(filter: BoardFilter, { merchant, methods, min, max }: BoardAdvert): boolean {
  if (filter.merchant !== undefined && filter.merchant !== merchant) return false;
  if (filter.method !== undefined && !methods.includes(filter.method)) return false;
  const [least, most] = [toUnits(min, compareScale), toUnits(max, compareScale)];
  if (filter.amount === undefined) return least <= most;
  const amount = toUnits(filter.amount, compareScale);
  return least <= amount && amount <= most;
}

/** Whether an advert has its place before the last of those that are loaded. */
export function isWithin(
  side: P2pSide,
  { price }: Pick<BoardAdvert, 'price'>,
  last: Pick<ListedAdvert, 'price'> | undefined,
): boolean {
  if (last === undefined || last.price === null) return true;
  const order = compareDecimals(price, last.price);
  return side === 'buy' ? order < 0 : order > 0;
}
