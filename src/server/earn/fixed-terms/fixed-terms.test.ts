import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atDepth } from '../../../../tests/depth.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import type { FixedProduct } from '#protocol/fixed-terms/entities.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import type { Database } from '#server/core/store/database.ts';
import { failingDatabase, noFailures } from '#server/core/store/testing-failures.ts';
import { consoleBeside } from '#server/operator/testing.ts';
import { fixedTermsForTest, type FixedTermsForTest } from './testing.ts';

/** Fixed terms from purchase to their end on a real PostgreSQL, by a clock that the test moves. */

let world: FixedTermsForTest;
let operator: ReturnType<typeof consoleBeside>;
const one = 100_000_000n;
/** Rounds of each race. */
const rounds = atDepth(1);
const raceMs = 20_000 + rounds * 5_000;
const because = ['--reason', 'a test', '--by', 'grace'] as const;

beforeAll(async () => {
  world = await fixedTermsForTest();
  operator = consoleBeside(world.database);
}, 60_000);
afterAll(async () => {
  expect(await world.findings()).toEqual([]);
  expect(world.errors).toEqual([]);
  await world.close();
});

/** The practice week in USDT, as it is on sale now. */
async function week(): Promise<FixedProduct> {
  const found = (await world.products()).find(
    ({ asset, days, dayMs }) => asset === 'USDT' && days === 7 && dayMs === minuteMs,
  );
  if (found === undefined) throw new Error('no week of minutes');
  return found;
}

async function buy(owner: bigint, amount: string, renews = false, key?: string) {
  const { id, version } = await week();
  return world.buy(owner, { product: id, version, amount, renews }, key);
}

