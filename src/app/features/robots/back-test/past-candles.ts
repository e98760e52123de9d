import type { Candle } from '../../../../protocol/entities/market.ts';
import type { KeptCandles } from './kept-candles.ts';

/** One page back in time, oldest first: the newest, or what starts before a moment. */
export type FetchPage = (
  before: number | null,
) => Promise<{ readonly list: readonly Candle[]; readonly more: boolean }>;

/**
 * Fetches what is missing of the candles from a moment on: back in time until the kept ones are reached, and before them.
 * The newest kept one may have been running, so it is taken from the page.
 *
 * @param heard how many of the candles are here
 */
export async function pastCandles(
  kept: KeptCandles['list'],
  from: number,
  fetchPage: FetchPage,
  heard: (count: number) => void,
): Promise<readonly Candle[]> {
  const newestKept = kept.at(-1)?.[0] ?? null;
  let list: readonly Candle[] = [];
  let isJoined = newestKept === null;
  let before: number | null = null;
  for (;;) {
    const page = await fetchPage(before);
    const isLast = page.list.length === 0 || !page.more;
    list = [...page.list, ...list];
    const oldest: number | undefined = list[0]?.[0];
    if (oldest === undefined) return list;
    if (!isJoined && newestKept !== null && oldest <= newestKept) {
      list = [...kept.filter(([at]) => at < oldest), ...list];
      isJoined = true;
    }
    heard(list.length);
    before = list[0]?.[0] ?? oldest;
    if (isLast || before <= from) return list;
  }
}
