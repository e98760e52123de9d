/**
 * Numbers in tables that no audit compares: amounts that are said once, so that nothing else says what they should be; amounts
 * that are only shown or were measured once; and numbers that are no amounts. Whatever is not named here is an amount of
 * `audited-amounts.ts`.
 */

type Named = Readonly<Record<string, readonly string[]>>;

/** Terms that an operator, a user or a price source said: everything else follows from them, and nothing says them again. */
export const saidOnce: Named = {
  // Terms of products and coins, as operators set them; each change is in the operators' log.
  fixed_products: ['minimum', 'maximum', 'quota'],
  launch_projects: ['minimum', 'maximum'],
  loan_coins: ['hourly_rate', 'least', 'limit'],
  listed_coins: ['faucet_amount'],
  listed_contracts: ['lot_size'],
  listed_pairs: ['min_amount', 'max_amount', 'min_total', 'reference_price'],
  sign_in_pools: ['reward', 'budget'],
  // What users asked for.
  adverts: ['price', 'bound', 'min', 'max'],
  contract_orders: ['price_ticks', 'take_profit_ticks', 'stop_loss_ticks'],
  contract_positions: ['take_profit_ticks', 'stop_loss_ticks'],
  robots: ['stop_loss', 'take_profit'],
  // What a market purchase may spend. That it spent no more is compared.
  spot_orders: ['total'],
  // Prices and rates of their moment.
  contract_notices_due: ['mark_ticks', 'liquidation_ticks'],
  loan_events: ['price'],
  platform_rate_history: ['rate'],
  platform_rates: ['rate', 'held_rate'],
  // What was bought, at the index of its moment.
  value_holds: ['value'],
  withdrawals: ['worth'],
};

const ofMinutes = ['open', 'high', 'low', 'close', 'volume', 'turnover'];

/**
 * What charts, boards and back-tests show. No money moves by it, and it is counted from trades, each of which is compared. It
 * is written behind them and counted again where that failed, so that it may lag: a finding would halt a coin for that.
 */
export const shownOnly: Named = { market_minutes: ofMinutes, market_minutes_rest: ofMinutes };

/**
 * Statistics of prices that are gone: what was measured once, is shown, and is paid by nobody. What robots return, and what their
 * days made, is compared.
 */
export const measuredOnce: Named = {
  // Points of a chart, an hour apart, at the last prices of their hour; kept for 42 days.
  robot_values: ['value'],
  // Of all robots at the prices of its minute; each measurement replaces the one before.
  robot_records: ['median', 'worst_tenth', 'best_tenth'],
};

/** The ledger and what the audit keeps of it: `audit-balances.ts` compares them. */
export const ledgerTables: readonly string[] = [
  'balances',
  'ledger_entries',
  'ledger_entries_rest',
  'audited_sums',
  'audited_references',
  'audit_sums',
  'audit_state',
  'audit_rounds',
  'archives',
  'archived_halves',
  'archived_sums',
];

/** Ends of names that times, ids and counts of a unit have, in any table. */
export const numberEnds =
  /(?:^|_)(?:at|until|ms|id|owner|day|days|minutes|seconds?|height|ppm|epoch|decimals|confirmations)$/;

/** Names that are ids, places and counts in whatever table. */
export const numberNames: readonly string[] = [
  'version',
  'nth',
  'place',
  'position',
  'wallet',
  'width',
  'tries',
  'line',
  'level',
];

/** Tables whose numbers are none of money. */
export const tablesOfNoMoney: readonly string[] = [
  'article_texts',
  'articles',
  'attempts',
  'chat_community',
  'chat_groups',
  'chat_log',
  'chat_members',
  'chat_messages',
  'chat_people',
  'chat_reports',
  'coin_applications',
  'collection_methods',
  'content_images',
  'cost_basis',
  'deposits_aside',
  'entropy_chains',
  'fiat_cases',
  'fiat_days',
  'fiat_order_events',
  'fiat_proofs',
  'fiat_statements',
  'files',
  'known_networks',
  'loan_collaterals',
  'market_minute_checks',
  'market_runs',
  'merchant_settings',
  'notice_outbox',
  'notice_read_marks',
  'notice_reads',
  'notices',
  'operator_log_taken',
  'option_ticks',
  'passkeys',
  'payout_nonces',
  'payout_transfers',
  'person_keys',
  'product_switches',
  'push_messages',
  'push_subscriptions',
  'record_heads',
  'record_links',
  'released_nonces',
  'rescans',
  'review_log',
  'reviews',
  'server_epoch',
  'simulated_levels',
  'spot_fill_marks',
  'spot_fill_minutes',
  'stock_alerts',
  'stops',
  'store_chains',
  'team_inviters',
  'team_levels',
  'team_members',
  'team_reading',
  'test_faucet_takes',
  'totp_secrets',
  'users',
  'verification_codes',
  'work_order_log',
  'work_order_replies',
  'work_orders',
  'writer_fences',
];

const ofTrades = ['buy_order', 'sell_order', 'buyer', 'seller', 'buy_before', 'sell_before'];

/** Ids, places, counts and levels beside amounts. */
export const numbersBesideAmounts: Named = {
  adverts: ['finished_orders'],
  contract_closings: ['position'],
  contract_notices_due: ['position'],
  contract_orders: ['leverage'],
  contract_trades: ['taker_position', 'maker_position'],
  contract_positions: ['leverage'],
  fiat_orders: ['advert', 'merchant', 'taker', 'buyer', 'seller', 'cancel_number'],
  fixed_holdings: ['product', 'renewed_as'],
  instant_transfers: ['payer', 'recipient'],
  launch_commitments: ['project'],
  launch_projects: ['people'],
  listed_coins: ['scale'],
  listed_contracts: ['max_lots'],
  loan_events: ['loan', 'hours'],
  loan_sales: ['loan'],
  loans: ['hours', 'initial', 'first', 'second', 'sale', 'sales', 'borne', 'warned', 'accrued_to'],
  merchants: ['request'],
  miner_events: ['miner', 'fuel'],
  miner_models: ['capacity', 'burn', 'issued', 'sold', 'per_person'],
  miners: ['model', 'number', 'capacity', 'burn', 'as_of', 'ran', 'tank'],
  option_rounds: ['cycle', 'entries'],
  robot_coins: ['robot', 'coin'],
  robot_days: ['robot', 'trades'],
  robot_orders: ['robot', 'ref', 'leverage'],
  robot_records: ['robots'],
  robot_trades: ['robot', 'ref'],
  robot_values: ['robot'],
  robots: [
    'trades',
    'pairs',
    'bought',
    'ref_base',
    'last_ref',
    'watch_below',
    'watch_above',
    'day_trades',
    'liquidated',
    'product_use',
    'own_use',
  ],
  sign_in_streaks: ['length'],
  team_fees: ['period', 'payer'],
  team_rebates: ['member', 'generation', 'period', 'share'],
  team_sums: ['member', 'week'],
  team_weeks: ['week'],
  test_chain_payments: ['nonce'],
  spot_orders: ['last_trade'],
  trades: ofTrades,
  trades_rest: ofTrades,
  value_holds: ['fiat_order'],
  withdrawals: ['nonce', 'needed'],
};
