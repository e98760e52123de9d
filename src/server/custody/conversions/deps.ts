import type { Decimal } from '../../../protocol/maths/decimal.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { Gate } from '../../core/gate/gate.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import type { Database } from '../../core/store/database.ts';

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
export interface ConversionDeps {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly mode: 'practice' | 'live';
  readonly market: ConversionMarket;
  readonly gate: Gate;
  /** A new unguessable text for a quote. */
  readonly quoteId: () => string;
}
