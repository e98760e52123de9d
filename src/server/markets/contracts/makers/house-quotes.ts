import type { Lots, Ticks } from '#protocol/core/brand.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { assetScale } from '#server/core/assets.ts';
import type { ListedContract } from '../listed-contracts.ts';
import type { ContractMarket } from '../market.ts';
import type { Quote } from './standing-quotes.ts';

/** Levels per side, their distance from the index and from each other in millionths, and their size in lots. */
const levels = 12;
const halfSpreadPpm = 120;
const stepPpm = 90;
const leastLots = 20;
const mostLots = 400;
/** Most lots are worth less than this in USDT; fewer of larger lots are offered. */
const usualLotUsdt = 100;
/** What the taker leaves of the best quotes, in lots of typical size. */
const keptLots = 60;

/** Random numbers of one round of quotes: where its middle is, and the size of each level. */
export const drawsPerRound = 1 + 2 * levels;

/** Draws the numbers of one round. @param random from 0 to below 1 */
export function drawRound(random: () => number): number[] {
  return Array.from({ length: drawsPerRound }, () => random());
}

/**
 * The bids and asks of one round, the best first.
 *
 * @param draws of `drawRound`: the same ones around the same index are the same quotes
 * @throws Error when there are too few
 */
export function quotesAround(
  listed: ListedContract,
  indexTicks: Ticks,
  draws: readonly number[],
): readonly [readonly Quote[], readonly Quote[]] {
  if (draws.length < drawsPerRound) throw new Error(`a round of quotes has ${draws.length} random numbers`);
  const [lean = 0, ...sizes] = draws;
  const middle = indexTicks * (1 + (lean - 0.5) * 0.0002);
  const share = usualShare(listed, indexTicks);
  const side = (sign: 1 | -1, drawn: readonly number[]): Quote[] => {
    const quotes = new Map<number, number>();
    for (let level = 0; level < levels; level += 1) {
      const distance = (halfSpreadPpm + level * stepPpm) / 1_000_000;
      const ticks = Math.max(1, Math.round(middle * (1 + sign * distance)));
      const usual = leastLots + Math.floor((drawn[level] ?? 0) * mostLots * (1 + level / 3));
      const lots = Math.min(listed.terms.maxLots, Math.max(1, Math.round(usual * share)));
      quotes.set(ticks, (quotes.get(ticks) ?? 0) + lots);
    }
    return [...quotes];
  };
  const bids = side(-1, sizes.slice(0, levels));
  const highest = Math.max(...bids.map(([ticks]) => ticks));
  return [bids, side(1, sizes.slice(levels)).filter(([ticks]) => ticks > highest)];
}

/** Lots of the best quotes that the taker leaves at an index. */
export function keptLotsAt(listed: ListedContract, indexTicks: Ticks): Lots {
  return Math.max(1, Math.round(keptLots * usualShare(listed, indexTicks)));
}

/**
 * What the taker bids to take a part of the best quotes of one side: less than they offer, so that nothing of the taker
 * rests in the book, and small orders still fill at one price.
 *
 * @param side of the quotes
 * @param part from 0 to below 1
 * @param kept lots that are left
 * @returns null without a price, or when too little is quoted
 */
export function quoteToTake(market: ContractMarket, side: 'buy' | 'sell', part: number, kept: Lots): Quote | null {
  if (market.mark === null) return null;
  const [best] = market.book.levels(side, 1);
  if (best === undefined || best.lots <= kept) return null;
  return [best.priceTicks, 1 + Math.floor((best.lots - kept) * part)];
}

/** Share of the usual lots offered in a contract, by the value of a lot. */
function usualShare({ terms, book }: ListedContract, indexTicks: Ticks): number {
  const lotUsdt = Number(lotsValue(terms, indexTicks, 1)) / 10 ** assetScale(book.quote);
  return Math.min(1, usualLotUsdt / lotUsdt);
}
