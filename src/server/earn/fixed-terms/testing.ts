import { pino } from 'pino';
import type { CallContext } from '#server/core/handler.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import { createLedger, type Ledger } from '#server/core/ledger/ledger.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { runAudit } from '#server/core/ledger/audit-check.ts';
import type { Database } from '#server/core/store/database.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { auditParts } from '#server/main/audit-parts.ts';
import { createNotices } from '#server/accounts/notices/notices.ts';
import type { FixedTermHandlers } from './calls.ts';
import { openFixedTerms } from './open.ts';

/** Fixed terms on a real store, with a clock that a test moves. */
export async function fixedTermsForTest() {
  const database = await testDatabase();
  const ledger = createLedger();
  const gate = gateForTest();
  let now = Date.UTC(2026, 10, 22);
  const clock = () => now;
  const errors: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void errors.push(line) });
  const deps = {
    database,
    ledger,
    gate,
    clock,
    logger,
    config: { mode: 'practice', areasOff: [] as readonly string[] } as never,
    notices: createNotices(database, clock),
  };
  let area = await openFixedTerms(deps);

  return {
    database,
    gate,
    errors,
    now: clock,
    pass: (ms: number) => void (now += ms),
    /** As after a restart: nothing but the store remains. */
    async restart(store: Database = database) {
      area = await openFixedTerms({ ...deps, database: store });
    },
    handleDue: () => area.handleDueTerms(),
    /** One run of a job, by the first word of its name. */
    async run(job: 'accrue' | 'pay' | 'fund') {
      await area.jobs.find(({ name }) => name.startsWith(job))?.run(() => false);
    },
    ...ofUsers(database, ledger, clock),
    ...callsOf(() => area.calls),
    close: () => database.close(),
  };
}

/** Users, what they hold, and what the whole audit finds. */
function ofUsers(database: TestDatabase, ledger: Ledger, clock: () => number) {
  return {
    /** A user with coins in the spot wallet. */
    async user(asset: string, units: bigint): Promise<bigint> {
      const { rows } = await database.pool.query<{ id: string }>(
        `INSERT INTO users (invitation_code, language, created_at) VALUES (gen_random_uuid()::text, 'en', $1) RETURNING id`,
        [clock()],
      );
      const owner = BigInt(rows[0]?.id ?? 0);
      const account = { wallet: 'spot', asset, part: 'available' } as const;
      await database.transaction((tx) =>
        ledger.post(tx, {
          kind: 'practice',
          reference: null,
          at: clock(),
          postings: [
            { ...account, owner: houseOwners.practice, amount: 0n - units },
            { ...account, owner, amount: units },
          ],
        }),
      );
      return owner;
    },
    async balance(owner: bigint, asset: string) {
      const { rows } = await database.pool.query<Record<'available' | 'frozen' | 'locked', string>>(
        'SELECT available, frozen, locked FROM balances WHERE owner = $1 AND wallet = 0 AND asset = $2',
        [owner, asset],
      );
      const [row] = rows;
      return {
        available: BigInt(row?.available ?? 0),
        frozen: BigInt(row?.frozen ?? 0),
        locked: BigInt(row?.locked ?? 0),
      };
    },
    /** What the whole audit finds. */
    async findings() {
      const report = await runAudit(database, { depth: 'full', now: clock(), parts: auditParts(clock) });
      return report.findings;
    },
  };
}

/** The calls of the area, as their edge makes them. */
function callsOf(calls: () => FixedTermHandlers) {
  let made = 0;
  const context = (owner: bigint, key?: string) => {
    made += 1;
    return { caller: { userId: owner, sessionId: 1n }, idempotencyKey: key ?? `fixed-${made}` };
  };
  return {
    async products() {
      const { list } = await calls()['GET finPeriodicList']({}, { caller: null } as never);
      return list;
    },
    buy: (owner: bigint, body: { product: string; version: number; amount: string; renews?: boolean }, key?: string) =>
      calls()['POST finPeriodicOrderAdd'](
        { renews: false, ...body },
        context(owner, key) as CallContext<'POST finPeriodicOrderAdd'>,
      ),
    leave: (owner: bigint, id: string, key?: string) =>
      calls()['DELETE finPeriodicMyOrderList'](
        { id },
        context(owner, key) as CallContext<'DELETE finPeriodicMyOrderList'>,
      ),
    renew: (owner: bigint, id: string, renews: boolean) =>
      calls()['PUT finPeriodicMyOrderList']({ id, renews }, context(owner) as never),
    async holdings(owner: bigint) {
      return (await calls()['GET finPeriodicMyOrderList']({ size: 100 }, context(owner) as never)).list;
    },
    async holding(owner: bigint, id: string) {
      const { list } = await calls()['GET finPeriodicMyOrderList']({ id, size: 20 }, context(owner) as never);
      const [one] = list;
      if (one === undefined) throw new Error('no such holding');
      return one;
    },
  };
}

export type FixedTermsForTest = Awaited<ReturnType<typeof fixedTermsForTest>>;
