import { outflowWith } from '#server/core/outflow/outflow.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { yieldScale } from '#protocol/mining/maths.ts';
import { gateForTest, type GateForTest } from '#server/core/gate/testing.ts';
import { runAudit } from '#server/core/ledger/audit-check.ts';
import { createLedger, type Ledger } from '#server/core/ledger/ledger.ts';
import { givePractice, holdFaults } from '#server/core/ledger/testing.ts';
import type { Database } from '#server/core/store/database.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import { productOwners } from '../backing/accounts.ts';
import { miningAudit } from './audit.ts';
import type { MiningDeps } from './deps.ts';
import { openMining, type OpenedMining } from './open.ts';
import { minerModels } from './tables.ts';

/** The mining mall on a real store, with a clock that the test moves. */
export interface TestMining {
  readonly database: TestDatabase;
  readonly ledger: Ledger;
  readonly gate: GateForTest;
  /** Notices that were sent: owner, article and the miner's number. */
  readonly sent: string[];
  mall(): OpenedMining;
  /** Opens it again, as after a restart. */
  restart(database?: Database): Promise<void>;
  now(): number;
  /** Moves the clock, also back. */
  pass(ms: number): void;
  user(usdt?: string): Promise<bigint>;
  model(about?: Partial<typeof minerModels.$inferInsert>): Promise<string>;
  balance(owner: bigint, wallet?: Wallet): Promise<{ readonly available: bigint; readonly frozen: bigint }>;
  /** What does not add up: the ledger, or what is set aside beside what miners are owed. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

export async function testMining(): Promise<TestMining> {
  const database = await testDatabase();
  const ledger = createLedger();
  const gate = gateForTest();
  const sent: string[] = [];
  let now = Date.UTC(2026, 0, 5);
  let made = 0;
  const deps: MiningDeps = {
    database,
    ledger,
    gate,
    clock: () => now,
    config: { mode: 'practice' },
    outflow: outflowWith([]),
    logger: { error: () => undefined },
    notices: {
      send: async (_, owner, _kind, article, facts) => void sent.push(`${owner} ${article} ${facts['number']}`),
      changed: () => undefined,
    },
  };
  let mall = await openMining(deps);
  return {
    database,
    ledger,
    gate,
    sent,
    mall: () => mall,
    restart: async (store = database) => {
      mall = await openMining({ ...deps, database: store });
    },
    now: () => now,
    pass: (ms) => void (now += ms),
    async user(usdt = '10000') {
      made += 1;
      const { rows } = await database.pool.query<{ id: string }>(
        `INSERT INTO users (nickname, invitation_code, language, created_at) VALUES (NULL, $1, 'en', $2) RETURNING id`,
        [`code${made}`, now],
      );
      const owner = BigInt(rows[0]?.id ?? 0);
      await givePractice(database, [owner], { asset: 'USDT', amount: usdt }, now);
      return owner;
    },
    async model(about = {}) {
      const [row] = await database.drizzle
        .insert(minerModels)
        .values({ ...stint, createdAt: now, ...about })
        .returning({ id: minerModels.id });
      return String(row?.id);
    },
    async balance(owner, wallet = 'spot') {
      const [row] = await database.transaction((tx) => ledger.lockBalances(tx, [{ owner, wallet, asset: 'USDT' }]));
      return { available: row?.available ?? 0n, frozen: row?.frozen ?? 0n };
    },
    async faults() {
      const held = await holdFaults(database.pool, ['spot'], [miningAudit], {
        part: 'frozen',
        from: productOwners.mining,
      });
      const { findings } = await runAudit(database, { depth: 'full', now, parts: [miningAudit] });
      return [...held, ...findings.map(({ text }) => text)];
    },
    close: () => database.close(),
  };
}

/** A model as the shipped ones are, of which there are many. */
const stint = {
  name: 'Stint 40',
  asset: 'USDT',
  price: toUnits('104', 8),
  power: 40,
  yieldPerPower: toUnits('0.02', yieldScale),
  capacity: 20,
  burn: 4,
  fuelPrice: toUnits('0.05', 8),
  days: 180,
  dayMs,
  issued: 10_000,
  perPerson: null,
};
