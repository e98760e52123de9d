import type { ContractTrade } from '../order.ts';
import type { ListedContract } from '../listed-contracts.ts';
import type { Logger } from 'pino';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { PriceSource } from '#server/markets/prices/price-source.ts';
import { createCandleHistory } from '#server/markets/candles/candle-history.ts';
import type { ChartedMarket } from '#server/markets/candles/index-market.ts';
import { LiveMarket } from '#server/markets/candles/live-market.ts';
import { createCheckStore } from '#server/markets/candles/minute-checks.ts';
import { createMinuteStore, type MinuteStore, upSpans } from '#server/markets/candles/store.ts';
import { loadPairMarket, type LoadingDeps } from '#server/markets/candles/pair-loading.ts';
import type { PairMarket } from '#server/markets/candles/pair-market.ts';
import { sessionSource } from '#server/markets/candles/session-source.ts';
import type { Database } from '#server/core/store/database.ts';
import {
  type ChartedContract,
  chartedContract,
  contractTradeLog,
  type TradedSpan,
  tradedSpans,
} from './contract-trade-log.ts';

/** Most reloads of a contract because of concurrent trades; after that its next trade reloads it. */
const loadTries = 10;

export interface ContractChartsDeps {
  readonly database: Pick<Database, 'pool'>;
  /** Prices of the underlyings: for history before the first trade and during downtime. */
  readonly source: PriceSource;
  readonly contracts: readonly ListedContract[];
  /** Underlying pairs and indices. */
  readonly followed: readonly Pair[];
  /** The candles of the underlyings. */
  readonly charted: ChartedMarket;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Candles of contracts, each from the trades of its own book. */
export interface ContractCharts extends ChartedMarket {
  /** Lists one more contract, which follows a pair or an index. */
  add(contract: ListedContract, followed: Pair): void;
  /** Takes durable trades of one commit, oldest first. */
  record(contract: string, trades: readonly ContractTrade[]): void;
  /**
   * Trades may have become durable without being reported. @param isDecided whether the outcome is already resolved in
   * the store
   */
  doubt(isDecided: boolean): void;
  /** Sends a heartbeat for a contract without trades, so that its candle does not look stale. */
  heartbeat(contract: string): void;
  close(): Promise<void>;
}

/**
 * Loads the candles of every traded contract; one without trades shows the candles of its underlying until its first
 * trade. Call before trading starts, so that no trade is missed.
 */
export async function openContractCharts(deps: ContractChartsDeps): Promise<ContractCharts> {
  const charts = new OpenContractCharts(deps, await loadingOf(deps));
  const { contracts, source } = deps;
  // Other exchanges rate-limit requests; a simulated history does not.
  if (source.live) for (const { id } of contracts) await charts.load(id);
  else await Promise.all(contracts.map(({ id }) => charts.load(id)));
  charts.start();
  return charts;
}

interface Loading extends LoadingDeps {
  readonly contracts: Map<string, ChartedContract>;
  /** Published state of each contract; none for one that was never traded. */
  readonly traded: Map<string, TradedSpan>;
}

async function loadingOf({ database, contracts, followed, source, clock }: ContractChartsDeps): Promise<Loading> {
  const charted = contracts.map((listed) => {
    const pair = followed.find(({ id }) => id === listed.pair);
    if (pair === undefined) throw new Error(`${listed.id} follows ${listed.pair}, which is not listed`);
    return [listed.id, chartedContract(listed, pair)] as const;
  });
  const byId = new Map(charted);
  const traded = await tradedSpans(database, [...byId.keys()]);
  // The market of the pairs records uptime.
  const store: MinuteStore = { ...createMinuteStore(database), seen: () => Promise.resolve() };
  const past = followedSource(source, byId);
  const up = await upSpans(store, clock);
  const ownSpans = (contract: string) => {
    const since = traded.get(contract)?.firstAt ?? clock();
    return up().flatMap(({ fromMs, toMs }) => (toMs < since ? [] : [{ fromMs: Math.max(fromMs, since), toMs }]));
  };
  return {
    contracts: byId,
    traded,
    store,
    checks: createCheckStore(database),
    source: past,
    trades: contractTradeLog(database, byId),
    history: createCandleHistory(store, past, ownSpans),
    hoursOf: (contract) => byId.get(contract)?.listed.hours ?? null,
  };
}

/** A source by contract id: each contract has the history of its underlying, within its own trading hours. */
function followedSource(source: PriceSource, contracts: ReadonlyMap<string, ChartedContract>): PriceSource {
  const of = (contract: string): ListedContract => {
    const charted = contracts.get(contract);
    if (charted === undefined) throw new Error(`no contract ${contract}`);
    return charted.listed;
  };
  return {
    name: source.name,
    live: source.live,
    start: () => source.start(),
    close: () => source.close(),
    indexPrice: (contract, now) => source.indexPrice(of(contract).pair, now),
    // What contracts follow is followed already.
    follow: async () => undefined,
    historyStart: (contract) => source.historyStart(of(contract).pair),
    history(contract, interval, fromMs, toMs) {
      const { pair, hours } = of(contract);
      return sessionSource(source, hours).history(pair, interval, fromMs, toMs);
    },
  };
}

class OpenContractCharts implements ContractCharts {
  readonly #deps: ContractChartsDeps;
  readonly #loading: Loading;
  readonly #live: LiveMarket;
  readonly #underWay = new Set<string>();
  readonly #failed: (error: unknown) => void;

