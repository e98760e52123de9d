import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPostgresProxy, type PostgresProxy } from '../../../../tests/faults/proxy/postgres-proxy.ts';
import type { FaultAction, FaultPoint } from '../../../../tests/faults/proxy/postgres-faults.ts';
import type { OptionRound } from '#protocol/options/entities.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { pairs } from '../pairs.ts';
import type { Database } from '#server/core/store/database.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { RoundScheduler, loadBoard } from './round-scheduler.ts';
import { createPracticeBots } from './practice-bots.ts';
import { optionCoins } from './rules.ts';
import { RoundBoard } from './round-board.ts';
import { TickChain } from './tick-chain.ts';

/** Rounds over a store whose connections are cut on purpose; the test controls clock and index. */
const cycle = 30;
const series = { coin: 'BTC', cycle } as const;
const coins = optionCoins(pairs).slice(0, 2);
const logger = pino({ level: 'silent' });

let direct: TestDatabase;
let proxy: PostgresProxy;
let database: Database;
let now: number;
let index: number;

beforeEach(async () => {
  direct = await testDatabase();
  const { host, port } = direct.connection as { host: string; port: number };
  proxy = await startPostgresProxy({ host, port });
  database = openDatabase({ ...direct.connection, host: proxy.host, port: proxy.port }, { poolMax: 4 });
  now = Date.UTC(2026, 10, 20, 12, 0, 0) + 3;
  index = 600_000;
});
afterEach(async () => {
  await database.close();
  await proxy.close();
  await direct.close();
});

async function start() {
  const chain = new TickChain();
  const board = new RoundBoard();
  await chain.load(database);
  await loadBoard(database, board, now);
  const ledger = createLedger();
  const bots = createPracticeBots(
    ledger,
    () => now,
    () => 0.5,
  );
  const indexOf = () => ({ ticks: index });
  const deps = { database, ledger, clock: () => now, logger, coins, gate: gateForTest() };
  return { board, scheduler: new RoundScheduler({ ...deps, chain, board, indexOf, bots }) };
}

type Running = Awaited<ReturnType<typeof start>>;

/** Steps once a second, as the timer does; failures are only counted. */
async function stepFor({ scheduler, board }: Running, seconds: number): Promise<number> {
  let failed = 0;
  for (const until = now + seconds * 1_000; now < until; now += 1_000) {
    index += 7;
    board.look(series, now);
    await scheduler.step().catch(() => (failed += 1));
  }
  return failed;
}

async function phases(): Promise<Record<string, number>> {
  const { rows } = await direct.pool.query<{ phase: string; count: number }>(
    'SELECT phase, count(*)::int AS count FROM option_rounds GROUP BY phase',
  );
  return Object.fromEntries(rows.map(({ phase, count }) => [phase, count]));
}

/** Breaks in the sequence numbers and hashes of a coin's ticks. */
async function breaks(coin: string): Promise<string[]> {
  const { rows } = await direct.pool.query<{ seq: string; previous: string; hash: string }>(
    'SELECT seq, previous, hash FROM option_ticks WHERE coin = $1 ORDER BY seq',
    [coin],
  );
  expect(rows.length).toBeGreaterThan(30);
  return rows.flatMap((row, at) => {
    const before = rows[at - 1];
    const follows = before === undefined || (row.previous === before.hash && +row.seq === +before.seq + 1);
    return follows ? [] : [row.seq];
  });
}

async function soundEnd({ board }: Running): Promise<void> {
  for (const { coin } of coins) expect(await breaks(coin)).toEqual([]);
  const { settled = 0, void: voided = 0, settling = 0 } = await phases();
  expect({ voided, settling }).toEqual({ voided: 0, settling: 0 });
  expect(settled).toBeGreaterThan(3);
  const { rows } = await direct.pool.query<{ id: string; phase: OptionRound['phase']; entries: number }>(
    'SELECT id, phase, entries FROM option_rounds WHERE id = ANY ($1::bigint[])',
    [board.heldIds()],
  );
  const stored = Object.fromEntries(rows.map(({ id, phase, entries }) => [id, [phase, entries]]));
  const shown = coins.flatMap(({ coin }) => board.rounds({ coin, cycle }));
  expect(Object.fromEntries(shown.map(({ id, phase, entries }) => [id, [phase, entries]]))).toMatchObject(
    Object.fromEntries(shown.map(({ id }) => [id, stored[id]])),
  );
  expect((await checkLedger(direct, true, now)).findings).toEqual([]);
}

const points: [FaultPoint, FaultAction][] = [
  ['begin', 'cut'],
  ['statement', 'cut'],
  ['commit', 'cut'],
  ['committed', 'cut'],
];

