import type { CoreDeps } from '../core/areas/core-deps.ts';
import type { RunArea } from '../core/areas/run-area.ts';
import type { Outflow } from '../core/outflow/outflow.ts';
import { practicePolicy } from '../custody/chains/practice-policy.ts';
import { openConversions } from '../custody/conversions/open.ts';
import { openCostBasis } from '../custody/cost-basis/open.ts';
import { openDeposits } from '../custody/deposits/open.ts';
import { openTransfers } from '../custody/transfers/open.ts';
import { lookupLimits } from '../custody/transfers/recipient-lookups.ts';
import type { TransferRule } from '../custody/transfers/transfer.ts';
import { openWallets } from '../custody/wallets/open.ts';
import { openWithdrawals } from '../custody/withdrawals/open.ts';
import type { Market } from '../markets/candles/market.ts';
import { limitPrice } from '../markets/limit-price.ts';
import { findPair, quoteAsset } from '../markets/pairs.ts';
import type { Spot } from '../markets/spot/spot.ts';
import { openChains, type OpenTestChain } from './open-chains.ts';
import { openEarn } from './open-earn.ts';
import { openP2p } from './open-p2p.ts';
import type { Rates } from '../markets/rates/rates.ts';
import type { AccountDeps } from '../accounts/account/deps.ts';
import type { TransactionPasswords } from '../accounts/account/passwords/transaction-password.ts';
import { openFiles } from '../accounts/files/open.ts';
import { openIdentity } from '../accounts/identity/open.ts';
import type { SecretBox } from '../core/secrets/secret-box.ts';
import type { Notices } from '../accounts/notices/notices.ts';
import { openReviews } from '../accounts/reviews/open.ts';
import { openSecurity } from '../accounts/security/open.ts';
import type { PushBinding } from '../accounts/security/push-binding.ts';
import { openTickets } from '../support/tickets/open.ts';

interface CustodyDeps
  extends
    Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'config' | 'gate'>,
    Partial<Pick<CoreDeps, 'troubles'>> {
  readonly outflow: Outflow;
  readonly notices: Notices;
  readonly push: PushBinding;
  readonly accounts: AccountDeps;
  readonly transactionPasswords: TransactionPasswords;
  /** Encrypts what users keep secret; null in live mode without a key. */
  readonly secrets: SecretBox | null;
  readonly market: Pick<Market, 'lastPrice' | 'priceYesterday' | 'indexPrice' | 'has' | 'klines' | 'pairs'>;
  readonly spot: Pick<Spot, 'isOpen' | 'submit' | 'prices'>;
  /** Rules of areas on money leaving their wallets. */
  readonly transferRules: readonly TransferRule[];
  readonly rates: Pick<Rates, 'published'>;
  /** Whether merchants of the house trade fiat, in practice mode. */
  readonly hasPracticeMerchants: boolean;
  /** An alternative test chain, as in tests. */
  readonly openTestChain?: OpenTestChain;
}

/**
 * Opens everything around accounts and their money except trading: chains, files, reviews, real names, wallets,
 * conversions, transfers, deposits, withdrawals, tickets, account security, and fiat trading between users. Composed here for the exchange and
 * for its tests.
 */
export async function openCustody(deps: CustodyDeps, run: RunArea) {
  const { config, accounts, market, spot, transactionPasswords } = deps;
  const chainsArea = run('chains', await openChains(deps));
  const { chains } = chainsArea;
  const filesArea = run('files', await openFiles(deps));
  const { files } = filesArea;
  const reviews = openReviews({ ...deps, mode: config.mode, policy: () => practicePolicy(chains) });
  const identity = run('identity', openIdentity({ ...deps, files, reviews, sessions: accounts.sessions }));
  const wallets = run('wallets', openWallets({ ...deps, prices: market }));
  const costBasis = run('cost basis', openCostBasis({ ...deps, prices: market }));
  const conversionMarket = {
    lastPrice: (asset: string) => market.lastPrice(asset),
    indexPrice: (asset: string) => market.indexPrice(asset),
    isOpen: (asset: string) => spot.isOpen(asset + quoteAsset),
    isEnding: (asset: string) => findPair(asset + quoteAsset)?.state === 'closing',
    leastOrder: (asset: string) => {
      const pair = findPair(asset + quoteAsset);
      return pair === null ? null : { amount: pair.minAmount, value: pair.minTotal };
    },
  };
  const conversions = run('conversions', openConversions({ ...deps, mode: config.mode, market: conversionMarket }));
  const lookups = lookupLimits(config.addressLimitFactor);
  const transfers = run('transfers', openTransfers({ ...deps, transactionPasswords, lookups }));
  const deposits = openDeposits({ ...deps, chains, files, reviews });
  const withdrawals = openWithdrawals({
    ...deps,
    prices: { indexPrice: (asset) => limitPrice(market, asset) },
    reviews,
    chains,
    addressWaitByDefault: config.addressWait,
  });
  const support = run('support', openTickets({ ...deps, files }));
  const { addressBook: addresses } = withdrawals;
  const security = run('security', openSecurity({ accounts, addresses, push: deps.push }));
  const otc = await openP2p({ ...deps, files, reviews, sessions: accounts.sessions }, run);
  const earn = await openEarn({ ...deps, files, reviews }, run);
  // Last, when every area has registered its review effects.
  run('reviews', reviews);
  run('deposits', deposits);
  run('withdrawals', withdrawals);
  const money = { wallets, costBasis, conversions, transfers, deposits, withdrawals };
  return { chains: chainsArea, files: filesArea, reviews, identity, ...money, support, security, ...otc, ...earn };
}
