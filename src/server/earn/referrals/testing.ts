import { setTimeout as sleep } from 'node:timers/promises';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import { gateForTest, type GateForTest } from '#server/core/gate/testing.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { runAudit } from '#server/core/ledger/audit-check.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import { createLedger, type Ledger } from '#server/core/ledger/ledger.ts';
import { givePractice, holdFaults } from '#server/core/ledger/testing.ts';
import type { Database } from '#server/core/store/database.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { productOwners } from '../backing/accounts.ts';
import { rememberNetwork } from '#server/accounts/rate-limits/lockout.ts';
import { referralsAudit } from './audit.ts';
import type { ReferralsDeps } from './deps.ts';
import { joinTeam } from './joining.ts';
import { openReferrals, type OpenedReferrals } from './open.ts';

/** Where somebody registers from. */
interface Place {
  readonly address: string;
  readonly userAgent: string;
}

/** The team on a real store, with a clock that the test moves. */
export interface TestReferrals {
  readonly database: TestDatabase;
  readonly ledger: Ledger;
  readonly gate: GateForTest;
  readonly changed: bigint[];
  area(): OpenedReferrals;
  /** Opens it again, as after a restart. */
  restart(database?: Database): Promise<void>;
  now(): number;
  /** Moves the clock, also back. */
  pass(ms: number): void;
  /** Registers somebody with coins of their own. @param inviter by whose invitation they came */
  user(inviter?: bigint | null, place?: Place): Promise<bigint>;
  /** A fee of a trade on the spot market; below zero it is given back. In units of USDT. */
  fee(payer: bigint, units: bigint): Promise<void>;
  /** A fee of opening a contract. */
  contractFee(payer: bigint, units: bigint): Promise<void>;
  held(owner: bigint): Promise<{ readonly held: bigint; readonly owed: bigint }>;
  balance(owner: bigint, wallet?: Wallet): Promise<{ readonly available: bigint; readonly frozen: bigint }>;
  /** What does not add up: the ledger, or what is set aside beside what people hold. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

/** A time inside a day of the product, and at the start of a minute. */
const start = Date.UTC(2026, 10, 24, 4);

export async function testReferrals(mode: 'live' | 'practice' = 'live'): Promise<TestReferrals> {
  const database = await testDatabase();
  const ledger = createLedger();
  const gate = gateForTest();
  const changed: bigint[] = [];
  let now = start;
  let made = 0;
  const deps: ReferralsDeps = {
    database,
    ledger,
    gate,
    clock: () => now,
    config: { mode },
    logger: { error: () => undefined },
    notices: { changed: (owner) => void (owner !== null && changed.push(owner)) },
  };
  let area = await openReferrals(deps);
  return {
    database,
    ledger,
    gate,
    changed,
    area: () => area,
    restart: async (store = database) => {
      area = await openReferrals({ ...deps, database: store });
    },
    now: () => now,
    pass: (ms) => void (now += ms),
    async user(inviter = null, place) {
      made += 1;
      const facts = place ?? { address: `198.51.100.${made}`, userAgent: `phone ${made}` };
      const owner = await database.transaction(async (tx) => {
        const { rows } = await tx.client.query<{ id: string }>(
          `INSERT INTO users (email, invitation_code, language, created_at, referrer, verification)
           VALUES ($1, $2, 'en', $3, $4, 'verified') RETURNING id`,
          [`member${made}@example.com`, `code${made}`, now, inviter],
        );
        const userId = BigInt(rows[0]?.id ?? 0);
        await tx.client.query(
          `INSERT INTO sessions (user_id, token_hash, device, created_at, used_at) VALUES ($1, $2, $3, $4, $4)`,
          [userId, `token${made}`, facts.userAgent, now],
        );
        await rememberNetwork(tx, userId, facts, now);
        await joinTeam(tx, { userId, referrer: inviter }, facts, now);
        return userId;
      });
      await givePractice(database, [owner], { asset: 'USDT', amount: '10000' }, now);
      await givePractice(database, [owner], { asset: 'USDT', amount: '10000', wallet: 'contract' }, now);
      return owner;
    },
    ...payments(database, ledger, () => now),
    ...readings(database, ledger, () => now),
    close: () => database.close(),
  };
}

const ofUsdt = (owner: bigint, amount: bigint, wallet: Wallet = 'spot') =>
  ({ owner, wallet, asset: 'USDT', part: 'available', amount }) as const;

/**
 * Fees are read up to the oldest open transaction, and other test files have theirs in the same PostgreSQL: waits until
 * those that are open now are over.
 */
async function earlierTransactionsEnd({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ next: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next');
  for (;;) {
    const { rowCount } = await pool.query('SELECT WHERE pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8', [
      rows[0]?.next,
    ]);
    if (rowCount === 1) return;
    await sleep(5);
  }
}

/** Fees as the markets write them. */
function payments(database: Database, ledger: Ledger, clock: () => number): Pick<TestReferrals, 'fee' | 'contractFee'> {
  const post = async (journal: Omit<Journal, 'at' | 'reference'>) => {
    await database.transaction((tx) => ledger.post(tx, { ...journal, reference: '1', at: clock() }));
    await earlierTransactionsEnd(database);
  };
  return {
    fee: (payer, units) =>
      units > 0n
        ? post({
            kind: 'trade',
            postings: [ofUsdt(payer, -1n), ofUsdt(houseOwners.makerA, 1n)],
            fees: [{ owner: payer, wallet: 'spot', asset: 'USDT', amount: units }],
          })
        : post({ kind: 'fee', postings: [ofUsdt(houseOwners.fees, units), ofUsdt(payer, -units)] }),
    contractFee: (payer, units) =>
      post({
        kind: 'contract-open',
        postings: [ofUsdt(payer, -units, 'contract'), ofUsdt(houseOwners.fees, units, 'contract')],
      }),
  };
}

/** What a test looks at. */
function readings(
  database: TestDatabase,
  ledger: Ledger,
  clock: () => number,
): Pick<TestReferrals, 'held' | 'balance' | 'faults'> {
  return {
    async held(owner) {
      const { rows } = await database.pool.query<{ held: string; owed: string }>(
        "SELECT held, owed FROM team_balances WHERE owner = $1 AND asset = 'USDT'",
        [owner],
      );
      return { held: BigInt(rows[0]?.held ?? 0), owed: BigInt(rows[0]?.owed ?? 0) };
    },
    async balance(owner, wallet = 'spot') {
      const [row] = await database.transaction((tx) => ledger.lockBalances(tx, [{ owner, wallet, asset: 'USDT' }]));
      return { available: row?.available ?? 0n, frozen: row?.frozen ?? 0n };
    },
    async faults() {
      const held = await holdFaults(database.pool, ['spot'], [referralsAudit], {
        part: 'frozen',
        from: productOwners.rewards,
      });
      const { findings } = await runAudit(database, { depth: 'full', now: clock(), parts: [referralsAudit] });
      return [...held, ...findings.map(({ text }) => text)];
    },
  };
}
