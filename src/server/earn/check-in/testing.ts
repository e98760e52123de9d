import { dayMs } from '#protocol/core/durations.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { gateForTest, type GateForTest } from '#server/core/gate/testing.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import type { Database } from '#server/core/store/database.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { checkInAudit } from './audit.ts';
import { type OpenedCheckIn, openCheckIn } from './open.ts';

/** From where a test signs in. */
interface SignInFrom {
  readonly device?: string;
  readonly address?: string;
  readonly userAgent?: string;
}

/** Signing in on a real store, with a clock that the test sets. */
export interface TestCheckIn {
  readonly database: TestDatabase;
  readonly gate: GateForTest;
  /** The area as it is open now: a restart opens another one over the same store. */
  area(): OpenedCheckIn;
  restart(store?: Database): Promise<void>;
  now(): number;
  passDays(days: number): void;
  passMs(ms: number): void;
  signIn(owner: bigint, key?: string, from?: SignInFrom): ReturnType<OpenedCheckIn['calls']['POST checkIn']>;
  state(owner: bigint, month?: string): ReturnType<OpenedCheckIn['calls']['GET checkInfo']>;
  /** Budget of this month, in USDT. */
  setBudget(budget: string): Promise<void>;
  /** Available in a user's spot wallet, and what is free and set aside in the rewards account; in units of USDT. */
  held(owner: bigint): Promise<{ readonly user: bigint; readonly free: bigint; readonly aside: bigint }>;
  close(): Promise<void>;
}

/** @param start epoch milliseconds; noon in UTC+8 by default */
export async function testCheckIn(
  start = Date.UTC(2026, 10, 2, 4),
  mode: 'practice' | 'live' = 'practice',
): Promise<TestCheckIn> {
  const database = await testDatabase();
  const ledger = createLedger();
  const gate = gateForTest();
  let now = start;
  const given = {
    ledger,
    gate,
    clock: () => now,
    logger: { error: () => undefined },
    config: { mode },
  };
  const open = (store: Database) =>
    openCheckIn({ ...given, database: store } as unknown as Parameters<typeof openCheckIn>[0]);
  let area: OpenedCheckIn;
  const test: TestCheckIn = {
    database,
    gate,
    area: () => area,
    async restart(store = database) {
      area = await open(store);
    },
    now: () => now,
    passDays: (days) => void (now += days * dayMs),
    passMs: (ms) => void (now += ms),
    signIn: (owner, key, { device, ...facts } = {}) =>
      area.calls['POST checkIn'](device === undefined ? {} : { device }, { ...contextFor(owner, key), ...facts }),
    state: (owner, month) => area.calls['GET checkInfo'](month === undefined ? {} : { month }, contextFor(owner)),
    async setBudget(budget) {
      await database.pool.query('UPDATE sign_in_pools SET budget = $1', [toUnits(budget, 8)]);
    },
    async held(owner) {
      const { rows } = await database.pool.query<{ owner: string; available: string; frozen: string }>(
        "SELECT owner, available, frozen FROM balances WHERE owner IN ($1, 34) AND asset = 'USDT' AND wallet = 0",
        [owner],
      );
      const of = (id: bigint) => rows.find((row) => BigInt(row.owner) === id);
      const [user, house] = [of(owner), of(34n)];
      return {
        user: BigInt(user?.available ?? 0),
        free: BigInt(house?.available ?? 0),
        aside: BigInt(house?.frozen ?? 0),
      };
    },
    close: () => database.close(),
  };
  area = await open(database);
  return test;
}

/** What the area's audit finds. */
export async function auditOf(database: TestDatabase): Promise<string[]> {
  const client = await database.pool.connect();
  try {
    const found = (await checkInAudit.find?.(client, { since: 0, full: true })) ?? [];
    return found.map(({ text }) => text);
  } finally {
    client.release();
  }
}
