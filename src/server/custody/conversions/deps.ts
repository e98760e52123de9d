import type { Decimal } from '../../../protocol/maths/decimal.ts';
import type { CoreDeps } from '../../core/areas/core-deps.ts';

/** What conversions need to know of the market. */
export interface ConversionMarket {
  /** The last trade of a coin in USDT, or null for one that does not trade. */
  lastPrice(asset: string): Decimal | null;
  /** What a coin is worth outside, or null while nobody knows. */
  indexPrice(asset: string): Decimal | null;
  /** Whether a coin trades now. */
  isOpen(asset: string): boolean;
}

/** What conversions between coins are made of. */
export interface ConversionsDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'gate'> {
  readonly mode: 'practice' | 'live';
  readonly market: ConversionMarket;
  /** A new unguessable text for a quote. */
  readonly quoteId: () => string;
}
