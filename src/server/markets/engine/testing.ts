import type { MarketTerms } from './market-terms.ts';

/** Terms of the pair of the engine's own tests: round steps, and fees that differ. */
export const modelTerms: MarketTerms = {
  pair: 'MODELUSDT',
  base: 'MODEL',
  quote: 'USDT',
  tickUnits: 1_000_000n,
  lotUnits: 10_000n,
  unitsPerTickLot: 100n,
  minLots: 1,
  maxLots: 1_000,
  minTotalUnits: 0n,
  makerFeePpm: 1_000n,
  takerFeePpm: 2_000n,
};
