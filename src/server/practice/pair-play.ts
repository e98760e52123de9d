import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Spot } from '../markets/spot/spot.ts';
import { createMakerPair, type MakerPair } from './maker-pair.ts';
import { bandEnds, type StandingQuote } from './quote-plan.ts';
import { simulatedCoin } from './simulated-coins.ts';
import { type Pace, watchedPace, quietPace } from './paces.ts';

/** How often a pair is checked for taken levels, and the minimum levels per side. */
const thinEveryMs = 1_000;
const thinBelow = 8;
/** A side whose nearest bands are all empty is refilled. */
const bareBands = 3;

/** The makers' state of one pair. */
export interface PairPlay {
  readonly maker: MakerPair;
  quotedTicks: number | null;
  quotedAt: number;
  quotedWatched: boolean;
  countedAt: number;
  tradedAt: number;
  nextTradeAt: number;
  /** Whether its call auction was seen, whose orders are then taken back. */
  hadAuction: boolean;
  /** A batch of this pair is in flight. */
  busy: boolean;
}

/** A pair before its first quotes. @param random uniform in [0, 1) */
export function newPlay(spot: Spot, pair: Pair, now: number, random: () => number): PairPlay {
  const turnover = simulatedCoin(pair)?.dailyTurnover ?? 0;
  return {
    maker: createMakerPair(spot, pair, turnover),
    quotedTicks: null,
    quotedAt: 0,
    quotedWatched: false,
    countedAt: now,
    tradedAt: now,
    // The first trades come soon but spread out, so that every pair gets its own price.
    nextTradeAt: now + random() * quietPace.tradeFromMs,
    hadAuction: true,
    busy: false,
  };
}

/** Whether the index left the quotes behind, a side was taken, or a viewer came or went. */
export function isRequoteDue(play: PairPlay, indexTicks: number, pace: Pace, now: number): boolean {
  if (now - play.countedAt >= thinEveryMs) {
    play.countedAt = now;
    if (isThin(play.maker, indexTicks, pace === watchedPace)) play.quotedTicks = null;
  }
  const waited = now - play.quotedAt;
  if (play.quotedTicks === null) return waited >= thinEveryMs;
  if (waited < pace.requoteEveryMs) return false;
  const moved = Math.abs(indexTicks - play.quotedTicks) / indexTicks;
  const newcomer = (pace === watchedPace) !== play.quotedWatched;
  return moved >= pace.requoteShare || newcomer || waited > 12 * pace.requoteEveryMs;
}

/** Whether so much of a side was taken that the next order might find too little, or only far away. */
function isThin(maker: MakerPair, indexTicks: number, watched: boolean): boolean {
  const standing = maker.standing();
  const near = bandEnds(indexTicks, watched)[bareBands - 1] ?? 0;
  return (['buy', 'sell'] as const).some((side) => {
    const own = nearestQuotes(standing, side, indexTicks);
    const best = own[0];
    return best === undefined || own.length < thinBelow || Math.abs(best.ticks - indexTicks) > near;
  });
}

/** One side's quotes, the nearest to the index first. */
export function nearestQuotes(
  standing: readonly StandingQuote[],
  side: 'buy' | 'sell',
  indexTicks: number,
): StandingQuote[] {
  return standing
    .filter((quote) => quote.side === side)
    .toSorted((a, b) => Math.abs(a.ticks - indexTicks) - Math.abs(b.ticks - indexTicks));
}
