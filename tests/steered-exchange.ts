import { openPriceSource, type OpenPrices } from '#server/main/open-prices.ts';

/** Prices of a simulated market, some of whose pairs a test holds in its hand. */
export interface SteeredPrices {
  /** For `startExchange` and `startBuiltExchange`. */
  readonly open: OpenPrices;
  /**
   * Holds the index of a pair where the test wants it, from the next look at it on.
   *
   * @param ticks in whole ticks of the pair; null as if too few sources were alive; undefined releases it again
   */
  steer(pair: string, ticks: number | null | undefined): void;
  /**
   * The index of a pair as the simulated market has it now, in whole ticks. @throws Error before the exchange started
   */
  simulated(pair: string): number;
}

/** Prices to start an exchange with whose index the test steers. Candles and makers follow the simulated market. */
export function steeredPrices(): SteeredPrices {
  const held = new Map<string, number | null>();
  let simulated: (pair: string) => number = () => {
    throw new Error('the exchange was not started');
  };
  return {
    open: async (_choice, seed, pairs, logger, openDraws) => {
      const opened = await openPriceSource('simulated', seed, pairs, logger, openDraws);
      const { source } = opened;
      simulated = (pair) => source.indexPrice(pair, Date.now())?.ticks ?? 0;
      return {
        ...opened,
        source: {
          ...source,
          indexPrice(pair, now) {
            const ticks = held.get(pair);
            if (ticks === undefined) return source.indexPrice(pair, now);
            return ticks === null ? null : { ticks, at: now };
          },
        },
      };
    },
    steer(pair, ticks) {
      if (ticks === undefined) held.delete(pair);
      else held.set(pair, ticks);
    },
    simulated: (pair) => simulated(pair),
  };
}
