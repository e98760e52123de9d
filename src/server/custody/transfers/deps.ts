import type { TransactionPasswords } from '../../users/accounts/passwords/transaction-password.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { Gate } from '../../core/gate/gate.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Notices } from '../../users/notices/notices.ts';
import type { Database } from '../../core/store/database.ts';
import type { LookupLimits } from './recipient-lookups.ts';
import type { TransferRule } from './transfer.ts';

/** What transfers inside the exchange are made of. */
export interface TransfersDeps {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error'>;
  readonly notices: Pick<Notices, 'send' | 'changed'>;
  readonly passwords: TransactionPasswords;
  readonly gate: Gate;
  readonly lookups: LookupLimits;
  /** What other areas have to say about money that leaves one of their wallets. */
  readonly transferRules: readonly TransferRule[];
}
