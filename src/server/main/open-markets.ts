import { randomBytes } from 'node:crypto';
import type { CoreDeps } from '../core/areas/core-deps.ts';
import type { RunArea } from '../core/areas/run-area.ts';
import type { OpenInstruments } from '../core/instruments/open.ts';
import { isOnBoards } from '../core/instruments/rules.ts';
import type { Config } from '../core/config/config.ts';
import { goldHours, goldIndex } from '../markets/candles/gold-index.ts';
import { chartedMarkets } from '../markets/candles/index-market.ts';
import { type Candles, openCandles, openIndex } from '../markets/candles/open.ts';
import { tradablePairs } from '../markets/candles/trade-log.ts';
import { listContracts } from '../markets/contracts/listed-contracts.ts';
import { openContracts } from '../markets/contracts/open.ts';
import { isAnyHeld } from '../markets/contracts/rows/positions-held.ts';
import type { EngineWorkers } from './engine-workers.ts';
import type { TradingHours } from '../markets/engine/trading-sessions.ts';
import { openOptions } from '../markets/options/open.ts';
import { pairs } from '../markets/pairs.ts';
import { openRobots } from '../markets/robots/open.ts';
import { openSpot } from '../markets/spot/open.ts';
import { openPriceSource, type OpenedSource, type OpenPrices } from './open-prices.ts';
import { openEntropy } from '../practice/entropy/open.ts';
import { uniformOf } from '../practice/entropy/uniform.ts';
import { makersTrade } from '../practice/makers.ts';
import { openMakers } from '../practice/open.ts';
import type { Notices } from '../accounts/notices/notices.ts';
import { createHeldValues } from '../core/outflow/held-value.ts';
import { type Outflow, outflowWith } from '../core/outflow/outflow.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Market } from '../markets/candles/market.ts';
import { openExchanges } from '../markets/spot/open-exchanges.ts';
import type { Spot } from '../markets/spot/spot.ts';
import { newDeviceHold, passwordHold } from '../accounts/account/withdrawal-hold.ts';

interface MarketsDeps extends Omit<CoreDeps, 'audit' | 'metrics' | 'health'> {
  readonly notices: Notices;
  readonly openPrices?: OpenPrices;
  /** Engines that can run markets; null where this process runs all of them. */
  readonly workers: EngineWorkers | null;
  /** Changes of what is listed. */
  readonly instruments: Pick<OpenInstruments, 'onChange'>;
}

/** How often the prices are looked up of pairs that had none when the exchange started. */
const latePricesEveryMs = 2_000;

/** Unpredictable bytes from the operating system. */
const random = uniformOf(randomBytes);

/** Dependencies of the outflow gate. */
interface OutflowDeps extends Pick<CoreDeps, 'ledger'> {
  readonly config: Pick<Config, 'p2pHold'>;
  readonly market: Pick<Market, 'indexPrice'>;
  readonly spot: Pick<Spot, 'openOrders'>;
}

/** The gate of everything that leaves an account, composed for the exchange and for its tests. */
export function outflowOf({ config, ledger, market, spot }: OutflowDeps): Outflow {
  const held = config.p2pHold
    ? createHeldValues({
        ledger,
        indexPrice: (asset) => market.indexPrice(asset),
        openOrders: openExchanges(spot),
      })
    : null;
  return outflowWith([passwordHold, newDeviceHold], held);
}

/**
 * Opens prices, market data, spot trading, the seconds options, contracts, the makers of practice mode, and robots, in this
 * order.
 *
 * @throws Error when no pair has a price
 */
export async function openMarkets(deps: MarketsDeps, run: RunArea) {
  const { config } = deps;
  const opened = await openPrices(deps, run);
  const { source, entropy, lotsPerMs } = opened;
  const listed = await listPairs(deps, opened);
  const candles: Candles = run(
    'candles',
    await openCandles({
      ...deps,
      source,
      pairs: listed,
      isOpen: (pair) => spot.spot.isOpen(pair),
      contracts: () => contracts.contracts.listed(),
    }),
  );
  const { market } = candles;
  const spot = run(
    'spot',
    await openSpot({ ...deps, pairs: listed, market, engines: enginesOf(deps, deps.workers?.spot) }),
  );
  const indexOf = (pair: string, now: number) => source.indexPrice(pair, now);
  const isOptionsOn = !config.areasOff.includes('option');
  const options = run(
    'options',
    await openOptions({ ...deps, pairs: pairsOnBoards(), indexOf, isOn: isOptionsOn, entropy, random }),
  );
  const hours = goldHours(config.goldHours);
  const gold = isGoldOff(config) ? null : await openIndex({ ...deps, source, index: goldIndex, hours, lotsPerMs });
  if (gold !== null) candles.add(run('gold', gold).market, goldIndex);
  const isOn = !config.areasOff.includes('contract');
  const charted = chartedMarkets(gold === null ? [market] : [market, gold.market]);
  const withMakers = makersTrade(config, source);
  const contracts = run(
    'contracts',
    await openContracts({
      ...deps,
      pairs: listed,
      indexOf,
      gold: { index: goldIndex, hours, isOn: gold !== null || (await isGoldHeld(deps, hours)) },
      ...(isOn ? { charts: { source, charted } } : {}),
      isWatched: (contract) => market.watched(contract),
      isOn,
      engines: enginesOf(deps, deps.workers?.contracts),
      random: withMakers ? random : null,
    }),
  );
  if (contracts.charts !== null) candles.add(contracts.charts);
  const makers = withMakers
    ? run('makers', await openMakers({ ...deps, ...viewsOf(candles), spot: spot.spot, source, lotsPerMs, random }))
    : null;
  const outflow = outflowOf({ ...deps, market, spot: spot.spot });
  const robots = run(
    'robots',
    await openRobots({ ...deps, outflow, market, spot: spot.spot, contracts: contracts.contracts }),
  );
  followListing(deps, opened, { market, spot: spot.spot, contracts, makers }, run);
  return { outflow, areas: { candles, spot, options, contracts, robots } };
}