  constructor(deps: ContractChartsDeps, loading: Loading) {
    const { clock, logger } = deps;
    this.#deps = deps;
    this.#loading = loading;
    this.#failed = (error) => logger.error({ err: error }, 'candles of contracts could not advance');
    const pairs = [...loading.contracts.values()].map(({ pair }) => pair);
    const run = { id: 0n, seenAt: clock() };
    this.#live = new LiveMarket({ source: loading.source, pairs, clock, logger }, loading, new Map(), run);
  }

  start(): void {
    this.#live.startTimer(this.#failed);
  }

  /**
   * Loads the candles of a contract from the store, if it was traded. Failures are logged and retried at its next
   * trade.
   */
  async load(contract: string): Promise<void> {
    const { traded, contracts } = this.#loading;
    const pair = contracts.get(contract)?.pair;
    if (pair === undefined || !traded.has(contract) || this.#underWay.has(contract)) return;
    this.#underWay.add(contract);
    try {
      const loaded = await this.#loadAll(pair);
      if (loaded !== null) this.#live.adopt(loaded);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#underWay.delete(contract);
    }
  }

  /** The store must hold exactly the reported trades and none reported later; else it is read again. */
  async #loadAll(pair: Pair): Promise<PairMarket | null> {
    const newest = () => this.#loading.traded.get(pair.id)?.newestId;
    for (let tries = 0; tries < loadTries; tries += 1) {
      const before = newest();
      const loaded = await loadPairMarket(this.#loading, pair, this.#deps.clock());
      if (newest() === before && loaded.trades(1)[0]?.id === String(before)) return loaded;
    }
    return null;
  }

  add(contract: ListedContract, followed: Pair): void {
    const charted = chartedContract(contract, followed);
    this.#loading.contracts.set(contract.id, charted);
    this.#live.list(charted.pair);
  }

  record(contract: string, trades: readonly ContractTrade[]): void {
    const charted = this.#loading.contracts.get(contract);
    const [first] = trades;
    const last = trades.at(-1);
    if (charted === undefined || first === undefined || last === undefined) return;
    const { traded } = this.#loading;
    traded.set(contract, { firstAt: traded.get(contract)?.firstAt ?? first.at, newestId: last.id });
    if (this.#live.has(contract)) this.#live.record(contract, trades.map(charted.asFill));
    else void this.load(contract);
  }

  doubt(isDecided: boolean): void {
    this.#live.doubt(isDecided);
  }

  heartbeat(contract: string): void {
    this.#live.heartbeat(contract);
  }

  has(contract: string): boolean {
    const charted = this.#loading.contracts.get(contract);
    return charted !== undefined && (this.#live.has(contract) || this.#deps.charted.has(charted.listed.pair));
  }

  ticker: ContractCharts['ticker'] = (contract) => {
    const [market, id] = this.#of(contract);
    return { ...market.ticker(id), pair: contract };
  };

  candle: ContractCharts['candle'] = (contract, interval) => {
    const [market, id] = this.#of(contract);
    return market.candle(id, interval);
  };

  klines: ContractCharts['klines'] = (contract, ...asked) => {
    const [market, id] = this.#of(contract);
    return market.klines(id, ...asked);
  };

  gaps: ContractCharts['gaps'] = (contract, ...asked) => {
    const [market, id] = this.#of(contract);
    return market.gaps(id, ...asked);
  };

  hourlyLine: ContractCharts['hourlyLine'] = (contract) => {
    const [market, id] = this.#of(contract);
    return market.hourlyLine(id);
  };

  onUpdate: ContractCharts['onUpdate'] = (listener) => this.#live.onUpdate(listener);

  close(): Promise<void> {
    return this.#live.close();
  }

  /** The market that serves a contract, and its id there. */
  #of(contract: string): [ChartedMarket, string] {
    if (this.#live.has(contract)) return [this.#live, contract];
    const followed = this.#loading.contracts.get(contract)?.listed.pair;
    if (followed === undefined) throw new Error(`no market ${contract}`);
    return [this.#deps.charted, followed];
  }
}
