import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withdrawalHoldMs } from '#protocol/core/limits.ts';
import { accountLimits } from '#server/accounts/rate-limits/account-limits.ts';
import { issueCode, useCode } from '#server/accounts/account/contacts/verification-codes.ts';
import { Sessions } from '#server/accounts/account/sessions.ts';
import { withdrawalHoldUntil } from '#server/accounts/account/withdrawal-hold.ts';
import { gateForTest } from '../gate/testing.ts';
import { once } from '../idempotency/once.ts';
import { checkLedger } from '../ledger/audit-check.ts';
import { createLedger } from '../ledger/ledger.ts';
import { pairs } from '#server/markets/pairs.ts';
import { RoundScheduler } from '#server/markets/options/round-scheduler.ts';
import { createPracticeBots } from '#server/markets/options/practice-bots.ts';
import { optionCoins } from '#server/markets/options/rules.ts';
import { RoundBoard } from '#server/markets/options/round-board.ts';
import { TickChain } from '#server/markets/options/tick-chain.ts';
import { purgeExpired } from '../jobs/purge.ts';
import { openSpotBench } from '#server/markets/spot/testing.ts';
import { testHost } from './steady-clock-testing.ts';
import { testDatabase, type TestDatabase } from '../store/testing.ts';

/** How the areas behave when the host's clock is set; each uses the clock of a running exchange. */
const hourMs = 3_600_000;
const steps = [hourMs, -hourMs, 24 * hourMs, -24 * hourMs];
const start = Date.UTC(2026, 10, 20, 12, 0, 0);

let database: TestDatabase;
let users = 900_000;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function user(passwordChangedAt: number | null = null): Promise<bigint> {
  users += 1;
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO users (invitation_code, language, created_at, password_changed_at) VALUES ($1, 'en', 0, $2) RETURNING id`,
    [`clock-${users}`, passwordChangedAt],
  );
  return BigInt(rows[0]?.id ?? 0);
}

describe.each(steps)('a step of %i ms', (stepMs) => {
  it('decides no round: each gets its strike and settlement at its own time, once', async () => {
    const own = await testDatabase();
    const host = testHost(start + 3);
    const ledger = createLedger();
    const board = new RoundBoard();
    const coins = optionCoins(pairs).slice(0, 1);
    let index = 600_000;
    const scheduler = new RoundScheduler({
      database: own,
      ledger,
      clock: host.clock,
      logger: pino({ level: 'silent' }),
      coins,
      indexOf: () => ({ ticks: (index += 7) }),
      gate: gateForTest(),
      chain: new TickChain(),
      board,
      bots: createPracticeBots(ledger, host.clock, () => 0.5),
    });
    for (let second = 0; second < 100; second += 1) {
      // With rounds that are open for entries, locked and running.
      if (second === 38) host.step(stepMs);
      board.look({ coin: 'BTC', cycle: 30 }, host.clock());
      await scheduler.step();
      host.pass(1_000);
    }
    const { rows } = await own.pool.query<{
      phase: string;
      strike_at: string;
      settle_at: string;
      strike: { deciding: { at: number } } | null;
      settlement: { deciding: { at: number } } | null;
    }>('SELECT * FROM option_rounds ORDER BY id');
    const settled = rows.filter(({ phase }) => phase === 'settled');
    expect(settled.length).toBeGreaterThan(1);
    expect(rows.filter(({ phase }) => phase === 'void')).toEqual([]);
    for (const round of settled) {
      expect((round.strike?.deciding.at ?? 0) - Number(round.strike_at)).toBeLessThan(1_100);
      expect((round.settlement?.deciding.at ?? 0) - Number(round.settle_at)).toBeLessThan(1_100);
    }
    expect(rows.every(({ settle_at: at }) => Number(at) < start + hourMs && Number(at) > start - hourMs)).toBe(true);
    const { rows: journals } = await own.pool.query<{ count: number }>(
      `SELECT reference FROM ledger_entries WHERE kind = 'option-settlement'
        GROUP BY reference HAVING count(DISTINCT journal_id) > 1`,
    );
    expect(journals).toEqual([]);
    expect((await checkLedger(own, true, host.clock())).findings).toEqual([]);
    await own.close();
  });

  it('expires no code, session, hold or stored answer early, and revives none', async () => {
    const host = testHost(start);
    const { clock } = host;
    const limits = accountLimits(1_000);
    const contact = { by: 'email', value: `step-${stepMs}@example.com` } as const;
    const facts = { address: '192.0.2.7', userAgent: '' } as never;
    const named = { contact, purpose: 'register', pool: null } as const;
    const check = (code: string) => database.transaction((tx) => useCode(tx, limits, named, code, facts, clock()));
    const issue = () => database.transaction((tx) => issueCode(tx, limits, contact, 'register', facts, clock()));
    const owner = await user(clock());
    const sessions = new Sessions(database, clock);
    const { token } = await database.transaction((tx) => sessions.open(tx, owner, '', 'password'));
    const mark = { userId: owner, call: 'POST currency', key: `a-key-of-step-${stepMs}`, body: {}, at: clock() };
    const answer = () => database.transaction((tx) => once(tx, mark, () => Promise.resolve({ id: '1' })));
    await answer();
    const { code } = await issue();

    host.step(stepMs);
    host.pass(70_000);
    const held = await database.transaction((tx) => withdrawalHoldUntil(tx, owner, clock()));
    expect(held).toBe(start + withdrawalHoldMs);
    expect(await check(code)).toBe('right');
    expect(await sessions.lookUp(token)).toMatchObject({ userId: owner });
    await purgeExpired(database, clock());
    expect((await answer()).repeated).toBe(true);

    const { code: late } = await issue();
    host.pass(11 * 60_000);
    expect(await check(late)).toBe('verificationExpired');
    host.step(-stepMs);
    host.pass(1_000);
    expect(await check(late)).toBe('verificationExpired');
    host.pass(withdrawalHoldMs);
    expect(await database.transaction((tx) => withdrawalHoldUntil(tx, owner, clock()))).toBeNull();
  });

  it('never reuses an order id, even when the exchange restarts after the clock was set', async () => {
    const own = await testDatabase();
    const host = testHost(start);
    const ids: bigint[] = [];
    for (let starts = 1; starts <= 3; starts += 1) {
      const bench = await openSpotBench(own, { clock: starts === 1 ? host.clock : host.restarted() });
      await bench.fund(100_001n, 'USDT', '100000');
      for (let nth = 0; nth < 3; nth += 1) {
        const order = await bench.spot.submit({
          kind: 'place',
          owner: 100_001n,
          pair: 'BTCUSDT',
          side: 'buy',
          type: 'limit',
          price: '50000',
          amount: '0.001',
          total: null,
        });
        ids.push(BigInt(order.id));
        if (nth === 0) host.step(stepMs);
        host.pass(50);
      }
      await bench.spot.close();
    }
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(ids).size).toBe(9);
    await own.close();
  });
});
