import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atDepth } from '../../../../tests/depth.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { contextFor } from '#server/http/testing.ts';
import { consoleBeside } from '#server/operator/testing.ts';
import { productOwners } from '../backing/accounts.ts';
import { testMining, type TestMining } from './testing.ts';

let mining: TestMining;
beforeAll(async () => {
  mining = await testMining();
});
afterAll(() => mining.close());

const usdt = (amount: string) => toUnits(amount, 8);
const calls = () => mining.mall().calls;
const buy = (owner: bigint, model: string, more: { quantity?: number; price?: string; key?: string } = {}) =>
  calls()['POST addMiningOrder'](
    { model, quantity: more.quantity ?? 1, price: more.price ?? '104' },
    contextFor(owner, more.key),
  );
type Input = CheckedInput<'POST startUpMiningOrder'>;
const startUp = (owner: bigint, input: Input, key?: string) =>
  calls()['POST startUpMiningOrder'](input, contextFor(owner, key));
const fill = (owner: bigint, miner: string, fuel: number, key?: string) =>
  startUp(owner, { step: 'fill', miner, fuel }, key);
const start = (owner: bigint, miner: string) => startUp(owner, { step: 'start', miner });
const collect = (owner: bigint, miner?: string, key?: string) =>
  calls()['POST pickMiningOrder'](miner === undefined ? {} : { miner }, contextFor(owner, key));
const own = (owner: bigint, show: 'open' | 'done' = 'open') =>
  calls()['GET miningOrder']({ size: 20, show }, contextFor(owner));
const detail = (owner: bigint, id: string) => calls()['GET miningOrderDetail']({ id, size: 50 }, contextFor(owner));
const refused = (codeName: string, data?: object) => expect.objectContaining({ codeName, ...(data && { data }) });

/** One miner of a new user. */
async function bought(about?: Parameters<TestMining['model']>[0]): Promise<{ owner: bigint; miner: string }> {
  const owner = await mining.user();
  const { list } = await buy(owner, await mining.model(about));
  return { owner, miner: list[0]?.id ?? '' };
}

