import { isAnyHeld } from './markets/contracts/rows/positions-held.ts';
import { randomBytes } from 'node:crypto';
import type { Clock } from './core/clock/clock.ts';
import type { Closers } from './core/jobs/closers.ts';
import type { Config } from './core/config/config.ts';
import { listContracts } from './markets/contracts/listed-contracts.ts';
import { openContracts, type OpenedContracts } from './markets/contracts/open.ts';
import type { Pair } from '../protocol/entities/market.ts';
import type { TradingHours } from './markets/engine/trading-sessions.ts';
import { openEntropy } from './practice/entropy/open.ts';
import { uniformOf } from './practice/entropy/uniform.ts';
import { makersTrade, startMakers } from './practice/makers.ts';
import { openPriceSource, type OpenPrices } from './open-prices.ts';
import type { PriceSource } from './markets/prices/price-source.ts';
import type { Gate } from './core/gate/gate.ts';
import type { Ledger } from './core/ledger/ledger.ts';
import type { Logger } from './core/log/log.ts';
import { goldHours, goldIndex } from './markets/candles/gold-index.ts';
import {
  type ChartedMarket,
  chartedMarkets,
  type IndexMarket,
  startIndexMarket,
} from './markets/candles/index-market.ts';
import { startMarket, type Market } from './markets/candles/market.ts';
import { pairs } from './markets/pairs.ts';
import { tradablePairs } from './markets/candles/trade-log.ts';
import { openOptions, type Options } from './markets/options/open.ts';
import { openSpot } from './markets/spot/open.ts';
import type { Spot } from './markets/spot/spot.ts';
import type { Database } from './core/store/database.ts';
import type { Doubts } from './core/store/doubts.ts';
import { OutcomeUnknown } from './core/failures/outcome-unknown.ts';
import type { StoreHealth } from './core/store/store-health.ts';
import type { Troubles } from './core/jobs/troubles.ts';

/** What trading stands on. */
export interface TradingDeps {
  readonly database: Database;
  /** The same store over connections that the market writers have for themselves. */
  readonly writer: Database;
  /** And over those of the background work. */
  readonly background: Database;
  readonly storeHealth?: Pick<StoreHealth, 'onChange'>;
  /** Notified when an unknown outcome was decided; absent where nobody listens. */
  readonly doubts?: Pick<Doubts, 'settled'>;
  readonly troubles?: Troubles;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: Config;
  readonly closers: Closers;
  readonly gate: Gate;
  readonly openPrices?: OpenPrices;
  /** Bytes that nobody can foretell; the operating system's unless a test gives others. */
  readonly randomBytes?: (size: number) => Buffer;
}

/** Everything that trades, and the market data it makes. */
export interface Trading {
  readonly spot: Spot;
  readonly market: Market;
  /** The same, the markets of indices, and the contracts' own candles. */
  readonly charted: ChartedMarket;
  readonly indices: readonly Pair[];
  readonly options: Options;
  readonly contracts: OpenedContracts;
}

/**
 * Opens prices, market data, spot trading, the seconds options, contracts, and the makers of practice mode.
 *
 * @throws Error when no pair has a price
 */
