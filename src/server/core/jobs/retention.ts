import { dayMs } from '#protocol/core/durations.ts';
import { idempotencyRetentionMs } from '#protocol/core/limits.ts';

/** Notices to one user; those to everybody stay. */
const noticesRetentionMs = 180 * dayMs;
/** Push messages that no push service accepted; they are abandoned much earlier. */
const pushMessagesRetentionMs = 7 * dayMs;
/** Emails, delivered or not: their bodies are emptied on delivery. */
const outboxRetentionMs = 7 * dayMs;
/** A network not logged in from for this long counts as unknown. */
export const knownNetworkRetentionMs = 90 * dayMs;

/** Changes of platform rates; what operators decided is in their log. */
const rateHistoryRetentionMs = 400 * dayMs;
/** Hourly values of robots: a little more than the 1,000 that a screen shows. */
const robotValuesRetentionMs = 42 * dayMs;

/** The retention of a table. */
export type Life =
  /** Rows are kept. */
  | { readonly kept: 'for ever'; readonly why: string }
  /** Rows are removed with rows of other tables, or their number is bounded. */
  | { readonly kept: 'bounded'; readonly why: string }
  /** Their own area removes them, because it does more than delete. */
  | { readonly kept: 'by its area'; readonly why: string }
  /** The purge removes them, oldest first: those whose `column` is more than `forMs` ago. */
  | {
      readonly kept: 'for a time';
      readonly forMs: number;
      readonly column: string;
      /** SQL condition of rows that stay, however old. */
      readonly unless?: string;
      /**
       * `index`: an index on the column serves it. `id`: rows are written in id order, and that index serves it.
       * `blocks`: no index; the table is scanned in ranges of blocks, so that its writers pay for none.
       */
      readonly by: 'index' | 'id' | 'blocks';
    };

const ever = (why: string): Life => ({ kept: 'for ever', why });
const bounded = (why: string): Life => ({ kept: 'bounded', why });
const byArea = (why: string): Life => ({ kept: 'by its area', why });
const expired = (column: string): Life => ({ kept: 'for a time', forMs: 0, column, by: 'index' });

const books = 'the books: money is accounted for as long as the exchange stands';
const history = 'the history of a user’s own trades and transfers, which they may request at any time';
const evidence = 'evidence of who decided what and why';
const onePerUser = 'at most a few rows a user';