describe('a life', () => {
  it('goes from purchase over fuel, a stop without it and the end to the last income, all of it backed', async () => {
    const owner = await mining.user();
    const model = await mining.model({ days: 7 });
    const before = await mining.balance(productOwners.mining);
    const { list } = await buy(owner, model);
    const miner = list[0]?.id ?? '';
    expect(list).toMatchObject([{ state: 'not-started', number: 1, daily: '0.8', toCollect: '0', run: { tank: 0 } }]);
    expect((await mining.balance(owner)).available).toBe(usdt('9896'));
    expect(await mining.balance(productOwners.mining)).toEqual({
      available: before.available + usdt('104') - usdt('5.6'),
      frozen: before.frozen + usdt('5.6'),
    });
    await fill(owner, miner, 20);
    const startedAt = mining.now();
    expect(await start(owner, miner)).toMatchObject({ miner: { state: 'running' } });
    mining.pass(3 * dayMs + 5);
    expect(await collect(owner)).toMatchObject({ list: [{ asset: 'USDT', amount: '2.4' }] });
    expect((await mining.balance(owner, 'mining')).available).toBe(usdt('2.4'));
    // Days later: it stopped to the millisecond when its fuel was burnt, and its owner hears of it once.
    mining.pass(9 * dayMs);
    expect((await own(owner)).list).toMatchObject([
      { state: 'stopped', toCollect: '1.6', run: { stoppedAt: startedAt + 5 * dayMs, tank: 0 } },
    ]);
    expect(await mining.mall().handleDue()).toBe(1);
    await mining.restart();
    expect(await mining.mall().handleDue()).toBe(0);
    // It lost no day of its service, and takes fuel for no more than the two that are left.
    await expect(fill(owner, miner, 9)).rejects.toEqual(refused('minerQuantityWrong', { most: 8 }));
    expect(await fill(owner, miner, 8)).toMatchObject({ miner: { state: 'running' } });
    const refilledAt = mining.now();
    mining.pass(dayMs * 100);
    expect(await mining.mall().handleDue()).toBe(1);
    expect((await own(owner)).list).toMatchObject([{ state: 'ended', toCollect: '3.2' }]);
    expect(await collect(owner, miner)).toMatchObject({ list: [{ amount: '3.2' }] });
    expect((await own(owner)).list).toEqual([]);
    expect((await own(owner, 'done')).list).toMatchObject([{ state: 'collected', collected: '5.6', toCollect: '0' }]);
    expect((await detail(owner, miner)).list.map(({ what, amount, at }) => [what, amount, at])).toEqual([
      ['collected', '3.2', mining.now()],
      ['ended', null, refilledAt + 2 * dayMs],
      ['filled', '0.4', refilledAt],
      ['stopped', null, startedAt + 5 * dayMs],
      ['collected', '2.4', startedAt + 3 * dayMs + 5],
      ['started', null, startedAt],
      ['filled', '1', startedAt],
      ['bought', '104', startedAt],
    ]);
    expect(mining.sent).toEqual([`${owner} notice/miner-stopped 1`, `${owner} notice/miner-ended 1`]);
    expect((await mining.balance(owner, 'mining')).available).toBe(usdt('5.6'));
    expect((await mining.balance(productOwners.mining)).frozen).toBe(before.frozen);
    expect(await mining.faults()).toEqual([]);
  });

  it('leaves the remainder of its truncated days with the mining account', async () => {
    // 1 TH/s at 0.000000014 is 1.4 units a day: one is paid, and four of ten days are left over.
    const { owner, miner } = await bought({ power: 1, yieldPerPower: 14_000n, days: 10, capacity: 40 });
    const { frozen } = await mining.balance(productOwners.mining);
    await fill(owner, miner, 40);
    await start(owner, miner);
    mining.pass(10 * dayMs);
    await mining.mall().handleDue();
    expect((await mining.balance(productOwners.mining)).frozen).toBe(frozen - 4n);
    expect(await collect(owner, miner)).toMatchObject({ list: [{ amount: '0.0000001' }] });
    expect((await mining.balance(productOwners.mining)).frozen).toBe(frozen - 14n);
    expect(await mining.faults()).toEqual([]);
  });

  it('may last minutes in practice mode, among the shipped models', async () => {
    const { list } = await calls()['GET common/miningList']({ size: 20 }, { ...contextFor(1n), caller: null });
    const knot = list.find(({ name }) => name === 'Knot 40');
    expect(knot).toMatchObject({ dayMs: minuteMs, days: 10, perPerson: 20 });
    expect(list.find(({ name }) => name === 'Curlew 480')).toMatchObject({ left: 40, perPerson: 1, daily: '9.6' });
  });
});

