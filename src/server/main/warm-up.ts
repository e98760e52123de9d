import { randomBytes } from 'node:crypto';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { systemClock as clock } from '../core/clock/clock.ts';
import type { Config } from '../core/config/config.ts';
import { instruments } from '../core/instruments/instruments.ts';
import { isOnBoards } from '../core/instruments/rules.ts';
import { readInstruments } from '../core/instruments/store.ts';
import type { Logger } from '../core/log/log.ts';
import type { Database } from '../core/store/database.ts';
import { openDatabase } from '../core/store/open.ts';
import { openWalletSeed, walletBranches } from '../custody/chains/wallet-seed.ts';
import { warmUpMarket } from '../markets/candles/start-market.ts';
import { pairs } from '../markets/pairs.ts';
import type { PriceSource } from '../markets/prices/price-source.ts';
import { type OpenPrices, openPriceSource } from './open-prices.ts';
import { pathLevels, simulatedWalks } from '../practice/drawn-prices.ts';
import { Entropy } from '../practice/entropy/entropy.ts';
import { createSimulatedSource, type KeptDays } from '../practice/simulated-source.ts';
import { bundledFiles } from '../publishing/open.ts';

/** SLIP-44; which coin's account is derived does not matter here. */
const etherCoinType = 60;
/** A few connections that cannot write. */
const readOnly = { options: '-c default_transaction_read_only=on' };

/** Without prices, as long as nobody needs one. */
const noPrices: PriceSource = {
  name: 'none',
  live: true,
  start: () => Promise.resolve(),
  close: () => Promise.resolve(),
  follow: () => Promise.resolve(),
  indexPrice: () => null,
  historyStart: () => 0,
  history: () => Promise.resolve([]),
};

/** What a warm-up leaves for the opening behind it. */
export interface WarmedUp {
  /** Opens the prices with what was computed; undefined when nothing was. */
  readonly openPrices?: OpenPrices;
}

/**
 * What an engine does while another one is active: it reads what a take-over will read, and drops most of it. Most of a
 * first opening is code that runs for the first time, files that are read once and days of the simulated market. Nothing
 * depends on it: a failure is logged, and the opening is slower.
 */
export async function warmUp(config: Config, logger: Logger): Promise<WarmedUp> {
  const { databaseUrl } = config;
  if (databaseUrl === null) return {};
  const database = openDatabase(
    { connectionString: databaseUrl, ...readOnly },
    { poolMax: 2, applicationName: 'dunlin warm-up' },
  );
  try {
    await bundledFiles();
    (await openWalletSeed(config))?.account(etherCoinType, walletBranches.paying, 0n);
    instruments.replace(await readInstruments(database));
    const onBoards = pairs.filter(({ state }) => isOnBoards(state));
    const kept: KeptDays = new Map();
    const source = config.priceSource === 'simulated' ? await simulated(config, database, onBoards, kept) : noPrices;
    await warmUpMarket({ database, source, pairs: onBoards, clock });
    return {
      openPrices: (choice, seed, priced, log, openDraws) => openPriceSource(choice, seed, priced, log, openDraws, kept),
    };
  } catch (error) {
    logger.info({ err: error }, 'the take-over could not be prepared');
    return {};
  } finally {
    await database.close();
  }
}

/** The simulated market as the active engine has drawn it so far. */
async function simulated(
  { seed }: Config,
  database: Database,
  onBoards: readonly Pair[],
  kept: KeptDays,
): Promise<PriceSource> {
  const draws = { walks: simulatedWalks(onBoards), seed, pathLevel: pathLevels(onBoards) };
  const entropy = new Entropy({ ...draws, database, clock, randomBytes });
  await entropy.look();
  return createSimulatedSource(onBoards, seed, entropy, kept);
}
