/**
 * Tables whose rows are added and never changed or removed. This list is the declaration: `tools/next-migration.ts` makes the
 * triggers of it, partitions get theirs as they are made, and `append-only.test.ts` compares it with a real store. Each
 * refuses UPDATE, DELETE and TRUNCATE; inserts run no trigger for it. An archived partition goes as a whole, see
 * `core/archives/`.
 */
export const appendOnlyTables = [
  // The books.
  'ledger_entries',
  'trades',
  'contract_trades',
  'contract_closings',
  'robot_trades',
  'instant_transfers',
  'team_rebates',
  'miner_events',
  'loan_events',

  // What was signed, drawn and promised.
  'payout_transfers',
  'released_nonces',
  'deposit_addresses',
  'entropy_chains',
  'simulated_levels',
  'store_identity',
  'store_chains',

  // Who said, did and decided what.
  'operator_log',
  'record_links',
  'record_heads',
  'review_log',
  'chat_log',
  'work_order_log',
  'work_order_replies',
  'merchant_requests',
  'fiat_order_events',
  'fiat_statements',
  'fiat_proofs',
] as const;

const declared: ReadonlySet<string> = new Set(appendOnlyTables);

/** Whether rows of a table are never changed. */
export const isAppendOnly = (table: string): boolean => declared.has(table);

/** Names of tables that say that they record what happened. Such a table is declared, or stands in `changingRecords`. */
export const recordNames =
  /_(entries|events|statements|closings|proofs|log|trades|transfers|rebates|replies|requests|history|links|heads)$/;

/** Tables that look like a record, or are kept for ever, and whose rows change all the same, by what. */
export const changingRecords: Readonly<Record<string, string>> = {
  platform_rate_history: 'removed when old: what operators decided about rates is in their log',
  option_entries: 'the settlement writes the outcome; the audit compares stakes with the ledger',
  audited_references: 'the audit folds entries into it',
  archives: 'restoring notes when it did',
  archived_sums: 'removed when their partition is restored',
  archived_halves: 'removed when their partition is restored',
  listed_coins: 'terms and names change; what units mean does not, see `guards.sql` of the instruments',
  listed_contracts: 'refused by triggers of its own, see `guards.sql` of the instruments',
  listed_pairs: 'state and terms change; what steps mean does not, see `guards.sql` of the instruments',
  spot_orders: 'orders are filled, and those that nobody met are removed',
  contract_orders: 'orders are filled',
  contract_positions: 'positions are closed',
  option_rounds: 'rounds are settled',
  deposits: 'deposits are confirmed, and blocks taken back',
  withdrawals: 'withdrawals are signed and confirmed, one way, see `guards.sql` of withdrawals',
  deposits_aside: 'an operator credits what was set aside',
  rescans: 'a rescan notes how far it is',
  coin_applications: 'applications are answered',
  loans: 'loans are repaid',
  loan_sales: 'sales of collateral run',
  robots: 'robots run',
  robot_coins: 'robots run',
  robot_days: 'a day is completed by later fills',
  market_minutes: 'a minute that was interrupted is completed',
  market_runs: 'a run notes its end',
  person_keys: 'a key is destroyed, see `guards.sql` of evidence',
  users: 'accounts change',
  verifications: 'a verification is decided, and an identity withdrawn',
  collection_methods: 'methods are edited and removed by their owner; orders hold a copy',
  adverts: 'adverts are sold from, paused and ended',
  fiat_orders: 'orders go from state to state; each step is an event',
  fiat_cases: 'a case notes when it was announced',
  team_fees: 'a fee of one period grows until the period is read',
  team_weeks: 'a week grows until it ends',
  sign_ins: 'a row per user and day, which its reward is posted with',
  fixed_holdings: 'interest accrues',
  launch_projects: 'projects go from state to state',
  launch_commitments: 'allotments are written beside commitments',
  work_orders: 'tickets are answered; their words stay, see `guards.sql` of support',
  reviews: 'reviews are decided, one way, see `guards.sql` of reviews',
  chat_groups: 'groups count their messages',
  miners: 'miners run',
  test_chain_blocks: 'the test chain reorganises',
  test_chain_payments: 'the test chain reorganises',
};

/** The name of the trigger that refuses changes of a table, on its partitions too. */
export const appendOnlyTrigger = (table: string): string => `${table}_append_only`;

/** The statement that makes the trigger. @param on the table, or one of its partitions */
export function appendOnlyStatement(table: string, on = table): string {
  return `CREATE TRIGGER ${appendOnlyTrigger(table)} BEFORE UPDATE OR DELETE OR TRUNCATE ON ${on}
  FOR EACH STATEMENT EXECUTE FUNCTION table_is_append_only();`;
}