describe('a connection that is lost', () => {
  it.each(points)(
    'at %s of the tick costs one step, and every round is still decided by its tick',
    async (at, action) => {
      const running = await start();
      await stepFor(running, 20);
      const match = at === 'begin' ? {} : { match: 'option_ticks' };
      const fault = proxy.arm({ at, action, ...match });
      const failed = await stepFor(running, 5);
      await fault.fired;
      expect(failed).toBeLessThanOrEqual(1);
      expect(await stepFor(running, 80)).toBe(0);
      await soundEnd(running);
    },
  );

  it.each(points)('at %s of a settlement is recovered within seconds', async (at, action) => {
    const running = await start();
    await stepFor(running, 50);
    const match = at === 'begin' ? {} : { match: "phase = 'settling' FOR UPDATE" };
    const fault = proxy.arm({ at, action, times: 2, ...match });
    await stepFor(running, 45);
    await fault.fired;
    await soundEnd(running);
  });

  it('while the practice bots enter still gives one entry each', async () => {
    const running = await start();
    for (const at of ['commit', 'committed'] as const) {
      const fault = proxy.arm({ at, action: 'cut', match: 'INSERT INTO option_entries' });
      await stepFor(running, 30);
      await fault.fired;
    }
    await stepFor(running, 40);
    await soundEnd(running);
    const { rows } = await direct.pool.query<{ entries: number }>(
      `SELECT entries FROM option_rounds WHERE coin = 'BTC' AND cycle = $1 AND phase = 'settled' ORDER BY id`,
      [cycle],
    );
    expect(rows.map(({ entries }) => entries)).toEqual(rows.map(() => 2));
  });

  it('while its transaction may still commit makes the next tick wait', async () => {
    const running = await start();
    await stepFor(running, 20);
    const fault = proxy.arm({ at: 'commit', action: 'hold', match: 'option_ticks' });
    expect(await stepFor(running, 1)).toBe(1);
    const hit = await fault.fired;
    // The next tick has the number of the one in doubt, so PostgreSQL makes it wait.
    const next = stepFor(running, 1);
    setTimeout(() => void hit.release(), 300);
    await next;
    expect(await stepFor(running, 80)).toBe(0);
    await soundEnd(running);
  });
});

describe('one round that cannot advance', () => {
  it('delays no other round, is retried with growing delays, and completes once it can', async () => {
    const running = await start();
    await stepFor(running, 12);
    const bad = running.board.rounds({ coin: 'ETH', cycle }).find(({ phase }) => phase === 'waiting');
    if (bad === undefined) throw new Error('no round waits');
    await direct.pool.query(`
      CREATE FUNCTION refuse_bad() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.id = ${bad.id} AND NEW.phase IN ('settled', 'void') THEN RAISE EXCEPTION 'this round is broken'; END IF;
        RETURN NEW; END $$;
      CREATE TRIGGER refuse_bad BEFORE UPDATE ON option_rounds FOR EACH ROW EXECUTE FUNCTION refuse_bad()`);
    expect(await stepFor(running, 100)).toBe(0);
    const { settled = 0, settling, void: voided = 0 } = await phases();
    expect(running.scheduler.failing).toBe(1);
    expect({ settling, voided }).toEqual({ settling: 1, voided: 0 });
    expect(settled).toBeGreaterThan(2);
    await direct.pool.query('DROP TRIGGER refuse_bad ON option_rounds');
    expect(await stepFor(running, 65)).toBe(0);
    expect(running.scheduler.failing).toBe(0);
    await soundEnd(running);
  });

  it('at its strike does not lose the tick of its coin', async () => {
    const running = await start();
    await stepFor(running, 12);
    const bad = running.board.rounds({ coin: 'ETH', cycle }).find(({ phase }) => phase === 'waiting');
    if (bad === undefined) throw new Error('no round waits');
    await direct.pool.query(`
      CREATE FUNCTION refuse_strike() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.id = ${bad.id} AND NEW.phase = 'in-progress' THEN RAISE EXCEPTION 'this round is broken'; END IF;
        RETURN NEW; END $$;
      CREATE TRIGGER refuse_strike BEFORE UPDATE ON option_rounds FOR EACH ROW EXECUTE FUNCTION refuse_strike()`);
    expect(await stepFor(running, 100)).toBe(0);
    expect(await breaks('ETH')).toEqual([]);
    const { settled = 0, void: voided } = await phases();
    expect(settled).toBeGreaterThan(2);
    // Its tick is gone by the time of the retry: the stakes are refunded.
    expect(voided).toBe(1);
  });
});
