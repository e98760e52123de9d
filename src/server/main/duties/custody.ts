import { type Duty, oneDuty } from './duty.ts';

/** Money that comes, goes and lies. */
export const custodyDuties: readonly Duty[] = [
  {
    name: 'chain.<chain>',
    per: 'chain',
    areas: ['custody/chains', 'custody/deposits', 'custody/withdrawals', 'practice/test-chain'],
    tables: [
      'deposit_addresses',
      'deposits',
      'scanned_blocks',
      'deposits_aside',
      'rescans',
      'withdrawals',
      'payout_nonces',
      'payout_transfers',
      'released_nonces',
      'booked_addresses',
      'test_chain_blocks',
      'test_chain_payments',
      'test_faucet_takes',
    ],
    memory: 'the connection to its node, the timer of its payouts, and which of them fails',
    fence: { by: 'server' },
  },
  oneDuty('wallets', ['custody/wallets'], ['faucet_takes'], 'past values of users who looked at them, for a minute'),
  oneDuty('cost basis', ['custody/cost-basis'], ['cost_basis'], 'up to which entry the ledger is settled'),
  oneDuty('conversions', ['custody/conversions'], ['conversion_quotes', 'small_quotes', 'small_conversions']),
  oneDuty('transfers', ['custody/transfers'], ['instant_transfers']),
];

/** What idle coins do. What is due of each stands in its rows, and one job of each takes it up. */
export const earnDuties: readonly Duty[] = [
  oneDuty('fixed terms', ['earn/fixed-terms'], ['fixed_products', 'fixed_holdings'], 'which holding fails'),
  oneDuty('mining', ['earn/mining'], ['miner_models', 'miners', 'miner_events'], 'which miner fails'),
  oneDuty(
    'launch',
    ['earn/launchpad'],
    ['launch_projects', 'launch_commitments'],
    'shares of an allotment that is being written, and which project fails',
  ),
  oneDuty(
    'loans',
    ['earn/loans'],
    ['loan_coins', 'loan_collaterals', 'loans', 'loan_lent', 'loan_sales', 'loan_events'],
    'which loan fails',
  ),
  oneDuty(
    'sign-in',
    ['earn/check-in'],
    ['sign_in_pools', 'sign_in_streaks', 'sign_ins', 'sign_in_devices'],
    'whose release fails',
  ),
  oneDuty(
    'team',
    ['earn/referrals'],
    [
      'team_levels',
      'team_members',
      'team_inviters',
      'team_reading',
      'team_fees',
      'team_balances',
      'team_sums',
      'team_weeks',
      'team_rebates',
    ],
  ),
  oneDuty('stock alerts', ['earn/stock-alerts'], ['stock_alerts']),
  oneDuty('coin applications', ['earn/listing-applications'], ['coin_applications'], 'which application fails'),
];

/** Fiat trading between users. */
export const p2pDuties: readonly Duty[] = [
  oneDuty('methods', ['p2p/collection-methods'], ['collection_methods']),
  oneDuty('merchants', ['p2p/merchants'], ['merchants', 'merchant_settings', 'merchant_requests', 'fiat_days']),
  oneDuty('adverts', ['p2p/adverts'], ['adverts'], 'the board of what is listed, and the hours of merchants'),
  oneDuty(
    'fiat orders',
    ['p2p/orders'],
    ['fiat_orders', 'fiat_cases', 'fiat_order_events', 'fiat_proofs', 'fiat_statements'],
    'which countdown fails',
  ),
];