interface FollowedMarkets {
  readonly market: Market;
  readonly spot: Pick<Spot, 'follow'>;
  readonly contracts: { follow(pairs: readonly Pair[]): Promise<void> };
  readonly makers: { follow(): Promise<void> } | null;
}

/** Follows what is listed, also what is left out because nobody knows its price: it is listed when its price is known. */
function followListing(
  deps: MarketsDeps,
  opened: OpenedSource,
  { market, spot, contracts, makers }: FollowedMarkets,
  run: RunArea,
): void {
  const { source } = opened;
  let isBehind = false;
  // A pair that was listed just now is not among them: the price source does not know it yet.
  let followed: readonly Pair[] = pairsOnBoards();
  // Prices come first and orders last but for the makers': no trade is missed, and no book opens without its market.
  const follow = inTurn(async () => {
    isBehind = true;
    const wanted = pairsOnBoards();
    for (const pair of wanted) await source.follow(pair);
    followed = wanted;
    const tradable = new Set((await listPairs(deps, opened)).map(({ id }) => id));
    // A pair that has a market keeps it while nobody knows its price.
    const now = pairsOnBoards().filter(({ id }) => tradable.has(id) || market.has(id));
    await market.follow(now);
    await spot.follow(now);
    await contracts.follow(now);
    await makers?.follow();
    isBehind = false;
  });
  deps.instruments.onChange(follow);
  const hasPriceNow = ({ id }: Pair) => !market.has(id) && source.indexPrice(id, deps.clock()) !== null;
  const followLate = async () => void ((isBehind || followed.some(hasPriceNow)) && (await follow()));
  run('late prices', {
    calls: {},
    jobs: [{ name: 'list pairs that had no price', everyMs: latePricesEveryMs, run: followLate, isLoggedOnly: true }],
  });
}

/** One call after the other, whether the one before failed or not. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(work, work));
}

/** The engines that markets of a family are shared with. */
function enginesOf<RemoteWorkers>({ config }: MarketsDeps, workers: RemoteWorkers | undefined) {
  return workers === undefined || !config.placesMarkets ? null : { workers, pins: config.pinnedMarkets };
}

/** Opens the price source; the randomness of simulated prices runs before it. */
async function openPrices(deps: MarketsDeps, run: RunArea): Promise<OpenedSource> {
  const { background, clock, storeHealth, config, logger } = deps;
  const open = deps.openPrices ?? openPriceSource;
  const priced = [...pairsOnBoards(), goldIndex];
  const opened = await open(config.priceSource, config.seed, priced, logger, async (draws) => {
    const entropyDeps = { ...draws, database: background, clock, storeHealth, randomBytes };
    return run('entropy', await openEntropy(entropyDeps)).entropy;
  });
  run('prices', { calls: {}, jobs: [], close: () => opened.source.close() });
  return opened;
}

/** @throws Error when no pair has a price */
async function listPairs({ database, clock, logger }: MarketsDeps, { source }: OpenedSource) {
  const wanted = pairsOnBoards();
  const listed = await tradablePairs(database, source, wanted, clock());
  if (listed.length === 0) throw new Error(`no prices from ${source.name}`);
  if (listed.length < wanted.length)
    logger.warn({ listed: listed.length }, 'some pairs have no price and do not trade');
  return listed;
}

/** Pairs that have a market. */
const pairsOnBoards = () => pairs.filter(({ state }) => isOnBoards(state));

/** The market data for the makers. */
function viewsOf({ market }: Candles) {
  return { pairs: () => market.pairs, watched: (pair: string) => market.watched(pair), viewed: () => market.viewed() };
}

const isGoldOff = ({ areasOff }: Config) => areasOff.includes('contract') || areasOff.includes('gold');

/**
 * Whether any user holds gold positions: then its contracts are listed even while no source has a price yet, so that
 * take-profit, stop-loss and liquidation resume with the first one.
 */
async function isGoldHeld({ config, database }: MarketsDeps, hours: TradingHours): Promise<boolean> {
  const contracts = listContracts([goldIndex], hours).map(({ id }) => id);
  return !isGoldOff(config) && isAnyHeld(database.pool, contracts);
}
