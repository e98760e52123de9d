import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { TradingHours } from '../engine/trading-sessions.ts';
import { quoteAsset } from '../pairs.ts';

/** An ounce of gold (ISO 4217). No wallet holds it: it is only an index. */
export const goldBase = 'XAU';

/**
 * The index of gold. It has the shape of a pair because price sources and candles work on pairs, but it has no book and
 * is not traded: the contracts on gold follow it. Amounts are ounces.
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
  state: 'halted',
  opensAt: null,
  cancelsAt: null,
  closesAt: null,
};

const opensAt = 22 * 60;
const closesAt = 21 * 60;
const dayMinutes = 1_440;

/** Sunday 22:00 to Friday 21:00 UTC with a break from 21:00 to 22:00, the usual gold trading hours. */
const marketHours: TradingHours = [0, 1, 2, 3, 4].map((day) => ({
  from: day * dayMinutes + opensAt,
  to: (day + 1) * dayMinutes + closesAt,
}));

/** Trading hours of gold, by the setting `GOLD_HOURS`. */
export function goldHours(setting: 'market' | 'always'): TradingHours {
  return setting === 'always' ? null : marketHours;
}
