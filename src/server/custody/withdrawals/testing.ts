import { randomBytes } from 'node:crypto';
import type { WithdrawalState } from '#protocol/withdrawals/entities.ts';
import { accountLimits } from '#server/accounts/rate-limits/account-limits.ts';
import { hashPassword } from '#server/accounts/account/passwords/password-hash.ts';
import { newDeviceHold, passwordHold } from '#server/accounts/account/withdrawal-hold.ts';
import { createSecondFactor } from '#server/accounts/account/second-factor/second-factor.ts';
import { createTransactionPasswords } from '#server/accounts/account/passwords/transaction-password.ts';
import type { Chains, WatchedChain } from '../chains/chain.ts';
import { chainsOf } from '#server/main/open-chains.ts';
import { practicePolicy } from '../chains/practice-policy.ts';
import type { TestChain } from '#server/practice/test-chain/test-chain.ts';
import { chainForTest } from '../chains/testing.ts';
import { gateForTest, type GateForTest } from '#server/core/gate/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { createLedger, type Ledger } from '#server/core/ledger/ledger.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import { createLogger } from '#server/core/log/log.ts';
import { outflowWith } from '#server/core/outflow/outflow.ts';
import { createNotices, type Notices } from '#server/accounts/notices/notices.ts';
import { decideReview } from '#server/accounts/reviews/decide.ts';
import { openReviews, type RunningReviews } from '#server/accounts/reviews/open.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/store/database.ts';
import { createPayouts, type Payouts } from './payouts/payouts.ts';
import { createWithdrawalChanges } from './topic.ts';
import { openWithdrawals, type Withdrawals } from './open.ts';
import type { WithdrawalsDeps } from './deps.ts';
import { paymentsTo, spotBalance, stateOf, withdrawalFaults } from './testing-books.ts';

/** The transaction password of all test users. */
export const passwordForTests = '805263';

/** Withdrawals on a real store over the test chain, whose blocks are mined by the test. */
export interface WithdrawalBench {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly notices: Notices;
  readonly reviews: RunningReviews;
  readonly chain: TestChain;
  readonly withdrawals: Withdrawals;
  /** Coins that a test stops, and their gate. */
  readonly halted: Set<string>;
  readonly gate: GateForTest;
  /** Prices by coin, in USDT. */
  readonly prices: Map<string, string>;
  now(): number;
  pass(ms: number): void;
  /** A new user with a transaction password and some coins in the spot wallet. */
  user(funds?: Readonly<Record<string, string>>): Promise<bigint>;
  /** An external address of the chain. */
  strangersAddress(): string;
  /** Requests a withdrawal as the app does; omitted fields get valid values. */
  ask(owner: bigint, given?: object, key?: string): Promise<{ id: string; state: WithdrawalState }>;
  /** The operator decides every open review, and the exchange applies the decisions. */
  decide(approved: boolean, reason?: string): Promise<void>;
  /** Payouts as after a server start, over a chain and a store that may fail. */
  payouts(chain?: WatchedChain, database?: Database): Payouts;
  state(id: string): Promise<WithdrawalState>;
  /** A user's available and frozen amounts of a coin in the spot wallet, in units. */
  balance(owner: bigint, asset?: string): Promise<{ available: bigint; frozen: bigint }>;
  /** Audit faults of the ledger and of frozen amounts against pending withdrawals. */
  faults(): Promise<string[]>;
  /** The number of payouts on the chain, by address and amount. */
  payments(address: string): Promise<bigint[]>;
}

/** What a test asks for unless it says otherwise. */
const rightRequest = {
  asset: 'USDT',
  chain: 'TEST',
  amount: '100',
  remark: 'rent',
  transactionPassword: passwordForTests,
};

const pricesAtFirst = { BTC: '60000', ETH: '3000' };

let drawn = 0;

export interface BenchOptions {
  readonly mode?: 'live' | 'practice';
  /** Overrides of the test chain's terms. */
  readonly chains?: (chain: TestChain) => Chains;
  readonly startAt?: number;
  readonly addressWaitByDefault?: boolean;
}

export async function withdrawalBench(database: Database, options: BenchOptions = {}): Promise<WithdrawalBench> {
  let now = options.startAt ?? 1_790_000_000_000;
  const clock = () => now;
  const logger = createLogger('silent');
  const ledger = createLedger();
  const notices = createNotices(database, clock);
  const chain = await chainForTest(database, clock);
  const chains = (options.chains ?? ((only) => chainsOf([only])))(chain);
  const policy = () => practicePolicy(chains);
  const reviews = openReviews({ database, clock, logger, mode: options.mode ?? 'live', policy });
  const halted = new Set<string>();
  const gate = gateForTest(halted);
  const prices = new Map(Object.entries(pricesAtFirst));
  const deps: WithdrawalsDeps = {
    database,
    ledger,
    clock,
    logger,
    notices,
    reviews,
    chains,
    transactionPasswords: passwordsOf(database, clock, notices),
    addressWaitByDefault: options.addressWaitByDefault ?? false,
    outflow: outflowWith([passwordHold, newDeviceHold]),
    prices: { indexPrice: (asset) => (asset === 'USDT' ? '1' : (prices.get(asset) ?? null)) },
    gate,
  };
  const withdrawals = openWithdrawals(deps);
  const passwordHash = await hashPassword(passwordForTests);
  const changes = createWithdrawalChanges();

  return {
    database,
    ledger,
    notices,
    reviews,
    chain,
    withdrawals,
    halted,
    gate,
    prices,
    now: clock,
    pass: (ms) => {
      now += ms;
    },
    async user(funds = { USDT: '1000' }) {
      const owner = await newUser(database, passwordHash, now);
      for (const [asset, amount] of Object.entries(funds)) await givePractice(database, [owner], { asset, amount });
      return owner;
    },
    strangersAddress: () => chain.depositAddress(1_000_000n + BigInt((drawn += 1))),
    async ask(owner, given = {}, key = `tap-${(drawn += 1)}`.padEnd(16, '-')) {
      const input = { ...rightRequest, address: chain.depositAddress(999_999n), ...given };
      const { withdrawal } = await withdrawals.calls['POST withdrawCoinApp'](input, contextFor(owner, key));
      return withdrawal;
    },
    async decide(approved, reason = approved ? '' : 'the address is on a list') {
      const { rows } = await database.pool.query<{ id: string }>(`SELECT id FROM reviews WHERE state = 'open'`);
      for (const { id } of rows) await decideReview(database, BigInt(id), { approved, reason, by: 'mei' }, now);
      await reviews.takeUp();
    },
    payouts: (over = chain, store = database) => createPayouts({ ...deps, database: store, changes }, over),
    state: (id) => stateOf(database, id),
    balance: (owner, asset = 'USDT') => spotBalance(database, owner, asset),
    faults: () => withdrawalFaults(database, now),
    payments: (address) => paymentsTo(database, address),
  };
}

/** All tests share one address; per-address limits are tested with the passwords. */
function passwordsOf(database: Database, clock: Clock, notices: Notices): WithdrawalsDeps['transactionPasswords'] {
  const secondFactor = createSecondFactor({ database, clock, notices, secrets: null });
  return createTransactionPasswords(database, accountLimits(1_000_000), clock, secondFactor);
}

async function newUser({ pool }: Database, passwordHash: string, now: number): Promise<bigint> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO users (transaction_password_hash, invitation_code, language, created_at)
     VALUES ($1, $2, 'en', $3) RETURNING id`,
    [passwordHash, randomBytes(6).toString('hex'), now],
  );
  return BigInt(rows[0]?.id ?? 0);
}
