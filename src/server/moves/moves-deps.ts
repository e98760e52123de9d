import type { Decimal } from '../../contract/decimal.ts';
import type { TransactionPasswords } from '../accounts/transaction-password.ts';
import type { Clock } from '../clock.ts';
import type { Gate } from '../gate/gate.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Logger } from '../log.ts';
import type { Notices } from '../notices/notices.ts';
import type { Database } from '../store/database.ts';
import type { LookupLimits } from './recipient-lookups.ts';
import type { TransferRule } from './transfer.ts';

/** What conversions need to know of the market. */
export interface ConversionMarket {
  /** The last trade of a coin in USDT, or null for one that does not trade. */
  lastPrice(asset: string): Decimal | null;
  /** What a coin is worth outside, or null while nobody knows. */
  indexPrice(asset: string): Decimal | null;
  /** Whether a coin trades now. */
  isOpen(asset: string): boolean;
}

/** What moves inside the exchange are made of. */
export interface MovesDeps {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error'>;
  readonly mode: 'practice' | 'live';
  readonly notices: Pick<Notices, 'send' | 'changed'>;
  readonly passwords: TransactionPasswords;
  readonly market: ConversionMarket;
  readonly gate: Gate;
  readonly lookups: LookupLimits;
  /** What other areas have to say about money that leaves one of their wallets. */
  readonly transferRules: readonly TransferRule[];
  /** A new unguessable text for a quote. */
  readonly quoteId: () => string;
}
