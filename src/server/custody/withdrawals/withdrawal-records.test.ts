import { afterAll, expect, it } from 'vitest';
import { pushBundled } from '#server/publishing/push-content.ts';
import { readContentSet } from '#server/content/content-set.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { cashflowPage } from '../wallets/cashflow.ts';
import { contextFor } from '#server/http/testing.ts';
import { withdrawalBench } from './testing.ts';

const folder = new URL('../../../../content', import.meta.url).pathname;

const database = await testDatabase();
afterAll(() => database.close());
const bench = await withdrawalBench(database);

const records = (owner: bigint, query: object = {}) =>
  bench.withdrawals.calls['GET coinRecord']({ size: 20, ...query }, contextFor(owner, 'unused'));
const page = (owner: bigint, asset: string) =>
  bench.withdrawals.calls['GET withdrawPage']({ asset }, contextFor(owner, 'unused'));
const smallest = (asset: string, chain: string) =>
  bench.withdrawals.calls['GET getWithdrawMinNum']({ asset, chain }, contextFor(1n, 'unused'));

it('lists own withdrawals newest first, by coin and state, with paging', async () => {
  const owner = await bench.user({ USDT: '1000', BTC: '1' });
  const ids = [];
  for (const amount of ['10', '11', '12']) ids.push((await bench.ask(owner, { amount })).id);
  await bench.decide(false, 'no');
  ids.push((await bench.ask(owner, { asset: 'BTC', amount: '0.01' })).id);
  const first = await records(owner, { size: 3 });
  expect(first.list.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 3));
  const second = await records(owner, { size: 3, cursor: first.next });
  expect([second.list.map(({ id }) => id), second.next]).toEqual([[ids[0]], null]);
  expect((await records(owner, { asset: 'BTC' })).list).toMatchObject([{ id: ids[3], amount: '0.01' }]);
  expect((await records(owner, { state: 'refused' })).list).toHaveLength(3);
  await expect(records(owner, { cursor: 'x' })).rejects.toMatchObject({ codeName: 'operationFailed' });
});

it('stands in the records of the wallet as under review until it is decided', async () => {
  const owner = await bench.user();
  const state = async () => (await cashflowPage(database.pool, owner, { size: 1 })).list[0]?.state;
  await bench.ask(owner);
  expect(await state()).toBe('under-review');
  await bench.decide(true, 'yes');
  expect(await state()).toBe('pending');
  await bench.ask(owner);
  await bench.decide(false, 'no');
  expect(await state()).toBe('returned');
});

it('reveals nothing of other users', async () => {
  const [owner, other] = [await bench.user(), await bench.user()];
  const { id } = await bench.ask(owner, { amount: '500' });
  expect(await records(other)).toEqual({ list: [], next: null });
  expect(await records(other, { cursor: String(BigInt(id) + 1n) })).toEqual({ list: [], next: null });
  expect(await bench.withdrawals.underWay(other)).toEqual([]);
  expect(await page(other, 'USDT')).toMatchObject({ available: '1000', dailyUsed: '0', addresses: [] });
});

it('shows what the form needs: chains, balance, limits and the price', async () => {
  const owner = await bench.user({ BTC: '0.5' });
  await bench.ask(owner, { asset: 'BTC', amount: '0.1' });
  expect(await page(owner, 'BTC')).toEqual({
    asset: 'BTC',
    available: '0.4',
    chains: [
      {
        asset: 'BTC',
        chain: 'TEST',
        name: bench.chain.name,
        watched: true,
        practice: true,
        depositMinimum: '0.00001',
        creditConfirmations: 1,
        freeConfirmations: 6,
        blockMs: bench.chain.blockMs,
        withdrawMinimum: '0.0001',
        withdrawFee: '0.00001',
        withdrawOpen: true,
      },
    ],
    addresses: [],
    ownAddresses: [{ chain: 'TEST', address: bench.chain.depositAddress(owner) }],
    addressWait: false,
    dailyLimit: '10000',
    dailyUsed: '6000',
    dailyLimitVerified: '1000000',
    verified: false,
    hasTransactionPassword: true,
    withdrawalHoldUntil: null,
    withdrawalHoldReason: null,
    held: null,
    price: '60000',
  });
  bench.halted.add('BTC');
  expect((await page(owner, 'BTC')).chains).toMatchObject([{ withdrawOpen: false }]);
  bench.halted.clear();
  await expect(page(owner, 'ZZZ')).rejects.toMatchObject({ codeName: 'currencyMismatch' });
});

it('shows the minimum withdrawal and the fee', async () => {
  expect(await smallest('USDT', 'TEST')).toEqual({ minimum: '10', fee: '1' });
  for (const [asset, chain] of [
    ['USDT', 'MOON'],
    ['ZZZ', 'TEST'],
  ] as const) {
    await expect(smallest(asset, chain)).rejects.toMatchObject({ codeName: 'currencyMismatch' });
  }
});

it('notifies its owner once of how it ended, and moves the money even if the notice cannot be written', async () => {
  const owner = await bench.user();
  const read = async () => (await bench.notices.list(owner, { size: 20, language: 'en', kind: 'account' })).list;
  const silent = await bench.ask(owner, { amount: '10' });
  await bench.decide(false, 'no articles yet');
  expect([await bench.state(silent.id), await read()]).toEqual(['refused', []]);

  await pushBundled(database, await readContentSet(folder), 0);
  await bench.ask(owner, { amount: '11' });
  await bench.decide(false, 'the address is on a list');
  await bench.ask(owner, { amount: '12' });
  await bench.decide(true);
  await bench.payouts().turn();
  for (let block = 0; block < 3; block += 1) await bench.chain.mine();
  await bench.payouts().turn();
  await bench.payouts().turn();
  // Below them are the broadcasts.
  const published = (await read()).slice(0, 2);
  expect(published.map(({ notice }) => [notice.title, notice.summary])).toEqual([
    ['Withdrawal complete', '11 USDT arrived at the address you gave.'],
    ['Withdrawal rejected', 'Your withdrawal of 11 USDT was not approved.'],
  ]);
  expect(JSON.stringify(published[1]?.article.blocks)).toContain('the address is on a list');
  expect(JSON.stringify(published)).not.toMatch(/\{\w+\}/);
});
