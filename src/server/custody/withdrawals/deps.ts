import type { Decimal } from '../../../protocol/maths/decimal.ts';
import type { TransactionPasswords } from '../../users/accounts/passwords/transaction-password.ts';
import type { Chains } from '../chains/chain.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { Gate } from '../../core/gate/gate.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Notices } from '../../users/notices/notices.ts';
import type { Reviews } from '../../users/reviews/reviews.ts';
import type { Database } from '../../core/store/database.ts';
import type { Troubles } from '../../core/jobs/troubles.ts';

/** What withdrawals stand on. */
export interface WithdrawalsDeps {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly notices: Pick<Notices, 'send' | 'changed'>;
  readonly reviews: Pick<Reviews, 'open' | 'onDecision'>;
  readonly chains: Chains;
  readonly troubles?: Troubles;
  readonly transactionPasswords: TransactionPasswords;
  /** New addresses wait unless their owner switched that off. */
  readonly addressWaitByDefault: boolean;
  /** The last price of a coin in USDT. */
  readonly prices: { lastPrice(asset: string): Decimal | null };
  /** While it stops a coin, a chain or all withdrawals, nothing of that leaves. */
  readonly gate: Gate;
}
