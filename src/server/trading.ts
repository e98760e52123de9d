import type { Clock } from './clock.ts';
import type { Closers } from './closers.ts';
import type { Config } from './config.ts';
import { openContracts, type OpenedContracts } from './contracts/open-contracts.ts';
import { makersTrade, startMakers } from './feed/makers.ts';
import { seedOf, uniformAt } from './feed/noise.ts';
import { openPriceSource } from './feed/open-source.ts';
import type { PriceSource } from './feed/price-source.ts';
import type { Audit } from './ledger/audit.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Logger } from './log.ts';
import { startMarket, type Market } from './market/market.ts';
import { pairs } from './market/pairs.ts';
import { tradablePairs } from './market/trade-log.ts';
import { openOptions, type Options } from './options/open-options.ts';
import { openSpot } from './spot/open-spot.ts';
import type { Spot } from './spot/spot.ts';
import type { Database } from './store/database.ts';

/** What trading stands on. */
export interface TradingGround {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: Config;
  readonly closers: Closers;
  readonly audit: Pick<Audit, 'isHalted'>;
}

/** Everything that trades, and the market data it makes. */
export interface Trading {
  readonly spot: Spot;
  readonly market: Market;
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
  const { database, ledger, clock, audit, config, logger, closers } = ground;
  const { source, lotsPerMs } = await openPriceSource(config.priceSource, config.seed, pairs, logger);
  closers.add('prices', () => source.close());
  const listed = await tradablePairs(database, source, pairs, clock());
  if (listed.length === 0) throw new Error(`no prices from ${source.name}`);
  if (listed.length < pairs.length) logger.warn({ listed: listed.length }, 'some pairs have no price and do not trade');
  const market = await startMarket({ database, source, pairs: listed, clock, logger });
  closers.add('market', () => market.close());
  const spot = await openSpot({
    database,
    ledger,
    clock,
    pairs: listed,
    isStopped: (pair) => audit.isHalted(pair.base) || audit.isHalted(pair.quote),
    onFailure: (error, what) => logger.error({ err: error }, what),
  });
  closers.add('spot', () => spot.close());
  spot.onEvents((event) => market.record(event.pair, event.trades));

  const options = await openOptions({
    ...ground,
    pairs: listed,
    indexOf: (pair, now) => source.indexPrice(pair, now),
    isHalted: (asset) => audit.isHalted(asset),
    isOn: !config.areasOff.includes('option'),
    random: randomOf('options', config.seed),
  });
  const withMakers = makersTrade(config, source);
  const contracts = await openContracts({
    ...ground,
    pairs: listed,
    indexOf: (pair, now) => source.indexPrice(pair, now),
    isOn: !config.areasOff.includes('contract'),
    random: withMakers ? randomOf('contracts', config.seed) : null,
  });
  if (withMakers) await openMakers(ground, { spot, market, source, lotsPerMs });
  return { spot, market, options, contracts };
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
