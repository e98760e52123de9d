import { randomBytes } from 'node:crypto';
import type { WithdrawalState } from '../../../protocol/entities/withdrawal.ts';
import { accountLimits } from '../../users/accounts/account-limits.ts';
import { hashPassword } from '../../users/accounts/passwords/password-hash.ts';
import { createSecondFactor } from '../../users/accounts/second-factor/second-factor.ts';
import { createTransactionPasswords } from '../../users/accounts/passwords/transaction-password.ts';
import type { Chains, WatchedChain } from '../chains/chain.ts';
import { chainsOf } from '../../open-chains.ts';
import { practicePolicy } from '../chains/practice-policy.ts';
import type { TestChain } from '../../practice/test-chain/test-chain.ts';
import { chainForTest } from '../chains/testing.ts';
import { gateForTest, type GateForTest } from '../../core/gate/testing.ts';
import { contextFor } from '../../http/testing.ts';
import { houseOwners } from '../../core/ledger/account.ts';
import { checkLedger } from '../../core/ledger/audit-check.ts';
import { createLedger, type Ledger } from '../../core/ledger/ledger.ts';
import { givePractice } from '../../core/ledger/testing.ts';
import { createLogger } from '../../core/log/log.ts';
import { createNotices, type Notices } from '../../users/notices/notices.ts';
import { decideReview } from '../../users/reviews/decide.ts';
import { openReviews, type RunningReviews } from '../../users/reviews/open.ts';
import type { Database } from '../../core/store/database.ts';
import { createPayouts, type Payouts } from './payouts/payouts.ts';
import { createWithdrawalChanges } from './topic.ts';
import { openWithdrawals, type Withdrawals } from './open.ts';
import type { WithdrawalsDeps } from './deps.ts';

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
  const prices = new Map([
    ['BTC', '60000'],
    ['ETH', '3000'],
  ]);
  const deps: WithdrawalsDeps = {
    database,
    ledger,
    clock,
    logger,
    notices,
    reviews,
    chains,
    // All tests share one address; per-address limits are tested with the passwords.
    transactionPasswords: createTransactionPasswords(
      database,
      accountLimits(1_000_000),
      clock,
      createSecondFactor({ database, clock, notices, secrets: null }),
    ),
    addressWaitByDefault: options.addressWaitByDefault ?? false,
    prices: { lastPrice: (asset) => (asset === 'USDT' ? '1' : (prices.get(asset) ?? null)) },
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
      const { rows } = await database.pool.query<{ id: string }>(
        `INSERT INTO users (transaction_password_hash, invitation_code, language, created_at)
         VALUES ($1, $2, 'en', $3) RETURNING id`,
        [passwordHash, randomBytes(6).toString('hex'), now],
      );
      const owner = BigInt(rows[0]?.id ?? 0);
      for (const [asset, amount] of Object.entries(funds)) await givePractice(database, [owner], { asset, amount });
      return owner;
    },
    strangersAddress: () => chain.depositAddress(1_000_000n + BigInt((drawn += 1))),
    async ask(owner, given = {}, key = `tap-${(drawn += 1)}`.padEnd(16, '-')) {
      const right = {
        asset: 'USDT',
        chain: 'TEST',
        address: chain.depositAddress(999_999n),
        amount: '100',
        remark: 'rent',
        transactionPassword: passwordForTests,
      };
      const { withdrawal } = await withdrawals.calls['POST withdrawCoinApp'](
        { ...right, ...given },
        contextFor(owner, key),
      );
      return withdrawal;
    },
    async decide(approved, reason = approved ? '' : 'the address is on a list') {
      const { rows } = await database.pool.query<{ id: string }>(`SELECT id FROM reviews WHERE state = 'open'`);
      for (const { id } of rows) await decideReview(database, BigInt(id), { approved, reason, by: 'mei' }, now);
      await reviews.takeUp();
    },
    payouts: (over = chain, store = database) => createPayouts({ ...deps, database: store, changes }, over),
    async state(id) {
      const { rows } = await database.pool.query<{ state: WithdrawalState }>(
        'SELECT state FROM withdrawals WHERE id = $1',
        [id],
      );
      const state = rows[0]?.state;
      if (state === undefined) throw new Error(`no withdrawal ${id}`);
      return state;
    },
    async balance(owner, asset = 'USDT') {
      const { rows } = await database.pool.query<{ available: string; frozen: string }>(
        'SELECT available, frozen FROM balances WHERE owner = $1 AND asset = $2 AND wallet = 0',
        [owner, asset],
      );
      return { available: BigInt(rows[0]?.available ?? 0), frozen: BigInt(rows[0]?.frozen ?? 0) };
    },
    faults: () => withdrawalFaults(database, now),
    async payments(address) {
      const { rows } = await database.pool.query<{ units: string }>(
        'SELECT units FROM test_chain_payments WHERE receiver = $1 AND nonce IS NOT NULL ORDER BY nonce',
        [address],
      );
      return rows.map(({ units }) => BigInt(units));
    },
  };
}

/** Invariants: the ledger adds up, and frozen amounts equal pending withdrawals. */
export async function withdrawalFaults(database: Database, now: number): Promise<string[]> {
  const { findings } = await checkLedger(database, true, now);
  const faults = findings.map(({ text }) => text);
  const sums = await database.pool.query<{ asset: string }>(
    'SELECT asset FROM balances GROUP BY asset HAVING sum(available + frozen + locked) <> 0',
  );
  for (const { asset } of sums.rows) faults.push(`${asset} does not sum to zero`);
  const apart = await database.pool.query<{ owner: string; asset: string }>(
    `SELECT owner, asset FROM (SELECT owner, asset, frozen FROM balances WHERE wallet = 0 AND owner >= 100000) AS held
       FULL JOIN (SELECT owner, asset, sum(units) AS units FROM withdrawals
                   WHERE state IN ('under-review', 'approved', 'sent') GROUP BY owner, asset) AS due USING (owner, asset)
      WHERE coalesce(held.frozen, 0) <> coalesce(due.units, 0)`,
  );
  for (const { owner, asset } of apart.rows) faults.push(`${owner} ${asset}: frozen is not what is under way`);
  const left = await database.pool.query<{ asset: string }>(
    `SELECT asset FROM (SELECT asset, sum(units - fee) AS units FROM withdrawals WHERE state = 'confirmed' GROUP BY asset) AS paid
       FULL JOIN (SELECT asset, sum(available) AS units FROM ledger_entries
                   WHERE owner = ${houseOwners.chain} AND kind = 'withdrawal' GROUP BY asset) AS booked USING (asset)
      WHERE coalesce(paid.units, 0) <> coalesce(booked.units, 0)`,
  );
  for (const { asset } of left.rows) faults.push(`${asset}: what left by the books is not what was confirmed`);
  return faults;
}
