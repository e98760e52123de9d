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
  oneDuty('conversions', ['custody/conversions'], ['conversion_quotes']),
  oneDuty('transfers', ['custody/transfers'], ['instant_transfers']),
];

/** What idle coins do. What is due of each stands in its rows, and one job of each takes it up. */
export const earnDuties: readonly Duty[] = [
  oneDuty('fixed terms', ['earn/fixed'], ['fixed_products', 'fixed_holdings'], 'which holding fails'),
  oneDuty('mining', ['earn/mining'], ['miner_models', 'miners', 'miner_events'], 'which miner fails'),
  oneDuty(
    'launch',
    ['earn/launch'],
    ['launch_projects', 'launch_commitments'],
    'shares of an allotment that is being written, and which project fails',
  ),
  oneDuty(
    'loans',
    ['earn/loans'],
    ['loan_coins', 'loan_collaterals', 'loans', 'loan_lent', 'loan_sales', 'loan_events'],
    'which loan fails',
  ),
  oneDuty('sign-in', ['earn/sign-in'], ['sign_in_pools', 'sign_in_streaks', 'sign_ins'], 'whose release fails'),
  oneDuty(
    'team',
    ['earn/team'],
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
  oneDuty('coin applications', ['earn/coin-listing'], ['coin_applications'], 'which application fails'),
];

/** Fiat trading between users. */
export const otcDuties: readonly Duty[] = [
  oneDuty('methods', ['otc/methods'], ['collection_methods']),
  oneDuty('merchants', ['otc/merchants'], ['merchants', 'merchant_settings', 'merchant_requests', 'fiat_days']),
  oneDuty('adverts', ['otc/adverts'], ['adverts'], 'the board of what is listed, and the hours of merchants'),
  oneDuty(
    'fiat orders',
    ['otc/orders'],
    ['fiat_orders', 'fiat_order_events', 'fiat_proofs', 'fiat_statements'],
    'which countdown fails',
  ),
];
