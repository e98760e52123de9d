import { createCandleHistory } from './candle-history.ts';
import { loadingOfAll } from './days-ahead.ts';
import { LiveMarket } from './live-market.ts';
import { createCheckStore, nullCheckStore } from './minute-checks.ts';
import { type LoadingDeps, loadPairMarket, readPairMarket } from './pair-loading.ts';
import type { PairMarket } from './pair-market.ts';
import { createMinuteStore, type MinuteStore, nullMinuteStore, upSpans } from './store.ts';
import { createTradeLog, noTrades } from './trade-log.ts';
import type { Market, MarketDeps } from './market.ts';

/** Pairs of coins trade at all hours. */
const alwaysOpen = () => null;

/**
 * Loads market data of every pair as a start does, and drops it; nothing is written. The first load of a process takes
 * four times as long as a later one, whose code is compiled.
 */
export async function warmUpMarket({ database, source, pairs, clock }: Omit<MarketDeps, 'logger'>): Promise<void> {
  const store: MinuteStore = { ...createMinuteStore(database), write: () => Promise.resolve() };
  const history = createCandleHistory(store, source, await upSpans(store, clock));
  const trades = createTradeLog(database);
  const loading = { store, checks: nullCheckStore, trades, history, source, hoursOf: alwaysOpen };
  for (const pair of pairs) await loadPairMarket(loading, pair, clock());
}

/** Loads market data of every pair. Call before orders are accepted, so that no trade is missed. */
export async function startMarket(deps: MarketDeps): Promise<Market> {
  const { database, source, pairs, clock, logger } = deps;
  const store = createMinuteStore(database);
  const trades = createTradeLog(database);
  const startedAt = clock();
  const tradedAt = await trades.newestAt();
  const run = await store.beginRun(startedAt, tradedAt);
  const up = await upSpans(store, clock);
  const history = createCandleHistory(store, source, up);
  const checks = createCheckStore(database);
  const loading: LoadingDeps = { store, checks, trades, history, source, hoursOf: alwaysOpen };
  // Before the very first trade the store has nothing to query per pair.
  const first: LoadingDeps =
    tradedAt === null
      ? {
          store: nullMinuteStore,
          checks,
          trades: noTrades,
          history: createCandleHistory(nullMinuteStore, source, up),
          source,
          hoursOf: alwaysOpen,
        }
      : await loadingOfAll(loading, pairs, up, startedAt);
  const markets = new Map<string, PairMarket>();
  // Other exchanges rate-limit requests; a simulated history does not.
  const together = source.live ? 1 : pairs.length;
  for (let index = 0; index < pairs.length; index += together) {
    const some = pairs.slice(index, index + together);
    const loaded = await Promise.all(some.map((pair) => readPairMarket(first, pair, clock())));
    for (const market of loaded) markets.set(market.pair.id, market);
  }
  const market = new LiveMarket(deps, loading, markets, { id: run, seenAt: startedAt });
  const failed = (error: unknown) => logger.error({ err: error }, 'market data could not advance');
  market.startTimer(failed);
  return market;
}
