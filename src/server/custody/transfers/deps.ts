import type { TransactionPasswords } from '#server/accounts/account/passwords/transaction-password.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Logger } from '#server/core/log/log.ts';
import type { Outflow } from '#server/core/outflow/outflow.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';
import type { LookupLimits } from './recipient-lookups.ts';
import type { TransferRule } from './transfer.ts';

export interface TransfersDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'gate'> {
  readonly logger: Pick<Logger, 'error'>;
  readonly notices: Pick<Notices, 'send' | 'changed'>;
  readonly transactionPasswords: TransactionPasswords;
  readonly lookups: LookupLimits;
  readonly outflow: Outflow;
  /** Rules of other areas on money leaving their wallets. */
  readonly transferRules: readonly TransferRule[];
}