describe('a fixed term', () => {
  it('locks the principal, sets its interest aside, accrues by the day and pays all at its end', async () => {
    const owner = await world.user('USDT', 1_000n * one);
    const before = await world.balance(houseOwners.earn, 'USDT');
    const { id } = await buy(owner, '500');
    expect(await world.balance(owner, 'USDT')).toEqual({ available: 500n * one, frozen: 0n, locked: 500n * one });
    expect((await world.balance(houseOwners.earn, 'USDT')).frozen - before.frozen).toBe(50_000_000n);
    world.pass(2 * minuteMs + 1);
    await world.handleDue();
    const stored = await world.database.pool.query('SELECT day, interest FROM fixed_holdings WHERE id = $1', [id]);
    expect(stored.rows).toEqual([{ day: 2, interest: '14285714' }]);
    // A pass again, and a clock that went back, add nothing.
    await world.handleDue();
    world.pass(-minuteMs);
    await world.handleDue();
    world.pass(minuteMs);
    expect(await world.holding(owner, id)).toMatchObject({ state: 'not-earned', day: 2, interest: '0.14285714' });
    world.pass(5 * minuteMs);
    expect(await world.handleDue()).toBe(1);
    expect(await world.handleDue()).toBe(0);
    expect(await world.holding(owner, id)).toMatchObject({ state: 'earned', day: 7, interest: '0.5', cost: '0' });
    expect(await world.balance(owner, 'USDT')).toEqual({
      available: 1_000n * one + 50_000_000n,
      frozen: 0n,
      locked: 0n,
    });
    expect((await world.balance(houseOwners.earn, 'USDT')).frozen).toBe(before.frozen);
    expect(await world.findings()).toEqual([]);
  });

  it('leaves early for half of the interest so far, the principal in full, and what is left is free cover again', async () => {
    const owner = await world.user('USDT', 500n * one);
    const { id } = await buy(owner, '500');
    world.pass(3 * minuteMs);
    const cover = await world.balance(houseOwners.earn, 'USDT');
    const left = await world.leave(owner, id);
    expect(left).toMatchObject({ state: 'earned-in-advance', day: 3, interest: '0.10714285', cost: '0.10714286' });
    expect(await world.balance(owner, 'USDT')).toEqual({ available: 500n * one + 10_714_285n, frozen: 0n, locked: 0n });
    const after = await world.balance(houseOwners.earn, 'USDT');
    expect(after.available - cover.available).toBe(50_000_000n - 10_714_285n);
    await expect(world.leave(owner, id)).rejects.toMatchObject({ codeName: 'orderFinished' });
    await expect(world.renew(owner, id, true)).rejects.toMatchObject({ codeName: 'orderFinished' });
  });

  it('renews at the terms on sale then, and tells when it does not', async () => {
    const owner = await world.user('USDT', 100n * one);
    const first = await buy(owner, '100', true);
    const { id: product } = await week();
    expect((await operator('fixed', 'change', product, '--rate', '0.2', ...because)).code).toBe(0);
    world.pass(7 * minuteMs);
    await world.handleDue();
    const ended = await world.holding(owner, first.id);
    expect(ended).toMatchObject({ state: 'earned', interest: '0.1' });
    const second = await world.holding(owner, ended.renewedAs ?? '');
    expect(second).toMatchObject({ state: 'not-earned', principal: '100', ratePpm: 2_000, renews: true, day: 0 });
    expect((await operator('fixed', 'close', product, ...because)).code).toBe(0);
    world.pass(30 * 24 * 60 * minuteMs);
    await world.handleDue();
    expect(await world.holding(owner, second.id)).toMatchObject({ state: 'earned', interest: '0.2', renewedAs: null });
    expect(await world.balance(owner, 'USDT')).toEqual({ available: 100n * one + 30_000_000n, frozen: 0n, locked: 0n });
    await operator('fixed', 'open', product, ...because);
    await operator('fixed', 'change', product, '--rate', '0.1', ...because);
    expect((await operator('stop-log')).said).toMatch(/grace {2}fixed-close {2}product \d+ {2}a test/);
  });

  it('given back by the house returns whole with its interest so far', async () => {
    const owner = await world.user('USDT', 500n * one);
    const { id } = await buy(owner, '500');
    world.pass(minuteMs);
    expect((await operator('fixed', 'revoke', id, ...because)).code).toBe(0);
    expect((await operator('fixed', 'revoke', id, ...because)).code).toBe(1);
    await expect(world.leave(owner, id)).rejects.toMatchObject({ codeName: 'orderFinished' });
    await world.handleDue();
    expect(await world.holding(owner, id)).toMatchObject({ state: 'revoked', interest: '0.07142857', cost: '0' });
    expect((await world.balance(owner, 'USDT')).available).toBe(500n * one + 7_142_857n);
  });

  it('given back by the house is not renewed, although its term is over when that is looked at', async () => {
    const owner = await world.user('USDT', 500n * one);
    const { id } = await buy(owner, '500', true);
    expect((await operator('fixed', 'revoke', id, ...because)).code).toBe(0);
    world.pass(7 * minuteMs);
    await world.handleDue();
    expect(await world.holding(owner, id)).toMatchObject({ state: 'earned', interest: '0.5', renewedAs: null });
    expect(await world.balance(owner, 'USDT')).toMatchObject({ available: 500n * one + 50_000_000n, locked: 0n });
  });

  it('is paid together with others again once what failed is over', async () => {
    const failures = noFailures();
    let transactions = 0;
    const counting: Database = {
      ...world.database,
      transaction(work, isolation) {
        transactions += 1;
        return world.database.transaction(work, isolation);
      },
    };
    await world.restart(failingDatabase(counting, failures));
    const owner = await world.user('USDT', 100n * one);
    for (const expected of [4, 1]) {
      const ids = [(await buy(owner, '10')).id, (await buy(owner, '10')).id, (await buy(owner, '10')).id];
      world.pass(7 * minuteMs);
      transactions = 0;
      // Both the payment of all and that of the first alone: they are done, and their answers get lost.
      if (expected === 4) Object.assign(failures, { times: 2, how: 'unheard' });
      await world.run('pay');
      expect(transactions).toBe(expected);
      for (const id of ids) expect(await world.holding(owner, id)).toMatchObject({ state: 'earned', interest: '0.01' });
    }
    expect(world.errors.splice(0)).toHaveLength(2);
    await world.restart();
  });

  it('waits while its coin is halted, and survives a restart between any two steps', async () => {
    const owner = await world.user('USDT', 10n * one);
    const { id } = await buy(owner, '10');
    await world.restart();
    world.pass(8 * minuteMs);
    world.gate.halted.add('USDT');
    await world.handleDue();
    expect(await world.holding(owner, id)).toMatchObject({ state: 'not-earned', day: 7 });
    world.gate.halted.clear();
    await world.restart();
    await world.handleDue();
    expect(await world.holding(owner, id)).toMatchObject({ state: 'earned' });
  });
});

