import { faucetOf } from '#server/practice/test-chain/test-faucet.ts';
import type { ClientBase, Pool } from 'pg';
import { chainsOf, type OpenChains } from '#server/main/open-chains.ts';
import type { TestChain } from '#server/practice/test-chain/test-chain.ts';
import { chainForTest } from '../chains/testing.ts';
import type { Chain, WatchedChain } from '../chains/chain.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { createLedger, type Ledger } from '#server/core/ledger/ledger.ts';
import { createLogger } from '#server/core/log/log.ts';
import { createNotices } from '#server/accounts/notices/notices.ts';
import type { Database } from '#server/core/store/database.ts';
import { ownAddress } from './addresses.ts';
import type { ReadingDeps } from './deposit-moves.ts';
import { chainWatcher, type ChainWatcher } from './chain-watcher.ts';
import { createDepositChanges } from './deposit-row.ts';
import { depositPage } from './store.ts';

/** Deposits on a real store over the test chain, whose blocks are mined by the test. */
export interface DepositBench {
  readonly chain: TestChain;
  readonly chains: OpenChains;
  readonly ledger: Ledger;
  readonly deps: ReadingDeps;
  /** Coins that a test marks as halted by the audit. */
  readonly halted: Set<string>;
  now(): number;
  /** A new user with an address. */
  user(): Promise<{ readonly owner: bigint; readonly address: string }>;
  pay(address: string, asset: string, units: bigint): Promise<string>;
  /** A watcher as after a server start. */
  watcher(chain?: WatchedChain): ChainWatcher;
  /** Follows the chain to its tip as after a server start; rethrows failures. */
  follow(): Promise<void>;
  /** A user's deposits, newest first, as amount, state and confirmations. */
  list(owner: bigint): Promise<{ amount: string; state: string; confirmations: number; hash: string | null }[]>;
  balance(owner: bigint, asset: string): Promise<{ available: bigint; locked: bigint }>;
  /** Removes coins from a user's spot wallet, as if they were spent. */
  spend(owner: bigint, asset: string, units: bigint): Promise<void>;
  /** Audit faults of the ledger and the deposits. Call while nothing moves. */
  faults(): Promise<string[]>;
}

export async function depositBench(database: Database, others: readonly Chain[] = []): Promise<DepositBench> {
  let now = 1_790_000_000_000;
  const clock = () => (now += 1);
  const ledger = createLedger();
  const logger = createLogger('silent');
  const halted = new Set<string>();
  const chain = await chainForTest(database, clock);
  const deps: ReadingDeps = {
    database,
    ledger,
    clock,
    logger,
    notices: createNotices(database, clock),
    changes: createDepositChanges(),
    gate: gateForTest(halted),
  };
  const watcher = (of: WatchedChain = chain) => chainWatcher(deps, of);
  return {
    chain,
    chains: { ...chainsOf([chain, ...others]), testChain: chain, faucet: faucetOf(chain) },
    ledger,
    deps,
    halted,
    now: clock,
    async user() {
      const { rows } = await database.pool.query<{ id: string }>(
        `INSERT INTO users (invitation_code, language, created_at) VALUES (gen_random_uuid()::text, 'en', $1) RETURNING id`,
        [clock()],
      );
      const owner = BigInt(rows[0]?.id ?? 0);
      return { owner, address: await ownAddress(database.pool, chain, owner, clock()) };
    },
    pay: (address, asset, units) => database.transaction((tx) => chain.pay(tx, address, asset, units)),
    watcher,
    async follow() {
      const fresh = watcher();
      while (await fresh.step());
    },
    async list(owner) {
      const { list } = await depositPage(database.pool, owner, { size: 100 });
      return list.map(({ amount, state, confirmations, hash }) => ({ amount, state, confirmations, hash }));
    },
    async balance(owner, asset) {
      const { rows } = await database.pool.query<{ available: string; locked: string }>(
        'SELECT available, locked FROM balances WHERE owner = $1 AND asset = $2 AND wallet = 0',
        [owner, asset],
      );
      return { available: BigInt(rows[0]?.available ?? 0), locked: BigInt(rows[0]?.locked ?? 0) };
    },
    async spend(owner, asset, units) {
      const account = { wallet: 'spot', asset, part: 'available' } as const;
      const postings = [
        { ...account, owner, amount: -units },
        { ...account, owner: houseOwners.treasury, amount: units },
      ];
      await database.transaction((tx) => ledger.post(tx, { kind: 'trade', reference: null, at: clock(), postings }));
    },
    async faults() {
      const { findings } = await checkLedger(database, true, clock());
      return [...findings.map(({ text }) => text), ...(await depositFaults(database.pool))];
    },
  };
}

/** Anything that runs statements. */
type Queryable = Pick<ClientBase | Pool, 'query'>;

/**
 * Invariants of deposits: the house's chain account equals what came in, what is owed is on the shortfall account, and
 * nothing else is locked. Read it in one snapshot.
 *
 * @returns one line per fault
 */
export async function depositFaults(client: Queryable): Promise<string[]> {
  const counted = await client.query<{ asset: string; off: string }>(
    `SELECT asset, sum(units) AS off FROM (
       SELECT asset, units FROM deposits WHERE state IN ('credited', 'free')
       UNION ALL
       SELECT asset, available + frozen + locked FROM ledger_entries
        WHERE owner = ${houseOwners.chain} AND kind IN ('deposit', 'deposit-undone')
     ) AS side GROUP BY asset HAVING sum(units) <> 0`,
  );
  const owed = await client.query<{ asset: string; off: string }>(
    `SELECT asset, sum(units) AS off FROM (
       SELECT asset, owed AS units FROM deposits
       UNION ALL
       SELECT asset, available FROM balances WHERE owner = ${houseOwners.shortfall}
     ) AS side GROUP BY asset HAVING sum(units) <> 0`,
  );
  const locked = await client.query<{ owner: string; asset: string; off: string }>(
    `SELECT owner, asset, sum(units) AS off FROM (
       SELECT owner, asset, repaid - units AS units FROM deposits WHERE state = 'credited'
       UNION ALL
       SELECT owner, asset, locked FROM balances WHERE wallet = 0 AND owner >= 100000
     ) AS side GROUP BY owner, asset HAVING sum(units) <> 0`,
  );
  return [
    ...counted.rows.map(({ asset, off }) => `${asset}: deposits and the chain's account differ by ${off}`),
    ...owed.rows.map(({ asset, off }) => `${asset}: what is owed and the shortfall differ by ${off}`),
    ...locked.rows.map(({ owner, asset, off }) => `${owner} ${asset}: locked differs by ${off}`),
  ];
}
