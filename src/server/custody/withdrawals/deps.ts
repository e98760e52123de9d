import type { Decimal } from '#protocol/core/decimal.ts';
import type { TransactionPasswords } from '#server/accounts/account/passwords/transaction-password.ts';
import type { Chains } from '../chains/chain.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Outflow } from '#server/core/outflow/outflow.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';
import type { Reviews } from '#server/accounts/reviews/reviews.ts';
import type { WithdrawalChanges } from './topic.ts';

export interface WithdrawalsDeps
  extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'>, Partial<Pick<CoreDeps, 'troubles'>> {
  readonly notices: Pick<Notices, 'send' | 'changed'>;
  readonly reviews: Pick<Reviews, 'open' | 'onDecision'>;
  readonly chains: Chains;
  readonly transactionPasswords: TransactionPasswords;
  /** New addresses wait unless their owner disabled that. */
  readonly addressWaitByDefault: boolean;
  readonly outflow: Outflow;
  /** By what limits count a coin, in USDT: no price that somebody can make by a trade; null while there is none. */
  readonly prices: { indexPrice(asset: string): Decimal | null };
}

export type PayoutDeps = Pick<
  WithdrawalsDeps,
  'database' | 'ledger' | 'clock' | 'logger' | 'notices' | 'gate' | 'troubles'
> & {
  readonly changes: WithdrawalChanges;
};
