import type { AccountsDeps } from './accounts/accounts-deps.ts';
import { createPasskeys } from './accounts/passkeys.ts';
import { createSecurityHandlers } from './accounts/security-handlers.ts';
import { createTransactionPasswords } from './accounts/transaction-password.ts';
import { openChains } from './chains/open-chains.ts';
import { practicePolicy } from './chains/practice-policy.ts';
import type { Clock } from './clock.ts';
import type { Closers } from './closers.ts';
import type { Config } from './config.ts';
import { openDeposits } from './deposits/open-deposits.ts';
import { openFiles } from './files/open-files.ts';
import type { Gate } from './gate/gate.ts';
import { createIdentityHandlers } from './identity/handlers.ts';
import { createIdentity } from './identity/identity.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Logger } from './log.ts';
import type { Market } from './market/market.ts';
import type { Notices } from './notices/notices.ts';
import { openMoves } from './moves/open-moves.ts';
import type { TransferRule } from './moves/transfer.ts';
import { lookupLimits } from './moves/recipient-lookups.ts';
import { quoteAsset } from './market/pairs.ts';
import type { PushBinding } from './push/push-subscriptions.ts';
import { openReviews } from './reviews/open-reviews.ts';
import type { Spot } from './spot/spot.ts';
import type { Database } from './store/database.ts';
import { createWorkOrderHandlers } from './support/handlers.ts';
import { openWorkOrders } from './support/work-orders.ts';
import type { Troubles } from './troubles.ts';
import { openWithdrawals } from './withdrawals/withdrawals.ts';

/** What safekeeping stands on. */
export interface SafekeepingGround {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: Config;
  readonly closers: Closers;
  readonly notices: Notices;
  readonly push: PushBinding;
  readonly accounts: AccountsDeps;
  readonly market: Pick<Market, 'lastPrice' | 'priceYesterday' | 'indexPrice'>;
  readonly spot: Pick<Spot, 'isOpen'>;
  readonly gate: Gate;
  readonly troubles?: Troubles;
  /** What areas say about money that leaves their wallets. */
  readonly transferRules: readonly TransferRule[];
}

/**
 * Everything around an account and its money that is not trading: passwords and passkeys, real names, files,
 * reviews, deposits, withdrawals, moves between wallets, and work orders to customer service. Composed here for the
 * exchange and for its tests.
 */
export async function openSafekeeping(ground: SafekeepingGround) {
  const transactionPasswords = createTransactionPasswords(
    ground.database,
    ground.accounts.limits,
    ground.clock,
    ground.accounts.secondFactor,
  );
  const chains = await openChains(ground);
  const { files, handlers: fileHandlers } = openFiles(ground);
  const reviews = openReviews({ ...ground, mode: ground.config.mode, policy: () => practicePolicy(chains) });
  const identity = createIdentity({ ...ground, files, reviews, sessions: ground.accounts.sessions });
  const moves = openMoves({
    ...ground,
    mode: ground.config.mode,
    passwords: transactionPasswords,
    market: {
      lastPrice: (asset) => ground.market.lastPrice(asset),
      indexPrice: (asset) => ground.market.indexPrice(asset),
      isOpen: (asset) => ground.spot.isOpen(asset + quoteAsset),
    },
    lookups: lookupLimits(ground.config.addressLimitFactor),
  });
  const deposits = openDeposits({ ...ground, chains, files, reviews });
  const withdrawals = openWithdrawals(
    {
      ...ground,
      prices: ground.market,
      reviews,
      chains,
      transactionPasswords,
      addressWaitByDefault: ground.config.addressWait,
    },
    ground.closers,
  );
  const workOrders = openWorkOrders({ ...ground, files });
  const security = createSecurityHandlers(ground.accounts, {
    passkeys: createPasskeys(ground.accounts),
    addresses: withdrawals.addressBook,
    push: ground.push,
  });

  // Last, when every area has said what it does with a decision.
  reviews.start();
  ground.closers.add('reviews', () => reviews.close());
  deposits.start();
  withdrawals.start();
  return {
    transactionPasswords,
    chains,
    deposits,
    withdrawals,
    files,
    identity,
    workOrders,
    handlers: {
      ...fileHandlers,
      ...createIdentityHandlers(identity),
      ...security,
      ...moves.handlers,
      ...deposits.handlers,
      ...withdrawals.handlers,
      ...createWorkOrderHandlers(workOrders),
    },
  };
}
