import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressBookMax, addressWaitMs, withdrawalHoldMs } from '#protocol/core/limits.ts';
import { readContentSet } from '#server/content/content-set.ts';
import { bundledFolder } from '#server/publishing/open.ts';
import { pushBundled } from '#server/publishing/push-content.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { passwordForTests, withdrawalBench, type WithdrawalBench } from './testing.ts';

let database: TestDatabase;
let bench: WithdrawalBench;

beforeAll(async () => {
  database = await testDatabase();
  bench = await withdrawalBench(database);
  await pushBundled(database, await readContentSet(bundledFolder), 0);
});
afterAll(() => database.close());

const facts = contextFor(0n, 'unused');

function add(owner: bigint, given: object = {}) {
  const right = {
    kind: 'address',
    chain: 'TEST',
    address: bench.strangersAddress(),
    label: 'cold wallet',
    transactionPassword: passwordForTests,
  } as const;
  return bench.withdrawals.addressBook.add(owner, { ...right, ...given }, facts);
}
const remove = (owner: bigint, id: string) =>
  bench.withdrawals.addressBook.remove(owner, { kind: 'address-remove', id });
const setWait = (owner: bigint, on: boolean, transactionPassword?: string) =>
  bench.withdrawals.addressBook.setWait(owner, { kind: 'address-wait', on, transactionPassword }, facts);
const page = (owner: bigint) =>
  bench.withdrawals.calls['GET withdrawPage']({ asset: 'USDT' }, contextFor(owner, 'unused'));
const book = async (owner: bigint) => (await page(owner)).addresses;

describe('the address book', () => {
  it('notifies the user of each added address', async () => {
    const owner = await bench.user();
    const { address } = await add(owner);
    await expect(add(owner, { address: 'dt1nonsense' })).rejects.toThrow();
    const { list } = await bench.notices.list(owner, { size: 5, kind: 'account', language: 'en' });
    const published = list.filter(({ notice }) => notice.title === 'Withdrawal address added');
    expect(published).toHaveLength(1);
    expect(published[0]?.notice.summary).toBe('cold wallet is now in your address book.');
    expect(JSON.stringify(published[0]?.article.blocks)).toContain(address);
  });

  it('stores an address in its normal form, usable at once', async () => {
    const owner = await bench.user();
    const address = bench.strangersAddress();
    const kept = await add(owner, { address: ` ${address.toUpperCase()} ` });
    expect(kept).toMatchObject({ chain: 'TEST', address, label: 'cold wallet', usableAt: bench.now() });
    expect(await book(owner)).toEqual([kept]);
    await remove(owner, kept.id);
    expect(await book(owner)).toEqual([]);
  });

  it.each([
    ['no address', { address: ' ' }, 'enterAddress'],
    ['what is no address', { address: 'dt1nonsense' }, 'addressWrong'],
    ['a chain that is not there', { chain: 'MOON' }, 'addressWrong'],
    ['no label', { label: '' }, 'enterName'],
    ['no transaction password', { transactionPassword: undefined }, 'transactionPasswordNeeded'],
    ['a wrong transaction password', { transactionPassword: '112233' }, 'transactionPasswordWrong'],
  ])('refuses %s', async (_, given, codeName) => {
    const owner = await bench.user();
    await expect(add(owner, given)).rejects.toMatchObject({ codeName });
    expect(await book(owner)).toEqual([]);
  });

  it('refuses the own deposit address, and the same address twice in any form', async () => {
    const owner = await bench.user();
    const own = bench.chain.depositAddress(owner);
    await expect(add(owner, { address: own })).rejects.toMatchObject({ codeName: 'ownAddress' });
    const { address } = await add(owner);
    const again = { address: address.toUpperCase(), label: 'again' };
    await expect(add(owner, again)).rejects.toMatchObject({ codeName: 'alreadyProcessed' });
    expect(await add(await bench.user(), { address })).toMatchObject({ address });
  });

  it('has a size limit, also under concurrent requests', async () => {
    const owner = await bench.user();
    await database.pool.query(
      `INSERT INTO booked_addresses (owner, chain, address, label, created_at, usable_at)
       SELECT $1, 'TEST', 'address ' || n, 'n', 0, 0 FROM generate_series(1, $2) AS n`,
      [owner, addressBookMax - 1],
    );
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => add(owner)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { codeName: 'quantityOutOfRange', data: { addressesMax: addressBookMax } },
    });
    expect(await book(owner)).toHaveLength(addressBookMax);
  });

  it('does not reveal or remove another user’s addresses', async () => {
    const [owner, other] = [await bench.user(), await bench.user()];
    const { id } = await add(owner);
    expect(await book(other)).toEqual([]);
    await expect(remove(other, id)).rejects.toMatchObject({ codeName: 'notFound' });
    await expect(remove(other, '999999999999999999')).rejects.toMatchObject({ codeName: 'notFound' });
    expect(await book(owner)).toHaveLength(1);
  });
});

