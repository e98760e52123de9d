import type { Clock } from './clock.ts';
import type { Closers } from './closers.ts';
import type { Config } from './config.ts';
import { isAnyHeld } from './contracts/contract-store.ts';
import { listContracts } from './contracts/listed-contracts.ts';
import { openContracts, type OpenedContracts } from './contracts/open-contracts.ts';
import type { Pair } from '../contract/entities/market.ts';
import type { TradingHours } from './engine/trading-sessions.ts';
import { makersTrade, startMakers } from './feed/makers.ts';
import { seedOf, uniformAt } from './feed/noise.ts';
import { openPriceSource, type OpenPrices } from './feed/open-source.ts';
import type { PriceSource } from './feed/price-source.ts';
import type { Gate } from './gate/gate.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Logger } from './log.ts';
import { goldHours, goldIndex } from './market/gold-index.ts';
import { type ChartedMarket, chartedMarkets, type IndexMarket, startIndexMarket } from './market/index-market.ts';
import { startMarket, type Market } from './market/market.ts';
import { pairs } from './market/pairs.ts';
import { tradablePairs } from './market/trade-log.ts';
import { openOptions, type Options } from './options/open-options.ts';
import { openSpot } from './spot/open-spot.ts';
import type { Spot } from './spot/spot.ts';
import type { Database } from './store/database.ts';
import { OutcomeUnknown } from './store/outcome-unknown.ts';
import type { StoreHealth } from './store/store-health.ts';
import type { Troubles } from './troubles.ts';

/** What trading stands on. */
export interface TradingGround {
  readonly database: Database;
  /** The same store over connections that the market writers have for themselves. */
  readonly writer: Database;
  /** And over those of the background work. */
  readonly background: Database;
  readonly storeHealth?: Pick<StoreHealth, 'onChange'>;
  readonly troubles?: Troubles;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: Config;
  readonly closers: Closers;
  readonly gate: Gate;
  readonly openPrices?: OpenPrices;
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

/** Random numbers of one use, from 0 to below 1: the same ones for the same seed. */
function randomOf(use: string, seed: number): () => number {
  const own = seedOf(use, seed);
  let drawn = 0;
  return () => uniformAt(own, (drawn += 1));
}

/**
 * Opens prices, market data, spot trading, the seconds options, contracts, and the makers of practice mode.
 *
 * @throws Error when no pair has a price
 */
export async function openTrading(ground: TradingGround): Promise<Trading> {
  const { database, ledger, clock, gate, config, logger, closers } = ground;
  const openPrices = ground.openPrices ?? openPriceSource;
  const { source, lotsPerMs } = await openPrices(config.priceSource, config.seed, [...pairs, goldIndex], logger);
  closers.add('prices', () => source.close());
  const listed = await tradablePairs(database, source, pairs, clock());
  if (listed.length === 0) throw new Error(`no prices from ${source.name}`);
  if (listed.length < pairs.length) logger.warn({ listed: listed.length }, 'some pairs have no price and do not trade');
  const market = await startMarket({ database: ground.background, source, pairs: listed, clock, logger });
  const unfollow = ground.storeHealth?.onChange((state) => state === 'ready' && market.doubt(true));
  closers.add('market', () => {
    unfollow?.();
    return market.close();
  });
  const spot = await openSpot({
    database: ground.writer,
    ledger,
    clock,
    pairs: listed,
    isStopped: ({ base, quote }) => gate.isStopped('spot', { assets: [base, quote] }),
    onFailure(error, what) {
      logger.error({ err: error }, what);
      if (error instanceof OutcomeUnknown) market.doubt(false);
    },
  });
  closers.add('spot', () => spot.close());
  spot.onEvents((event) => market.record(event.pair, event.trades));

  const options = await openOptions({
    ...ground,
    pairs: listed,
    indexOf: (pair, now) => source.indexPrice(pair, now),
    isOn: !config.areasOff.includes('option'),
    random: randomOf('options', config.seed),
  });
  const hours = goldHours(config.goldHours);
  const gold = await openGold(ground, source, hours, lotsPerMs);
  const isOn = !config.areasOff.includes('contract');
  const followed = chartedMarkets(gold === null ? [market] : [market, gold.market]);
  const withMakers = makersTrade(config, source);
  const contracts = await openContracts({
    ...ground,
    pairs: listed,
    indexOf: (pair, now) => source.indexPrice(pair, now),
    gold: { index: goldIndex, hours, isOn: gold !== null || (await isGoldHeld(ground, hours)) },
    ...(isOn ? { charts: { source, charted: followed } } : {}),
    isWatched: (contract) => market.watched(contract),
    isOn,
    random: withMakers ? randomOf('contracts', config.seed) : null,
  });
  if (withMakers) await openMakers(ground, { spot, market, source, lotsPerMs });
  const charted = contracts.charts === null ? followed : chartedMarkets([followed, contracts.charts]);
  return { spot, market, charted, indices: gold === null ? [] : [gold.index], options, contracts };
}

const isGoldOff = ({ areasOff }: Config) => areasOff.includes('contract') || areasOff.includes('gold');

/**
 * Whether somebody holds gold: then its contracts stand also while no source has a price yet, so that take-profit,
 * stop-loss and forced closing go on with the first one.
 */
async function isGoldHeld({ config, database }: TradingGround, hours: TradingHours): Promise<boolean> {
  const contracts = listContracts([goldIndex], hours).map(({ id }) => id);
  return !isGoldOff(config) && isAnyHeld(database.pool, contracts);
}

/** The market of gold, or null where it is switched off or the sources have no price of it. */
async function openGold(
  { config, clock, logger, closers }: TradingGround,
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

interface MakersMeans {
  readonly spot: Spot;
  readonly market: Market;
  readonly source: PriceSource;
  readonly lotsPerMs: (pair: string, atMs: number) => number;
}

async function openMakers(ground: TradingGround, means: MakersMeans): Promise<void> {
  const { market } = means;
  const makers = await startMakers({
    ...ground,
    ...means,
    pairs: market.pairs,
    watched: (pair) => market.watched(pair),
    attended: () => market.attended(),
    random: randomOf('makers', ground.config.seed),
  });
  ground.closers.add('makers', () => makers.close());
}
