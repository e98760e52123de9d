import type { TransactionPasswords } from '../../users/accounts/passwords/transaction-password.ts';
import type { CoreDeps } from '../../core/areas/core-deps.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Notices } from '../../users/notices/notices.ts';
import type { LookupLimits } from './recipient-lookups.ts';
import type { TransferRule } from './transfer.ts';

/** What transfers inside the exchange are made of. */
export interface TransfersDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'gate'> {
  readonly logger: Pick<Logger, 'error'>;
  readonly notices: Pick<Notices, 'send' | 'changed'>;
  readonly passwords: TransactionPasswords;
  readonly lookups: LookupLimits;
  /** What other areas have to say about money that leaves one of their wallets. */
  readonly transferRules: readonly TransferRule[];
}
