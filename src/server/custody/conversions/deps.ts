import type { Decimal } from '#protocol/core/decimal.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { LeastOrder } from './rules.ts';

/** What conversions need from the market. */
interface ConversionMarket {
  /** The last trade of a coin in USDT, or null for one that does not trade. */
  lastPrice(asset: string): Decimal | null;
  /** The external price of a coin, or null while unknown. */
  indexPrice(asset: string): Decimal | null;
  /** Whether a coin trades now. */
  isOpen(asset: string): boolean;
  /** Whether the end of its trading is announced: it can still be given away, at its external price. */
  isEnding(asset: string): boolean;
  /** The least order of a coin's pair with USDT; null without a pair. */
  leastOrder(asset: string): LeastOrder | null;
}

export interface ConversionsDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'gate'> {
  readonly mode: 'practice' | 'live';
  readonly market: ConversionMarket;
  /** Creates a random quote id. */
  readonly quoteId: () => string;
}