describe('a purchase', () => {
  it('is refused below the minimum, above what a person may have, at old terms, and without the coins', async () => {
    const owner = await world.user('USDT', 600n * one);
    const product = await week();
    await expect(buy(owner, '0.5')).rejects.toMatchObject({ codeName: 'belowMinimumPurchase', data: { minimum: '1' } });
    await buy(owner, '400');
    await expect(buy(owner, '101')).rejects.toMatchObject({ codeName: 'quantityOutOfRange', data: { maximum: '100' } });
    await buy(owner, '100');
    const poor = await world.user('USDT', one);
    await expect(buy(poor, '2')).rejects.toMatchObject({ codeName: 'insufficientWalletBalance' });
    const old = { product: product.id, version: product.version - 1, amount: '1' };
    await expect(world.buy(poor, old)).rejects.toMatchObject({ codeName: 'orderUpdated' });
    await expect(world.buy(poor, { ...old, product: '987654' })).rejects.toMatchObject({ codeName: 'notFound' });
  });

  it('is done once, however often it is asked for at once', async () => {
    const owner = await world.user('USDT', 100n * one);
    const answers = await Promise.all(Array.from({ length: 64 }, () => buy(owner, '2', false, 'the same key')));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await world.balance(owner, 'USDT')).locked).toBe(2n * one);
    const lefts = await Promise.all(
      Array.from({ length: 64 }, () => world.leave(owner, answers[0]?.id ?? '', 'leaving once')),
    );
    for (const left of lefts) expect(left).toEqual(lefts[0]);
    expect(await world.balance(owner, 'USDT')).toMatchObject({ available: 100n * one, locked: 0n });
  });

  it(
    `of the last piece of a quota goes to one of 64, in each of ${rounds} rounds`,
    async () => {
      const owners = await Promise.all(Array.from({ length: 64 }, () => world.user('USDT', 10n * one)));
      for (let round = 0; round < rounds; round += 1) {
        const { id, taken } = await week();
        const quota = (Number(taken) + 5).toString();
        expect((await operator('fixed', 'change', id, '--quota', quota, ...because)).code).toBe(0);
        world.pass(1_000);
        const terms = await week();
        const outcomes = await Promise.allSettled(
          owners.map((owner) => world.buy(owner, { product: id, version: terms.version, amount: '5' })),
        );
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const [nth, outcome] of outcomes.entries()) {
          if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ codeName: 'prizePoolFull' });
          else await world.leave(owners[nth] ?? 0n, outcome.value.id);
        }
        owners.push(owners.shift() ?? 0n);
      }
    },
    raceMs,
  );

  it('beyond the free cover goes to nobody', async () => {
    const { id } = await week();
    await operator('fixed', 'change', id, '--quota', '400000000', '--maximum', '400000000', ...because);
    world.pass(1_000);
    const rich = await world.user('USDT', 400_000_000n * one);
    const now = await week();
    expect(now.limitedBy).toBe('cover');
    const more = { product: id, version: now.version, amount: (Number(now.left) + 1).toString() };
    await expect(world.buy(rich, more)).rejects.toMatchObject({
      codeName: 'prizePoolFull',
      data: { limitedBy: 'cover' },
    });
    const all = await world.buy(rich, { ...more, amount: now.left });
    expect((await world.balance(houseOwners.earn, 'USDT')).available).toBeLessThan(2n);
    world.pass(1_000);
    expect(Number((await week()).left)).toBeLessThan(0.01);
    await world.leave(rich, all.id);
  });

  it('of somebody else tells nothing and changes nothing', async () => {
    const owner = await world.user('USDT', 10n * one);
    const other = await world.user('USDT', 10n * one);
    const { id } = await buy(owner, '10');
    const asks = [() => world.holding(other, id), () => world.leave(other, id), () => world.renew(other, id, true)];
    for (const ask of asks) await expect(ask()).rejects.toMatchObject({ codeName: 'notFound' });
    expect(await world.holding(owner, id)).toMatchObject({ state: 'not-earned', renews: false });
  });
});