describe('refusals', () => {
  it('4023: no such miner or model, one that is closed, and those of other people', async () => {
    const { owner, miner } = await bought();
    const other = await mining.user();
    const closed = await mining.model({ onSale: false });
    for (const asked of [
      () => buy(owner, '987654321'),
      () => buy(owner, closed),
      () => fill(other, miner, 1),
      () => start(other, miner),
      () => collect(other, miner),
      () => detail(other, miner),
      () => start(owner, '987654321'),
      () => collect(other),
    ]) {
      await expect(asked()).rejects.toEqual(refused('minerUnknown'));
    }
    expect((await own(other)).list).toEqual([]);
  });

  it('4025: a price that was not shown so', async () => {
    const owner = await mining.user();
    const model = await mining.model();
    for (const price of ['103.99', '104.000000001']) {
      await expect(buy(owner, model, { price })).rejects.toEqual(refused('minerPriceWrong'));
    }
    await buy(owner, model, { price: '104.00' });
  });

  it('4026: none, too many at once, more than are left, and fuel that does not fit', async () => {
    const owner = await mining.user();
    const model = await mining.model({ issued: 2 });
    await expect(buy(owner, model, { quantity: 0 })).rejects.toEqual(refused('minerQuantityWrong'));
    await expect(buy(owner, model, { quantity: 11 })).rejects.toEqual(refused('minerQuantityWrong', { most: 10 }));
    await expect(buy(owner, model, { quantity: 3 })).rejects.toEqual(refused('minerQuantityWrong', { most: 2 }));
    const { list } = await buy(owner, model, { quantity: 2 });
    expect(list.map(({ number }) => number)).toEqual([1, 2]);
    const miner = list[0]?.id ?? '';
    await expect(fill(owner, miner, 21)).rejects.toEqual(refused('minerQuantityWrong', { most: 20 }));
    await expect(fill(owner, miner, 0)).rejects.toEqual(refused('minerQuantityWrong'));
    await expect(buy(owner, model)).rejects.toEqual(refused('prizePoolFull'));
  });

  it('4027: the limit of a person, for good, and of miners at once', async () => {
    const owner = await mining.user();
    const model = await mining.model({ perPerson: 2 });
    await expect(buy(owner, model, { quantity: 3 })).rejects.toEqual(refused('minerLimitReached', { most: 2 }));
    await buy(owner, model, { quantity: 2 });
    await expect(buy(owner, model)).rejects.toEqual(refused('minerLimitReached'));
    await buy(await mining.user(), model);
    const rich = await mining.user('100000');
    const plenty = await mining.model({ price: usdt('1'), days: 1 });
    for (let ten = 0; ten < 10; ten += 1) await buy(rich, plenty, { quantity: 10, price: '1' });
    await expect(buy(rich, plenty, { price: '1' })).rejects.toEqual(refused('minerLimitReached', { most: 100 }));
  });

  it('4024, 4022, 4021 and 4020: without fuel, started before, nothing to collect yet, all collected', async () => {
    const { owner, miner } = await bought({ days: 1 });
    await expect(start(owner, miner)).rejects.toEqual(refused('insufficientFuel'));
    await fill(owner, miner, 4);
    await start(owner, miner);
    await expect(start(owner, miner)).rejects.toEqual(refused('minerStartedOrEnded'));
    mining.pass(dayMs - 1);
    await expect(collect(owner, miner)).rejects.toEqual(refused('minerNotEnded'));
    await expect(collect(owner)).rejects.toEqual(refused('minerNotEnded'));
    mining.pass(1);
    await expect(start(owner, miner)).rejects.toEqual(refused('minerStartedOrEnded'));
    await expect(fill(owner, miner, 1)).rejects.toEqual(refused('minerStartedOrEnded'));
    await collect(owner, miner);
    await expect(collect(owner, miner)).rejects.toEqual(refused('minerIncomeReceived'));
    await expect(collect(owner)).rejects.toEqual(refused('minerUnknown'));
  });

  it('2056 without cover for the income, and 2001 without the money', async () => {
    const owner = await mining.user('50');
    // Ten thousand days of 0.8 beside a price of 1: the cover of a million is not there.
    const dear = await mining.model({ price: 1n, power: 1_000_000, days: 3_650 });
    await expect(buy(owner, dear, { price: '0.00000001' })).rejects.toEqual(refused('prizePoolFull'));
    await expect(buy(owner, await mining.model())).rejects.toEqual(refused('insufficientWalletBalance'));
    const { miner } = await bought();
    await mining.database.pool.query('UPDATE miners SET owner = $1 WHERE id = $2', [await mining.user('0.5'), miner]);
    const { rows } = await mining.database.pool.query<{ owner: string }>('SELECT owner FROM miners WHERE id = $1', [
      miner,
    ]);
    await expect(fill(BigInt(rows[0]?.owner ?? 0), miner, 20)).rejects.toEqual(refused('insufficientWalletBalance'));
  });

  it('nothing moves while an operator stops mining or the coin; what is due waits', async () => {
    const { owner, miner } = await bought();
    await fill(owner, miner, 4);
    await start(owner, miner);
    mining.pass(dayMs);
    mining.gate.halted.add('USDT');
    await expect(collect(owner, miner)).rejects.toEqual(refused('notYetOpen'));
    await expect(fill(owner, miner, 1)).rejects.toEqual(refused('notYetOpen'));
    expect(await mining.mall().handleDue()).toBe(0);
    mining.gate.halted.clear();
    expect(await mining.mall().handleDue()).toBe(1);
    expect(await collect(owner, miner)).toMatchObject({ list: [{ amount: '0.8' }] });
  });
});

