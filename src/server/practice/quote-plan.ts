/**
 * What a maker wants to stand in the book, as a pure function of where the market is and what stands there
 * already. It changes as little as it can: every order placed or cancelled is written to the store.
 */

type QuoteSide = 'buy' | 'sell';

/** A maker's own order in the book: price in ticks, what is left in lots. */
export interface StandingQuote {
  readonly id: number;
  readonly side: QuoteSide;
  readonly ticks: number;
  readonly lots: number;
}

export interface WantedQuote {
  readonly side: QuoteSide;
  readonly ticks: number;
  readonly lots: number;
}

/** Cancels are sent before places: until then the new side could meet the old one. */
interface QuotePlan {
  readonly cancel: readonly StandingQuote[];
  readonly place: readonly WantedQuote[];
}

/** How a pair is quoted. */
export interface QuoteTerms {
  /** Lots worth about the typical level. */
  readonly typicalLots: number;
  readonly minLots: number;
  readonly maxLots: number;
  /** Smallest value of an order in ticks times lots. */
  readonly minTickLots: number;
  /** Somebody watches: levels stand denser near the price. */
  readonly watched: boolean;
}

/** Levels of one side: filled up to the first when fewer stand, thinned out past the second. */
export const levelsMin = 13;
export const levelsMax = 20;
/** The nearest bands that never stay empty. */
const nearBands = 4;
/** Half of the spread as a share of the price; at least one tick. */
const halfSpread = 0.000_02;
/** Width of the nearest band as a share of the price, and how much wider each further one is. */
const dense = { width: 0.000_012, growth: 1.42 };
const sparse = { width: 0.000_25, growth: 1.1 };

/** Ends of the bands in ticks from the index; each is at least one tick wide. */
export function bandEnds(indexTicks: number, watched: boolean): number[] {
  const { width, growth } = watched ? dense : sparse;
  const ends: number[] = [];
  let end = firstDistance(indexTicks);
  let share = width;
  for (let band = 0; band < levelsMin + 3; band += 1) {
    end += Math.max(1, Math.round(indexTicks * share));
    share *= growth;
    ends.push(end);
  }
  return ends;
}

function firstDistance(indexTicks: number): number {
  return Math.max(1, Math.round(indexTicks * halfSpread));
}

/**
 * Plans both sides around an index.
 *
 * @param indexTicks at least 1
 * @param random uniform in [0, 1), for natural prices and sizes
 */
export function planQuotes(
  indexTicks: number,
  standing: readonly StandingQuote[],
  terms: QuoteTerms,
  random: () => number,
): QuotePlan {
  const cancel: StandingQuote[] = [];
  const place: WantedQuote[] = [];
  for (const side of ['buy', 'sell'] as const) {
    const own = standing.filter((quote) => quote.side === side);
    planSide(side, indexTicks, own, terms, random, cancel, place);
  }
  return { cancel, place };
}

function planSide(
  side: QuoteSide,
  indexTicks: number,
  own: readonly StandingQuote[],
  terms: QuoteTerms,
  random: () => number,
  cancel: StandingQuote[],
  place: WantedQuote[],
): void {
  const direction = side === 'buy' ? -1 : 1;
  const distance = (ticks: number) => (ticks - indexTicks) * direction;
  const ends = bandEnds(indexTicks, terms.watched);
  const least = firstDistance(indexTicks);
  const reach = 2 * (ends.at(-1) ?? least);
  const kept: StandingQuote[] = [];
  for (const quote of own) {
    const away = distance(quote.ticks);
    if (away < least || away > reach) cancel.push(quote);
    else kept.push(quote);
  }
  kept.sort((a, b) => distance(a.ticks) - distance(b.ticks));
  // The furthest give way: what stands near the price is what users see.
  while (kept.length > levelsMax) {
    const furthest = kept.pop();
    if (furthest !== undefined) cancel.push(furthest);
  }
  let count = kept.length;
  let start = least;
  for (const [band, end] of ends.entries()) {
    const empty = !kept.some((quote) => distance(quote.ticks) >= start && distance(quote.ticks) < end);
    if (empty && (band < nearBands || count < levelsMin)) {
      const ticks = indexTicks + direction * (start + Math.floor(random() * (end - start)));
      if (ticks >= 1) {
        place.push({ side, ticks, lots: naturalLots(terms, band, ticks, random) });
        count += 1;
      }
    }
    start = end;
  }
}

/** A size as users's are: many small, few large, larger further away; within what the pair allows. */
function naturalLots(terms: QuoteTerms, band: number, ticks: number, random: () => number): number {
  const spread = Math.exp((random() + random() + random() - 1.5) * 1.6);
  const wanted = Math.round(terms.typicalLots * spread * (1 + 0.22 * band));
  const least = Math.max(terms.minLots, Math.ceil((terms.minTickLots * 1.02) / ticks));
  return Math.min(terms.maxLots, Math.max(least, wanted));
}

/** The share of the nearest opposing levels that one trade of the taker may take at most. */
const takenShareMax = 0.6;

/**
 * The size of a taker's trade: what would have been traded since the last one, within the pair's limits
 * and a share of what stands nearest on the other side, so that the book never runs dry. Zero: nothing to take.
 */
export function takerLots(expectedLots: number, standingLots: number, terms: QuoteTerms, ticks: number): number {
  const least = Math.max(terms.minLots, Math.ceil((terms.minTickLots * 1.1) / ticks));
  const most = Math.min(terms.maxLots, Math.floor(standingLots * takenShareMax));
  if (most < least) return 0;
  return Math.min(most, Math.max(least, Math.round(expectedLots)));
}