/** Every table of the store with its retention. A test fails when one is missing here. */
export const tableLives: Readonly<Record<string, Life>> = {
  // Ledger.
  balances: bounded('a row per user, wallet and coin'),
  // Entries, trades and minutes are kept for ever in partitions, of which old ones may be moved into files.
  ledger_entries: ever(books),
  audit_rounds: bounded('a row per invariant of rows'),
  audited_references: ever('one row for each loan, fixed term, miner, project and position'),
  audit_sums: bounded('a row per running sum of the audit'),
  audited_sums: bounded('a row per balance and part'),
  audit_state: bounded('one row'),
  archives: ever('where the rows of archived partitions are'),
  archived_sums: ever(books),
  archived_halves: ever(books),

  // What is listed.
  listed_coins: ever('amounts of it are counted by its scale'),
  listed_contracts: ever('positions of it are counted by its lots'),
  listed_pairs: ever('orders and trades of it are counted by its steps'),

  // Trading.
  spot_orders: ever(history),
  trades: ever(history),
  spot_fill_marks: bounded('one row'),
  spot_delisting_notices: { kept: 'for a time', forMs: robotValuesRetentionMs, column: 'cancels_at', by: 'index' },
  spot_fill_minutes: bounded('a row per user whose order was filled within the minute'),
  contract_orders: ever(history),
  contract_positions: ever(history),
  contract_closings: ever(history),
  contract_nets: bounded('a row per user and contract'),
  contract_notices_due: bounded('at most five a position, removed as its notice is written'),
  contract_trades: ever('the candles of contracts are recounted from them'),
  option_rounds: ever('each round can be proved again'),
  option_entries: ever(history),
  option_ticks: byArea('cleared by the options in portions: rounds carry the proofs of their own ticks'),
  entropy_chains: ever('what prices were drawn from: a row an hour'),
  simulated_levels: ever('the charts of times without trades: a row per pair and hour'),
  entropy_mark: bounded('one row'),
  instant_transfers: ever(history),
  conversion_quotes: byArea('cleared with each new quote of the user, and by the movements'),
  small_quotes: byArea('cleared with each new quote of the user, when used, and by the sweep of quotes'),
  small_conversions: bounded(onePerUser),
  deposits: ever(history),
  withdrawals: ever(history),
  payout_nonces: bounded('a row per chain'),
  payout_transfers: ever('what was signed in the name of the exchange, of which the chain may hold any'),
  released_nonces: ever(evidence),
  deposit_addresses: ever('money may come to an address at any time'),
  booked_addresses: bounded('as many as a user may keep'),
  scanned_blocks: byArea('the watcher of a chain keeps as many blocks as it may have to take back'),
  deposits_aside: ever(evidence),
  rescans: ever(evidence),
  coin_applications: ever(history),
  loans: ever(history),
  loan_sales: ever(history),
  loan_events: ever(history),
  loan_coins: bounded('a row per coin'),
  loan_collaterals: bounded('a row per coin'),
  robots: ever(history),
  robot_coins: ever(history),
  robot_orders: bounded('those in the book: their rows go as they are accounted for, the orders themselves stay'),
  robot_trades: ever(history),
  robot_days: ever(history),
  robot_values: { kept: 'for a time', forMs: robotValuesRetentionMs, column: 'at', by: 'index' },
  robot_records: bounded('a row per strategy and pair'),
  loan_lent: bounded('a row per coin'),
  faucet_takes: bounded(onePerUser),
  cost_basis: bounded('a row per user who looked at costs'),

  // Markets.
  market_minutes: ever('the charts: a row per pair and minute'),
  platform_rates: bounded('a row per currency'),
  platform_rate_history: { kept: 'for a time', forMs: rateHistoryRetentionMs, column: 'at', by: 'id' },
  market_minute_checks: bounded('a row per pair and contract'),
  market_runs: ever('which minutes nobody counted: a row per start of the exchange'),

  // Users.
  users: ever('accounts'),
  nickname_skeletons: bounded('two per user'),
  sessions: byArea('ended when unused, which closes open connections'),
  passkeys: bounded('as many as a user may keep'),
  recovery_codes: bounded('ten per user'),
  totp_secrets: bounded('one per user'),
  passkey_questions: expired('expires_at'),
  verification_codes: expired('expires_at'),
  verification_tickets: expired('expires_at'),
  attempts: expired('ends_at'),
  known_networks: { kept: 'for a time', forMs: knownNetworkRetentionMs, column: 'used_at', by: 'index' },
  verifications: ever(evidence),

  // Messages.
  idempotency: { kept: 'for a time', forMs: idempotencyRetentionMs, column: 'at', by: 'blocks' },
  outbox: { kept: 'for a time', forMs: outboxRetentionMs, column: 'created_at', by: 'index' },
  notices: { kept: 'for a time', forMs: noticesRetentionMs, column: 'at', unless: 'owner IS NULL', by: 'id' },
  notice_reads: bounded('they go with their notice, and when all are marked read'),
  notice_read_marks: bounded(onePerUser),
  notice_outbox: bounded('removed once their notice is published, or with it'),
  push_subscriptions: bounded('they go with their session'),
  push_messages: { kept: 'for a time', forMs: pushMessagesRetentionMs, column: 'due_at', by: 'index' },

  // Content and files.
  articles: bounded('the set that is served'),
  article_texts: bounded('they go with their article'),
  content_images: bounded('those of the set that is served'),
  content_state: bounded('one row'),
  files: byArea('those nobody uses are swept, with what lies outside of the store'),
  object_removals: byArea('they go with the object they name, which the sweep of files removes'),

  // Fiat trading.
  collection_methods: ever('orders were paid to them'),
  merchants: bounded(onePerUser),
  merchant_settings: bounded(onePerUser),
  merchant_requests: ever(evidence),
  adverts: ever(history),
  value_holds: expired('until'),
  fiat_orders: ever(history),
  fiat_cases: ever(history),
  fiat_order_events: ever(evidence),
  fiat_proofs: ever(evidence),
  fiat_statements: ever(evidence),
  person_keys: ever('evidence names them; the key itself goes when it is destroyed'),
  fiat_days: byArea('merchants remove days that no figure covers any more'),

  // Rewards.
  team_levels: bounded('a row per level'),
  team_members: bounded('a row per invited user'),
  team_inviters: bounded('a row per user who invited'),
  team_reading: bounded('one row'),
  team_fees: ever(books),
  team_balances: bounded('a row per inviter and coin'),
  team_sums: bounded('a row per inviter, member and coin'),
  team_weeks: ever(history),
  team_rebates: ever(history),
  sign_in_pools: bounded('a row per month'),
  sign_in_streaks: bounded(onePerUser),
  sign_ins: ever(history),
  sign_in_devices: expired('expires_at'),
  // Earn.
  stock_alerts: bounded('as many as a user may wait for'),
  fixed_products: bounded('what operators opened'),
  fixed_holdings: ever(history),
  // Subscription of new coins.
  launch_projects: ever('each allotment can be recomputed'),
  launch_commitments: ever('the published lists, and the history of what users committed'),

  // Support and chat.
  work_orders: ever(evidence),
  work_order_replies: ever(evidence),
  work_order_log: ever(evidence),
  reviews: ever(evidence),
  review_log: ever(evidence),
  chat_community: bounded('one row'),
  chat_groups: ever('as many as there may be, and the conversation of each fiat order'),
  chat_people: bounded(onePerUser),
  chat_members: bounded('a row per user and group'),
  chat_messages: byArea(
    'a group keeps its newest, see `chatMessagesRetained`; conversations of fiat orders are evidence',
  ),
  chat_reports: bounded('they go with their message'),
  chat_log: ever(evidence),

  // What idle coins do.
  miner_models: bounded('what operators put on sale'),
  miners: ever(history),
  miner_events: ever(history),

  // The operator and the running exchange.
  stops: bounded('what is stopped now'),
  product_switches: bounded('a row per product and country'),
  operator_log: ever(evidence),
  record_links: ever(evidence),
  record_heads: ever(evidence),
  record_backlog: bounded('a row per table that is chained, until its rows from before are'),
  operator_log_taken: bounded('one row'),
  store_identity: bounded('one row'),
  store_chains: bounded('a row per chain'),
  writer_fences: bounded('a row per writer'),
  duty_owners: bounded('a row per pair'),
  server_epoch: bounded('one row'),

  // The test chain of practice mode.
  test_chain_blocks: ever('the chain itself'),
  test_chain_payments: ever('the chain itself'),
  test_faucet_takes: bounded(onePerUser),
};