describe('at once', () => {
  /** Only so many models are on sale at a time. */
  const offSale = (model: string) =>
    mining.database.pool.query('UPDATE miner_models SET on_sale = false WHERE id = $1', [model]);
  /** Rounds of each race. */
  const rounds = atDepth(1);
  const raceMs = 20_000 + rounds * 5_000;

  it('64 equal calls have one effect', async () => {
    const owner = await mining.user();
    const model = await mining.model();
    const all = <Answer>(work: (key: string) => Promise<Answer>, key: string) =>
      Promise.all(Array.from({ length: 64 }, () => work(key)));
    const answers = await all((key) => buy(owner, model, { key }), 'miners-bought-once-1');
    expect(new Set(answers.map(({ list }) => list[0]?.id)).size).toBe(1);
    const miner = answers[0]?.list[0]?.id ?? '';
    await all((key) => fill(owner, miner, 8, key), 'miners-filled-once-1');
    expect((await own(owner)).list).toMatchObject([{ id: miner, run: { tank: 8 * dayMs } }]);
    await start(owner, miner);
    mining.pass(dayMs);
    await all((key) => collect(owner, miner, key), 'miners-picked-once-1');
    expect((await mining.balance(owner, 'mining')).available).toBe(usdt('0.8'));
    expect((await mining.balance(owner)).available).toBe(usdt('10000') - usdt('104') - usdt('0.4'));
  });

  it(
    `64 buyers of the last one: one has it, in each of ${rounds} rounds`,
    async () => {
      const buyers = await Promise.all(Array.from({ length: 64 }, () => mining.user('1000000')));
      for (let round = 0; round < rounds; round += 1) {
        const model = await mining.model({ issued: 1 });
        const outcomes = await Promise.allSettled(buyers.map((owner) => buy(owner, model)));
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected') expect(outcome.reason).toEqual(refused('prizePoolFull'));
        }
        buyers.push(buyers.shift() ?? 0n);
        await offSale(model);
      }
      expect(await mining.faults()).toEqual([]);
    },
    raceMs,
  );

  it(
    `64 purchases of one person against a limit of three, in each of ${rounds} rounds`,
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const owner = await mining.user();
        const model = await mining.model({ perPerson: 3 });
        const outcomes = await Promise.allSettled(Array.from({ length: 64 }, () => buy(owner, model)));
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
        expect((await mining.balance(owner)).available).toBe(usdt('10000') - 3n * usdt('104'));
        await offSale(model);
      }
    },
    raceMs,
  );
});

describe('the console', () => {
  const because = ['--reason', 'a test', '--by', 'grace'] as const;
  const terms = '--price 50 --power 20 --yield 0.03 --tank 10 --burn 2 --fuel-price 0.05 --days 120 --issued 5'.split(
    ' ',
  );

  it('adds, changes, closes and opens models, each with a line in the log', async () => {
    const operator = consoleBeside(mining.database);
    const { said } = await operator('miners', 'add', 'USDT', 'Dipper 20', ...terms, ...because);
    const id = /Model (\d+) is on sale/.exec(said)?.[1] ?? '';
    const owner = await mining.user();
    const order = (price: string) => buy(owner, id, { price });
    expect((await order('50')).list).toMatchObject([{ name: 'Dipper 20', daily: '0.6' }]);
    await operator('miners', 'change', id, '--price', '40', '--each', '1', ...because);
    await expect(order('50')).rejects.toEqual(refused('minerPriceWrong'));
    await expect(order('40')).rejects.toEqual(refused('minerLimitReached', { most: 1 }));
    expect((await operator('miners', 'change', id, '--issued', '0', ...because)).code).toBe(1);
    await operator('miners', 'close', id, ...because);
    await expect(order('40')).rejects.toEqual(refused('minerUnknown'));
    expect((await operator('miners')).said).toMatch(/Dipper 20, 40 USDT, closed\n.*\n.*day 80\n.*1 of 5 sold, 1 a/);
    await operator('miners', 'open', id, ...because);
    expect(
      (await calls()['GET common/miningList']({ size: 100 }, contextFor(owner))).list.map(({ id: one }) => one),
    ).toContain(id);
    const log = (await operator('stop-log')).said;
    expect(log).toMatch(/grace {2}miner-add {2}model \d+ {2}a test/);
    expect(log).toMatch(/grace {2}miner-close {2}model \d+ {2}a test/);
  });

  it('refuses terms that no miner can have', async () => {
    const operator = consoleBeside(mining.database);
    const withTerms = (...more: string[]) => operator('miners', 'add', 'USDT', 'Dipper', ...terms, ...more, ...because);
    expect((await withTerms('--burn', '11')).said).toContain('--tank holds at least what a day burns');
    expect((await withTerms('--yield', '0.0000000001')).said).toContain('earn nothing');
    expect((await operator('miners', 'close', '987654', ...because)).said).toContain('no such model');
  });
});
