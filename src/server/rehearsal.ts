import { systemClock as clock } from './core/clock/clock.ts';
import type { Config } from './core/config/config.ts';
import { listing } from './core/listing/listing.ts';
import { isOnBoards } from './core/listing/rules.ts';
import { readListing } from './core/listing/store.ts';
import type { Logger } from './core/log/log.ts';
import { openDatabase } from './core/store/open.ts';
import { rehearseMarket } from './markets/candles/market.ts';
import { pairs } from './markets/pairs.ts';
import type { PriceSource } from './markets/prices/price-source.ts';
import { createSimulatedSource } from './practice/simulated-source.ts';
import { bundledFiles } from './publishing/open.ts';

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

/**
 * What an engine does while another one is active: it reads what a take-over will read, and drops it. Most of a first
 * opening is code that runs for the first time and files that are read once; the opening behind a rehearsal takes a
 * third of the time. Nothing depends on it: a failure is logged and the opening is slower.
 */
export async function rehearse(config: Config, logger: Logger): Promise<void> {
  const { databaseUrl } = config;
  if (databaseUrl === null) return;
  const database = openDatabase(
    { connectionString: databaseUrl, ...readOnly },
    { poolMax: 2, applicationName: 'dunlin rehearsal' },
  );
  try {
    await bundledFiles();
    listing.replace(await readListing(database));
    const onBoards = pairs.filter(({ state }) => isOnBoards(state));
    const isSimulated = config.priceSource === 'simulated';
    const source = isSimulated ? createSimulatedSource(onBoards, config.seed, null) : noPrices;
    await rehearseMarket({ database, source, pairs: onBoards, clock });
  } catch (error) {
    logger.info({ err: error }, 'the take-over could not be rehearsed');
  } finally {
    await database.close();
  }
}
