import type { Logger } from 'pino';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { isTradingTime, type TradingHours } from '../engine/trading-sessions.ts';
import type { PriceSource } from '../prices/price-source.ts';
import { createCandleHistory } from './candle-history.ts';
import type { Market } from './market.ts';
import { LiveMarket } from './live-market.ts';
import { stepsOf } from './market-trade.ts';
import { nullCheckStore } from './minute-checks.ts';
import { nullMinuteStore } from './store.ts';
import { loadPairMarket, type LoadingDeps } from './pair-loading.ts';
import { sessionSource } from './session-source.ts';
import { noTrades } from './trade-log.ts';

/** How often the index is polled. */
export const indexPollMs = 1_000;

/** Public data of markets with candles, from trades or from an index. */
export type ChartedMarket = Pick<Market, 'has' | 'ticker' | 'candle' | 'klines' | 'gaps' | 'hourlyLine' | 'onUpdate'>;

interface IndexMarketDeps {
  readonly source: PriceSource;
  readonly index: Pair;
  /** Between two sessions it has no candles. */
  readonly hours: TradingHours;
  /** External volume per millisecond at a time, in lots of the index, for its candles. */
  readonly lotsPerMs: (pair: string, atMs: number) => number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The market of an index. */
export interface IndexMarket {
  readonly index: Pair;
  readonly market: ChartedMarket & Pick<Market, 'tick'>;
  /** Reads the index; to be called every `indexPollMs`. */
  readonly look: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Candles and the rolling day of an index that is not traded here, such as gold: the past from the price source, the
 * running minutes from the index each second.
 *
 * @throws Error when the source has no history of the index
 */
export async function startIndexMarket(deps: IndexMarketDeps): Promise<IndexMarket> {
  const { index, hours, lotsPerMs, clock, logger } = deps;
  const source = sessionSource(deps.source, hours);
  // The history of an index comes from its source.
  const history = createCandleHistory(nullMinuteStore, source, () => []);
  const loading: LoadingDeps = {
    store: nullMinuteStore,
    checks: nullCheckStore,
    trades: noTrades,
    history,
    source,
    hoursOf: () => hours,
  };
  const loaded = await loadPairMarket(loading, index, clock());
  const market = new LiveMarket({ source, pairs: [index], clock, logger }, loading, new Map([[index.id, loaded]]), {
    id: 0n,
    seenAt: clock(),
  });
  market.startTimer((error) => logger.error({ err: error }, `the market of ${index.id} could not advance`));
  const { unitsPerTick, unitsPerLot } = stepsOf(index);
  let id = 0;
  const look = () => {
    const now = clock();
    const price = isTradingTime(hours, now) ? source.indexPrice(index.id, now) : null;
    if (price === null) {
      market.heartbeat(index.id);
      return;
    }
    const lots = Math.max(1, Math.round(lotsPerMs(index.id, now) * indexPollMs));
    market.record(index.id, [
      {
        id: (id += 1),
        pair: index.id,
        side: 'buy',
        price: BigInt(price.ticks) * unitsPerTick,
        amount: BigInt(lots) * unitsPerLot,
        at: now,
      },
    ]);
  };
  return { index, market, look, close: () => market.close() };
}

/** Several markets as one. The first market that has a pair serves it. */
export function chartedMarkets(markets: readonly ChartedMarket[]): ChartedMarket {
  const of = (pair: string): ChartedMarket => {
    const market = markets.find((one) => one.has(pair));
    if (market === undefined) throw new Error(`no market ${pair}`);
    return market;
  };
  return {
    has: (pair) => markets.some((one) => one.has(pair)),
    ticker: (pair) => of(pair).ticker(pair),
    candle: (pair, interval) => of(pair).candle(pair, interval),
    gaps: (pair, interval, list, beforeMs) => of(pair).gaps(pair, interval, list, beforeMs),
    klines: (pair, interval, beforeMs, size) => of(pair).klines(pair, interval, beforeMs, size),
    hourlyLine: (pair) => of(pair).hourlyLine(pair),
    onUpdate(listener) {
      const stops = markets.map((one) => one.onUpdate(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
