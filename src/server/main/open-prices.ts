import { dayMs } from '#protocol/core/durations.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Logger } from 'pino';
import type { Entropy } from '../practice/entropy/entropy.ts';
import type { Walk } from '#protocol/market-data/simulated-walk.ts';
import { pathLevels, simulatedWalks } from '../practice/drawn-prices.ts';
import { findPair } from '../markets/pairs.ts';
import type { PriceSource } from '../markets/prices/price-source.ts';
import { simulatedCoin } from '../practice/simulated-coins.ts';
import { createSimulatedSource, type KeptDays } from '../practice/simulated-source.ts';

/** A price source and the usual volume of its pairs, for the sizes of the makers' trades. */
export interface OpenedSource {
  readonly source: PriceSource;
  /** The randomness of its prices; null for real ones. */
  readonly entropy: Entropy | null;
  /** Usual volume of a pair per millisecond, in lots, at a time. */
  readonly lotsPerMs: (pair: string, atMs: number) => number;
}

/** Opens the randomness of simulated prices. */
type OpenDraws = (deps: {
  readonly walks: ReadonlyMap<string, Walk>;
  readonly seed: number;
  readonly pathLevel: (pair: string, seed: number, second: number) => number;
}) => Promise<Entropy>;

/** Opens the price source. */
export type OpenPrices = typeof openPriceSource;

/**
 * Opens the price source of the configuration: the simulated market, or other exchanges. The library for those is
 * loaded only then.
 *
 * @param choice `simulated`, or names of exchanges
 * @param openDraws called for the simulated market only
 * @param kept days of the simulated market that were computed before
 * @throws Error when an exchange is not known or the optional dependency is not installed
 */
export async function openPriceSource(
  choice: 'simulated' | readonly string[],
  seed: number,
  pairs: readonly Pair[],
  logger: Logger,
  openDraws: OpenDraws,
  kept?: KeptDays,
): Promise<OpenedSource> {
  if (choice === 'simulated') {
    const entropy = await openDraws({ walks: simulatedWalks(pairs), seed, pathLevel: pathLevels(pairs) });
    const source = createSimulatedSource(pairs, seed, entropy, kept);
    await source.start();
    return { source, entropy, lotsPerMs: (pair, atMs) => source.path(pair).lotsPerMs(atMs) };
  }
  const { createExchangesSource } = await import('../markets/prices/exchanges-source.ts');
  const source = createExchangesSource(choice, pairs, logger);
  await source.start();
  const byId = new Map(pairs.map((pair) => [pair.id, pair]));
  const lotsPerDay = (id: string) => {
    const pair = byId.get(id) ?? findPair(id);
    const coin = pair === null ? null : simulatedCoin(pair);
    return pair === null || coin === null ? 1 : coin.dailyTurnover / coin.price / Number(pair.lotSize);
  };
  return { source, entropy: null, lotsPerMs: (pair) => lotsPerDay(pair) / dayMs };
}
