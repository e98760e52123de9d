import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Area } from '#server/core/areas/area.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { TradingHours } from '../engine/trading-sessions.ts';
import type { PriceSource } from '../prices/price-source.ts';
import { createMarketHandlers, type MarketHandlerDeps } from './calls.ts';
import { type ChartedMarket, chartedMarkets, indexPollMs, startIndexMarket } from './index-market.ts';
import type { Market } from './market.ts';
import { startMarket } from './start-market.ts';
import { candleTopics } from './topic.ts';

interface CandlesDeps
  extends
    Pick<CoreDeps, 'background' | 'clock' | 'logger'>,
    Partial<Pick<CoreDeps, 'storeHealth'>>,
    Pick<MarketHandlerDeps, 'isOpen' | 'contracts'> {
  readonly source: PriceSource;
  readonly pairs: readonly Pair[];
}

/** The market data of a running exchange. */
export interface Candles extends Area<ReturnType<typeof createMarketHandlers>> {
  readonly market: Market;
  /** The market of pairs, and those added to it. */
  readonly charted: ChartedMarket;
  /** Indices that have a market of their own. */
  readonly indices: readonly Pair[];
  /** Adds another market's candles to those of the pairs; names the index if it is listed. */
  add(market: ChartedMarket, index?: Pair): void;
}

/** Opens the market data of every pair. Must be open before orders are accepted, so that no trade is missed. */
export async function openCandles(deps: CandlesDeps): Promise<Candles> {
  const { source, pairs, clock, logger } = deps;
  const market = await startMarket({ database: deps.background, source, pairs, clock, logger });
  const unfollow = deps.storeHealth?.onChange((state) => state === 'ready' && market.doubt(true));
  const markets: ChartedMarket[] = [market];
  const indices: Pair[] = [];
  const charted = chartedMarkets(markets);
  return {
    market,
    charted,
    indices,
    add(other, index) {
      markets.push(other);
      if (index !== undefined) indices.push(index);
    },
    calls: createMarketHandlers({ ...deps, market, charted, indices }),
    topics: candleTopics({ market, charted, clock }),
    jobs: [],
    close() {
      unfollow?.();
      return market.close();
    },
  };
}

interface IndexDeps extends Pick<CoreDeps, 'clock' | 'logger'> {
  readonly source: PriceSource;
  readonly index: Pair;
  readonly hours: TradingHours;
  /** As in `startIndexMarket`. */
  readonly lotsPerMs: (pair: string, atMs: number) => number;
}

/** Opens the market of an index, or returns null when the source has no price for it. */
export async function openIndex(deps: IndexDeps): Promise<(Area & { readonly market: ChartedMarket }) | null> {
  const { source, index, clock, logger } = deps;
  if (source.indexPrice(index.id, clock()) === null) {
    logger.warn({ source: source.name, index: index.id }, 'an index has no price: it does not trade');
    return null;
  }
  const { market, look, close } = await startIndexMarket(deps);
  const job = {
    name: `look at ${index.id}`,
    everyMs: indexPollMs,
    run: async () => look(),
    isLoggedOnly: true,
  } as const;
  return { market, calls: {}, jobs: [job], close };
}
