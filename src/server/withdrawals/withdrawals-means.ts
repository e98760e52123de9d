import type { Decimal } from '../../contract/decimal.ts';
import type { TransactionPasswords } from '../accounts/transaction-password.ts';
import type { Chains } from '../chains/chain.ts';
import type { Clock } from '../clock.ts';
import type { Gate } from '../gate/gate.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Logger } from '../log.ts';
import type { Notices } from '../notices/notices.ts';
import type { Reviews } from '../reviews/reviews.ts';
import type { Database } from '../store/database.ts';
import type { Troubles } from '../troubles.ts';

/** What withdrawals stand on. */
export interface WithdrawalsMeans {
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
