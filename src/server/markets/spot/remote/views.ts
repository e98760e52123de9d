import type { OwnerId } from '#protocol/core/brand.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Book, BookLevel } from '#server/markets/engine/book.ts';
import type { MarketTerms } from '#server/markets/engine/market-terms.ts';
import { stateHash } from '#server/markets/engine/state-hash.ts';
import type { Opening } from '../auction/phase.ts';
import type { VisibleBook } from '../visible-book.ts';
import type { SpotOrder } from '../order.ts';
import type { Spot } from '../spot.ts';

/** A market as it is read, whichever engine runs it: its public state is that of its last commit. */
export interface ViewedMarket {
  readonly terms: MarketTerms;
  readonly opening: Opening;
  /** Null when another engine runs the market. */
  readonly book: Book | null;
  visible(): VisibleBook;
  /** Open orders of one owner, by id. */
  visibleOrders(owner: OwnerId): SpotOrder[];
}

/** Markets by their pairs. */
export interface ViewedMarkets<Market extends ViewedMarket> {
  get(pair: string): Market | undefined;
  values(): Iterable<Market>;
}

/** The part of spot trading that only reads. */
type SpotViews = Pick<Spot, 'depth' | 'indication' | 'prices' | 'openOrders' | 'isOpen' | 'stateHash'>;

/**
 * Read access to markets of this process and to replicas of those that other engines run.
 *
 * A digest of the state is only had of a book of this process: it covers the priority of orders at one price, which a
 * replica does not hold, so `stateHash` throws for a replicated market. All but `isOpen` and `openOrders` throw an Error for an unknown
 * pair.
 */
export function viewsOf<Market extends ViewedMarket>(
  markets: ViewedMarkets<Market>,
  isStopped: (market: Market) => boolean,
): SpotViews {
  const marketOf = (pair: string): Market => {
    const market = markets.get(pair);
    if (market === undefined) throw new Error(`no market ${pair}`);
    return market;
  };
  return {
    depth(pair, levels) {
      const market = marketOf(pair);
      const { bids, asks } = market.visible();
      const toLevel = (level: BookLevel) => [priceOf(market, level.priceTicks), amountOf(market, level.lots)] as const;
      return { bids: bids.slice(0, levels).map(toLevel), asks: asks.slice(0, levels).map(toLevel) };
    },
    indication(pair) {
      const market = marketOf(pair);
      if (market.opening.state !== 'auction') return null;
      const { indicative } = market.visible();
      if (indicative === null) return { price: null, amount: '0' };
      return { price: priceOf(market, indicative.priceTicks), amount: amountOf(market, indicative.lots) };
    },
    prices(pair) {
      const market = marketOf(pair);
      const { bids, asks, lastTicks } = market.visible();
      const toPrice = (ticks: number | null | undefined) => (ticks == null ? null : priceOf(market, ticks));
      return { bid: toPrice(bids[0]?.priceTicks), ask: toPrice(asks[0]?.priceTicks), last: toPrice(lastTicks) };
    },
    openOrders(owner, pair) {
      // A pair that is gone has no market: none of its orders rested when it went.
      const market = pair === undefined ? undefined : markets.get(pair);
      const searched = pair === undefined ? [...markets.values()] : market === undefined ? [] : [market];
      return searched.flatMap((market) => market.visibleOrders(owner)).toSorted((a, b) => a.id - b.id);
    },
    isOpen(pair) {
      const market = markets.get(pair);
      return market !== undefined && !isStopped(market);
    },
    stateHash(pair) {
      const { book } = marketOf(pair);
      if (book === null) throw new Error(`the book of ${pair} is not in this process`);
      return stateHash(book);
    },
  };
}

function priceOf({ terms }: ViewedMarket, ticks: number): string {
  return fromUnits(BigInt(ticks) * terms.tickUnits, assetScale(terms.quote));
}

function amountOf({ terms }: ViewedMarket, lots: number | bigint): string {
  return fromUnits(BigInt(lots) * terms.lotUnits, assetScale(terms.base));
}