describe('the wait of new addresses', () => {
  it('is enabled without a password and applies to later addresses', async () => {
    const owner = await bench.user();
    const before = await add(owner);
    await setWait(owner, true);
    const after = await add(owner);
    expect([before.usableAt, after.usableAt]).toEqual([bench.now(), bench.now() + addressWaitMs]);
    expect(await page(owner)).toMatchObject({ addressWait: true, withdrawalHoldUntil: null });
  });

  it('is disabled only with the transaction password, and holds withdrawals for 24 hours', async () => {
    const owner = await bench.user();
    await setWait(owner, true);
    await expect(setWait(owner, false)).rejects.toMatchObject({ codeName: 'transactionPasswordNeeded' });
    await expect(setWait(owner, false, '112233')).rejects.toMatchObject({ codeName: 'transactionPasswordWrong' });
    expect(await page(owner)).toMatchObject({ addressWait: true });
    const until = bench.now() + withdrawalHoldMs;
    await setWait(owner, false, passwordForTests);
    expect(await page(owner)).toMatchObject({ addressWait: false, withdrawalHoldUntil: until });
    await expect(bench.ask(owner)).rejects.toMatchObject({ codeName: 'withdrawalHold', data: { until } });
    bench.pass(1_000);
    // Already off: the hold is not restarted.
    await setWait(owner, false, passwordForTests);
    expect(await page(owner)).toMatchObject({ withdrawalHoldUntil: until });
    const { rows } = await database.pool.query('SELECT password_changed_at FROM users WHERE id = $1', [owner]);
    expect(rows).toEqual([{ password_changed_at: null }]);
    bench.pass(withdrawalHoldMs);
    expect(await bench.ask(owner)).toMatchObject({ state: 'under-review' });
  });
});

describe('an exchange where new addresses wait by default', () => {
  it('sends money only to addresses booked a day before, until the owner disables that', async () => {
    const live = await withdrawalBench(database, { addressWaitByDefault: true });
    const owner = await live.user();
    const address = live.strangersAddress();
    await expect(live.ask(owner, { address })).rejects.toMatchObject({ codeName: 'addressWrong' });
    const entry = {
      kind: 'address',
      chain: 'TEST',
      address,
      label: 'cold',
      transactionPassword: passwordForTests,
    } as const;
    const added = await live.withdrawals.addressBook.add(owner, entry, facts);
    expect(added.usableAt).toBe(live.now() + addressWaitMs);
    await expect(live.ask(owner, { address })).rejects.toMatchObject({
      codeName: 'addressWrong',
      data: { why: 'waiting', usableAt: added.usableAt },
    });
    const shown = await live.withdrawals.calls['GET withdrawPage']({ asset: 'USDT' }, contextFor(owner, 'unused'));
    expect(shown.addressWait).toBe(true);
    live.pass(addressWaitMs);
    expect(await live.ask(owner, { address })).toMatchObject({ state: 'under-review' });

    const off = { kind: 'address-wait', on: false, transactionPassword: passwordForTests } as const;
    await live.withdrawals.addressBook.setWait(owner, off, facts);
    await expect(live.ask(owner)).rejects.toMatchObject({ codeName: 'withdrawalHold' });
    live.pass(withdrawalHoldMs);
    expect(await live.ask(owner)).toMatchObject({ state: 'under-review' });
  });
});
