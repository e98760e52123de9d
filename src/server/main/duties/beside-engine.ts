/** A table that the operators’ console writes in its own process, beside the engine that holds its duty. */
interface WrittenBeside {
  /** What the console does there. */
  readonly why: string;
  /** The job of the engine that takes it up; null where whatever uses these rows reads them each time. */
  readonly takenUpBy: string | null;
}

const operators = 'take up what operators did';
const chat = 'follow the operator of the chat';
const content = 'look for new content';
const support = 'take up tickets';

const beside = (why: string, takenUpBy: string | null = null): WrittenBeside => ({ why, takenUpBy });

/**
 * Tables that any process may write: the engine, and the operators’ console. No fence keeps the console out, so each of
 * its transactions locks the rows that it changes and looks at them again under the lock, as the engine does; both lock in
 * the order of `core/ledger/lock-order.ts`. What the engine remembers of such rows is read again by the job that is named.
 * Every other table is written by the engine alone. An edge writes nothing: it has no connection to PostgreSQL.
 */
export const writtenBesideEngine: Readonly<Record<string, WrittenBeside>> = {
  server_epoch: beside('renews the identity of data that was restored, and ends the owner’s session'),
  operator_log: beside('each act of an operator is a line of it', operators),
  stops: beside('stops and resumes', operators),
  product_switches: beside('switches products on and off', operators),
  listed_coins: beside('lists coins', operators),
  listed_pairs: beside('lists pairs, changes and ends them', operators),
  listed_contracts: beside('lists contracts', operators),

  balances: beside('funds products and gives payouts back, by postings'),
  ledger_entries: beside('the entries of those postings'),
  audit_state: beside('runs the audit, and clears findings that were put right'),
  audit_sums: beside('runs the audit, in one snapshot: of two runs of the same rows one fails'),
  audited_sums: beside('runs the audit, as above'),
  audited_references: beside('runs the audit, as above'),
  audit_rounds: beside('runs the audit, as above'),
  archives: beside('notes partitions that it archives and restores'),
  archived_sums: beside('notes the sums of their entries'),
  archived_halves: beside('notes those of transactions at their bounds'),

  platform_rates: beside('sets rates, and decides on those that wait', 'publish platform rates'),
  platform_rate_history: beside('notes both'),
  deposits_aside: beside('has a payment tried again'),
  rescans: beside('has blocks read again'),
  withdrawals: beside('has a payout tried again, released, or given back'),
  released_nonces: beside('releases a payout from a nonce that was used elsewhere'),

  reviews: beside('decides', 'take up reviews'),
  review_log: beside('notes who decided and who looked'),
  coin_applications: beside('asks applicants, and sets terms', 'notify who applied for a coin'),
  fixed_products: beside('adds and changes products'),
  fixed_holdings: beside('revokes one, which is due from then on', 'pay fixed terms'),
  launch_projects: beside('announces projects, and receives their coins'),
  loan_coins: beside('sets terms'),
  loan_collaterals: beside('sets terms'),
  miner_models: beside('adds and changes models'),
  sign_in_pools: beside('changes the pool of a month'),
  fiat_orders: beside(
    'asks a side of an appeal, decides it, and removes the reason of a person’s decisions',
    'handle due fiat orders',
  ),
  merchants: beside('suspends merchants, and marks whose standing changed', 'follow merchants'),
  adverts: beside('pauses those of who may not trade any more', 'follow adverts'),
  fiat_cases: beside('opens cases of the running orders of who may not trade any more', 'handle due fiat orders'),
  fiat_order_events: beside('notes that it asked'),
  fiat_statements: beside('writes its question'),
  person_keys: beside('makes keys of whom its lines are about, and destroys one'),

  users: beside('disables and enables accounts, and withdraws verified names', operators),
  verifications: beside('withdraws verified names', operators),
  sessions: beside('ends those of an account that is disabled', operators),
  notices: beside('writes notices, and takes the reasons out of those about a person’s decisions', 'publish notices'),
  notice_outbox: beside('queues them', 'publish notices'),
  files: beside('removes pictures of messages and of a person’s evidence, and moves files between stores'),
  object_removals: beside('removes what lies outside of PostgreSQL'),
  work_orders: beside('answers and closes', support),
  work_order_replies: beside('answers', support),
  work_order_log: beside('notes who did', support),
  chat_community: beside('closes it, and sets its rules and password', chat),
  chat_groups: beside('makes groups, and sets passwords', chat),
  chat_people: beside('mutes and bans', chat),
  chat_members: beside('adds, removes and mutes', chat),
  chat_messages: beside('removes one, and speaks in the conversation of an order', chat),
  chat_log: beside('each act is a line of it', chat),

  articles: beside('pushes a set, and the articles of notices', content),
  article_texts: beside('pushes a set', content),
  content_images: beside('pushes a set', content),
  content_state: beside('pushes a set', content),
};
