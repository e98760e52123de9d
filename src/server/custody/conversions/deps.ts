import type { Decimal } from '../../../protocol/maths/decimal.ts';
import type { CoreDeps } from '../../core/areas/core-deps.ts';

/** What conversions need from the market. */
export interface ConversionMarket {
  /** The last trade of a coin in USDT, or null for one that does not trade. */
  lastPrice(asset: string): Decimal | null;
  /** The external price of a coin, or null while unknown. */
  indexPrice(asset: string): Decimal | null;
  /** Whether a coin trades now. */
  isOpen(asset: string): boolean;
  /** Whether the end of its trading is announced: it can still be given away, at its external price. */
  isEnding(asset: string): boolean;
}

/** What conversions are given to work with. */
export interface ConversionsDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'gate'> {
  readonly mode: 'practice' | 'live';
  readonly market: ConversionMarket;
  /** Creates a random quote id. */
  readonly quoteId: () => string;
}