export async function openTrading(services: TradingDeps): Promise<Trading> {
  const { database, ledger, clock, gate, config, logger, closers } = services;
  const openPrices = services.openPrices ?? openPriceSource;
  const bytes = services.randomBytes ?? randomBytes;
  const random = uniformOf(bytes);
  const priced = [...pairs, goldIndex];
  const { source, entropy, lotsPerMs } = await openPrices(config.priceSource, config.seed, priced, logger, (deps) =>
    openEntropy({ ...services, ...deps, database: services.background, randomBytes: bytes }),
  );
  closers.add('prices', () => source.close());
  const listed = await tradablePairs(database, source, pairs, clock());
  if (listed.length === 0) throw new Error(`no prices from ${source.name}`);
  if (listed.length < pairs.length) logger.warn({ listed: listed.length }, 'some pairs have no price and do not trade');
  const market = await startMarket({ database: services.background, source, pairs: listed, clock, logger });
  const unfollow = services.storeHealth?.onChange((state) => state === 'ready' && market.doubt(true));
  closers.add('market', () => {
    unfollow?.();
    return market.close();
  });
  const spot = await openSpot({
    database: services.writer,
    ledger,
    clock,
    pairs: listed,
    isStopped: ({ base, quote }) => gate.isStopped('spot', { assets: [base, quote] }),
    onFailure(error, what) {
      logger.error({ err: error }, what);
      if (error instanceof OutcomeUnknown) market.doubt(false);
    },
    onSettled: () => services.doubts?.settled(),
  });
  closers.add('spot', () => spot.close());
  spot.onEvents((event) => market.record(event.pair, event.trades));

  const options = await openOptions({
    ...services,
    pairs: listed,
    indexOf: (pair, now) => source.indexPrice(pair, now),
    isOn: !config.areasOff.includes('option'),
    entropy,
    random,
  });
  const hours = goldHours(config.goldHours);
  const gold = await openGold(services, source, hours, lotsPerMs);
  const isOn = !config.areasOff.includes('contract');
  const followed = chartedMarkets(gold === null ? [market] : [market, gold.market]);
  const withMakers = makersTrade(config, source);
  const contracts = await openContracts({
    ...services,
    pairs: listed,
    indexOf: (pair, now) => source.indexPrice(pair, now),
    gold: { index: goldIndex, hours, isOn: gold !== null || (await isGoldHeld(services, hours)) },
    ...(isOn ? { charts: { source, charted: followed } } : {}),
    isWatched: (contract) => market.watched(contract),
    isOn,
    random: withMakers ? random : null,
  });
  if (withMakers) await openMakers(services, { spot, market, source, lotsPerMs, random });
  const charted = contracts.charts === null ? followed : chartedMarkets([followed, contracts.charts]);
  return { spot, market, charted, indices: gold === null ? [] : [gold.index], options, contracts };
}

const isGoldOff = ({ areasOff }: Config) => areasOff.includes('contract') || areasOff.includes('gold');

/**
 * Whether somebody holds gold: then its contracts stand also while no source has a price yet, so that take-profit,
 * stop-loss and liquidation go on with the first one.
 */
async function isGoldHeld({ config, database }: TradingDeps, hours: TradingHours): Promise<boolean> {
  const contracts = listContracts([goldIndex], hours).map(({ id }) => id);
  return !isGoldOff(config) && isAnyHeld(database.pool, contracts);
}

/** The market of gold, or null where it is switched off or the sources have no price of it. */
async function openGold(
  { config, clock, logger, closers }: TradingDeps,
  source: PriceSource,
  hours: TradingHours,
  lotsPerMs: (pair: string, atMs: number) => number,
): Promise<IndexMarket | null> {
  if (isGoldOff(config)) return null;
  if (source.indexPrice(goldIndex.id, clock()) === null) {
    logger.warn({ source: source.name }, 'no price of gold: it does not trade');
    return null;
  }
  const gold = await startIndexMarket({ source, index: goldIndex, hours, lotsPerMs, clock, logger });
  closers.add('gold', () => gold.close());
  return gold;
}

interface MakersDeps {
  readonly spot: Spot;
  readonly market: Market;
  readonly source: PriceSource;
  readonly lotsPerMs: (pair: string, atMs: number) => number;
  readonly random: () => number;
}

async function openMakers(services: TradingDeps, makerDeps: MakersDeps): Promise<void> {
  const { market } = makerDeps;
  const makers = await startMakers({
    ...services,
    ...makerDeps,
    pairs: market.pairs,
    watched: (pair) => market.watched(pair),
    viewed: () => market.viewed(),
  });
  services.closers.add('makers', () => makers.close());
}
