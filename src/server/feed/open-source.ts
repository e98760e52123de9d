import type { Pair } from '../../contract/entities/market.ts';
import type { Logger } from 'pino';
import type { PriceSource } from './price-source.ts';
import { simulatedCoins } from './simulated-coins.ts';
import { createSimulatedSource } from './simulated-source.ts';

const dayMs = 86_400_000;

/** A price source and how busy its pairs are, for the sizes of the makers' trades. */
export interface OpenedSource {
  readonly source: PriceSource;
  /** What a pair usually trades per millisecond, in lots, at a moment. */
  readonly lotsPerMs: (pair: string, atMs: number) => number;
}

/** Opens where prices come from. */
export type OpenPrices = typeof openPriceSource;

/**
 * Opens the price source of the configuration: the simulated market, or other exchanges. The library that
 * speaks to those is loaded only then.
 *
 * @param choice `simulated`, or names of exchanges
 * @throws Error when an exchange is not known or the optional dependency is not installed
 */
export async function openPriceSource(
  choice: 'simulated' | readonly string[],
  seed: number,
  pairs: readonly Pair[],
  logger: Logger,
): Promise<OpenedSource> {
  if (choice === 'simulated') {
    const source = createSimulatedSource(pairs, seed);
    await source.start();
    return { source, lotsPerMs: (pair, atMs) => source.path(pair).lotsPerMs(atMs) };
  }
  const { createExchangesSource } = await import('./exchanges-source.ts');
  const source = createExchangesSource(choice, pairs, logger);
  await source.start();
  const lotsPerDay = new Map(
    pairs.map((pair) => {
      const coin = simulatedCoins[pair.base];
      return [pair.id, coin === undefined ? 1 : coin.dailyTurnover / coin.price / Number(pair.lotSize)];
    }),
  );
  return { source, lotsPerMs: (pair) => (lotsPerDay.get(pair) ?? 1) / dayMs };
}
