import { afterAll, beforeAll, expect, test } from 'vitest';
import { atDepth } from '../../../../tests/depth.ts';
import { holdFaults } from '#server/core/ledger/testing.ts';
import { checkInAudit } from './audit.ts';
import { auditOf, testCheckIn, type TestCheckIn } from './testing.ts';

let world: TestCheckIn;
let users = 200_000n;
const user = () => (users += 1n);
beforeAll(async () => void (world = await testCheckIn()));
afterAll(() => world.close());

const usdt = (amount: number) => BigInt(Math.round(amount * 10)) * 10_000_000n;

/** Backing adds up: what is frozen is what was promised. */
async function expectBacked(): Promise<void> {
  expect(await holdFaults(world.database.pool, ['spot'], [checkInAudit], { part: 'frozen', from: 34n })).toEqual([]);
  expect(await auditOf(world.database)).toEqual([]);
}

test('a week in a row pays seven days and doubles the last, from what was set aside on the first', async () => {
  const owner = user();
  const before = await world.held(owner);
  for (let day = 1; day <= 7; day += 1) {
    const answer = await world.signIn(owner);
    expect(answer).toMatchObject({ streak: day, asset: 'USDT', reward: day === 7 ? '0.4' : '0.2', doubled: day === 7 });
    const { user: paid, aside } = await world.held(owner);
    expect(paid).toBe(usdt(day === 7 ? 1.6 : 0.2 * day));
    expect(aside - before.aside).toBe(usdt(1.6) - paid);
    await expectBacked();
    world.passDays(1);
  }
  // The eighth day begins the next run; the streak goes on.
  expect(await world.signIn(owner)).toMatchObject({ streak: 8, reward: '0.2', doubled: false });
  const { streak, run, promised, days } = await world.state(owner);
  expect({ streak, promised }).toEqual({ streak: 8, promised: '1.4' });
  expect(run.map(({ state }) => state)).toEqual(['signed', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead']);
  expect(run.at(-1)).toMatchObject({ reward: '0.4', doubled: true });
  expect(days).toHaveLength(8);
});

test('a day is signed in once, by 64 taps with one key or with many', async () => {
  const owner = user();
  const one = await Promise.all(Array.from({ length: 64 }, () => world.signIn(owner, 'one-tap-of-this-day-0001')));
  for (const answer of one) expect(answer).toEqual(one[0]);
  const many = await Promise.allSettled(Array.from({ length: 64 }, () => world.signIn(owner)));
  for (const { status } of many) expect(status).toBe('rejected');
  await expect(world.signIn(owner)).rejects.toMatchObject({ code: 4028 });
  expect((await world.held(owner)).user).toBe(usdt(0.2));
  const other = user();
  const raced = await Promise.allSettled(Array.from({ length: 64 }, () => world.signIn(other)));
  expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await world.held(other)).user).toBe(usdt(0.2));
});

test('the day turns at 24:00 UTC+8 by the clock of the exchange, and never back', async () => {
  const owner = user();
  const turn = Math.ceil((world.now() + 8 * 3_600_000) / 86_400_000) * 86_400_000 - 8 * 3_600_000;
  world.passMs(turn - world.now() - 1);
  await world.signIn(owner);
  await expect(world.signIn(owner)).rejects.toMatchObject({ code: 4028 });
  world.passMs(1);
  expect(await world.signIn(owner)).toMatchObject({ streak: 2 });
  world.passMs(-2);
  await expect(world.signIn(owner)).rejects.toMatchObject({ code: 4028 });
  world.passMs(2);
});

test('a missed day breaks the run, and what was set aside is free again exactly once', async () => {
  const owner = user();
  const before = await world.held(owner);
  await world.signIn(owner);
  world.passDays(1);
  await world.signIn(owner);
  expect((await world.held(owner)).aside - before.aside).toBe(usdt(1.2));
  await world.area().releaseDue();
  const kept = (await world.held(owner)).aside;
  world.passDays(2);
  await world.restart();
  await Promise.all([world.area().releaseDue(), world.area().releaseDue()]);
  expect(kept - (await world.held(owner)).aside).toBeGreaterThanOrEqual(usdt(1.2));
  expect(await world.area().releaseDue()).toBe(0);
  await expectBacked();
  expect(await world.state(owner)).toMatchObject({ streak: 0, promised: '0', signedToday: false });
  expect(await world.signIn(owner)).toMatchObject({ streak: 1, reward: '0.2' });
});

test('with the pool empty a day counts and pays nothing; it says so before', async () => {
  const rich = user();
  const owner = user();
  await world.signIn(rich);
  await world.setBudget('0');
  const before = await world.state(owner);
  expect(before.pool.left).toBe('0');
  expect(before.run.map(({ reward }) => reward)).toEqual(Array(7).fill(null));
  expect(await world.signIn(owner)).toMatchObject({ streak: 1, reward: '0' });
  expect((await world.held(owner)).user).toBe(0n);
  world.passDays(1);
  // What was promised is paid, whatever became of the budget.
  expect(await world.signIn(rich)).toMatchObject({ streak: 2, reward: '0.2' });
  expect(await world.signIn(owner)).toMatchObject({ streak: 2, reward: '0' });
  await world.setBudget('10000');
  world.passDays(1);
  // A pool that is filled again promises the rest of the run that is under way.
  expect(await world.signIn(owner)).toMatchObject({ streak: 3, reward: '0.2' });
  expect((await world.state(owner)).promised).toBe('1');
  await expectBacked();
});

const rounds = atDepth(1);

test(
  `quota holds under 64 people at the last rewards, in each of ${rounds} rounds`,
  lastRewards,
  20_000 + rounds * 5_000,
);

async function lastRewards(): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await lastReward();
  await world.setBudget('10000');
  await expectBacked();
}

/** What is left pays one run. */
async function lastReward(): Promise<void> {
  const { rows } = await world.database.pool.query<{ used: string }>(
    'SELECT used FROM sign_in_pools ORDER BY month DESC LIMIT 1',
  );
  await world.database.pool.query('UPDATE sign_in_pools SET budget = used + $1', [usdt(1.6)]);
  const answers = await Promise.all(Array.from({ length: 64 }, () => world.signIn(user())));
  expect(answers.filter(({ reward }) => reward !== '0')).toHaveLength(1);
  const { rows: after } = await world.database.pool.query<{ used: string }>(
    'SELECT used FROM sign_in_pools ORDER BY month DESC LIMIT 1',
  );
  expect(BigInt(after[0]?.used ?? 0) - BigInt(rows[0]?.used ?? 0)).toBe(usdt(1.6));
}

test('nothing moves while the coin is halted or signing in is stopped', async () => {
  const owner = user();
  world.gate.halted.add('USDT');
  await expect(world.signIn(owner)).rejects.toMatchObject({ codeName: 'notYetOpen' });
  world.gate.halted.clear();
  expect(await world.state(owner)).toMatchObject({ streak: 0, days: [] });
});
