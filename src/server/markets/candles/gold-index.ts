import type { Pair } from '../../../protocol/entities/market.ts';
import type { TradingHours } from '../engine/trading-sessions.ts';
import { quoteAsset } from '../pairs.ts';

/** An ounce of gold, as currencies are named (ISO 4217). No wallet holds it: it is only priced. */
export const goldBase = 'XAU';

/**
 * The index of gold. It has the shape of a pair because price sources and candles are made for pairs, but it has no book
 * and nobody trades it: the contracts on gold follow it. Amounts are ounces.
 */
export const goldIndex: Pair = {
  id: goldBase + quoteAsset,
  base: goldBase,
  quote: quoteAsset,
  name: 'Gold',
  tickSize: '0.01',
  priceDecimals: 2,
  lotSize: '0.001',
  amountDecimals: 3,
  minAmount: '0.001',
  maxAmount: '2000',
  minTotal: '0',
  makerFee: '0',
  takerFee: '0',
  tags: [],
  listedAt: Date.UTC(2021, 0, 4),
  open: false,
};

const opensAt = 22 * 60;
const closesAt = 21 * 60;
const dayMinutes = 1_440;

/** Sunday 22:00 to Friday 21:00 UTC with a break from 21:00 to 22:00, as gold is traded elsewhere. */
const marketHours: TradingHours = [0, 1, 2, 3, 4].map((day) => ({
  from: day * dayMinutes + opensAt,
  to: (day + 1) * dayMinutes + closesAt,
}));

/** When gold trades, by the setting `GOLD_HOURS`. */
export function goldHours(setting: 'market' | 'always'): TradingHours {
  return setting === 'always' ? null : marketHours;
}
