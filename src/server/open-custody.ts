import type { AccountsDeps } from './users/accounts/deps.ts';
import { createPasskeys } from './users/accounts/passkeys/passkeys.ts';
import { createSecurityHandlers } from './users/accounts/security-calls.ts';
import { createTransactionPasswords } from './users/accounts/passwords/transaction-password.ts';
import { openChains } from './open-chains.ts';
import { practicePolicy } from './custody/chains/practice-policy.ts';
import type { Clock } from './core/clock/clock.ts';
import type { Closers } from './core/jobs/closers.ts';
import type { Config } from './core/config/config.ts';
import { openDeposits } from './custody/deposits/open.ts';
import { openFiles } from './users/files/open.ts';
import type { Gate } from './core/gate/gate.ts';
import { createIdentityHandlers } from './users/identity/calls.ts';
import { createIdentity } from './users/identity/identity.ts';
import type { Ledger } from './core/ledger/ledger.ts';
import type { Logger } from './core/log/log.ts';
import type { Market } from './markets/candles/market.ts';
import type { Notices } from './users/notices/notices.ts';
import { openConversions } from './custody/conversions/open.ts';
import { createTransferHandlers } from './custody/transfers/calls.ts';
import type { TransferRule } from './custody/transfers/transfer.ts';
import { lookupLimits } from './custody/transfers/recipient-lookups.ts';
import { quoteAsset } from './markets/pairs.ts';
import type { PushBinding } from './users/accounts/push-binding.ts';
import { openReviews } from './users/reviews/open.ts';
import type { Spot } from './markets/spot/spot.ts';
import type { Database } from './core/store/database.ts';
import { createWorkOrderHandlers } from './users/support/calls.ts';
import { openWorkOrders } from './users/support/work-orders.ts';
import type { Troubles } from './core/jobs/troubles.ts';
import { openWithdrawals } from './custody/withdrawals/withdrawals.ts';

/** What custody stands on. */
export interface CustodyDeps {
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
export async function openCustody(deps: CustodyDeps) {
  const transactionPasswords = createTransactionPasswords(
    deps.database,
    deps.accounts.limits,
    deps.clock,
    deps.accounts.secondFactor,
  );
  const chains = await openChains(deps);
  const { files, handlers: fileHandlers } = await openFiles(deps);
  const reviews = openReviews({ ...deps, mode: deps.config.mode, policy: () => practicePolicy(chains) });
  const identity = createIdentity({ ...deps, files, reviews, sessions: deps.accounts.sessions });
  const conversions = openConversions({
    ...deps,
    mode: deps.config.mode,
    market: {
      lastPrice: (asset) => deps.market.lastPrice(asset),
      indexPrice: (asset) => deps.market.indexPrice(asset),
      isOpen: (asset) => deps.spot.isOpen(asset + quoteAsset),
    },
  });
  const transferHandlers = createTransferHandlers({
    ...deps,
    passwords: transactionPasswords,
    lookups: lookupLimits(deps.config.addressLimitFactor),
  });
  const deposits = openDeposits({ ...deps, chains, files, reviews });
  const withdrawals = openWithdrawals(
    {
      ...deps,
      prices: deps.market,
      reviews,
      chains,
      transactionPasswords,
      addressWaitByDefault: deps.config.addressWait,
    },
    deps.closers,
  );
  const workOrders = openWorkOrders({ ...deps, files });
  const security = createSecurityHandlers(deps.accounts, {
    passkeys: createPasskeys(deps.accounts),
    addresses: withdrawals.addressBook,
    push: deps.push,
  });

  // Last, when every area has said what it does with a decision.
  reviews.start();
  deps.closers.add('reviews', () => reviews.close());
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
      ...conversions.handlers,
      ...transferHandlers,
      ...deposits.handlers,
      ...withdrawals.handlers,
      ...createWorkOrderHandlers(workOrders),
    },
  };
}
