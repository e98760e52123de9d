import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { conversionQuoteMs } from '#protocol/core/limits.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { testTransfers, type TestTransfers } from '../transfers/testing.ts';
import { sweepQuotes } from './store.ts';

let transfers: TestTransfers;
let live: TestTransfers;
beforeAll(async () => {
  transfers = await testTransfers();
  live = await testTransfers({ mode: 'live' });
});
afterAll(async () => {
  await transfers.close();
  await live.close();
});
beforeEach(() => {
  transfers.closed.clear();
  transfers.last.set('BTC', '60000');
});

async function quote(owner: bigint, amount: string, from = 'USDT', to = 'BTC', at = transfers) {
  const page = await at.handlers['GET convertPage']({ from, to, amount }, at.context(owner));
  if (page.quote === null) throw new Error('no quote');
  return page.quote;
}
const convert = (owner: bigint, id: string, key?: string, at = transfers) =>
  at.handlers['POST convert']({ quote: id }, at.context(owner, key));

test('converts at the quoted rate, also when the market has moved on', async () => {
  const owner = await transfers.user();
  await transfers.fund(owner, 'USDT', '1000');
  const promised = await quote(owner, '600');
  expect(promised).toMatchObject({
    receives: '0.00999',
    fee: '0.00001',
    expiresAt: transfers.now() + conversionQuoteMs,
  });
  transfers.last.set('BTC', '61000');
  const fees = await transfers.available(houseOwners.fees, 'BTC');
  const answer = await convert(owner, promised.id);
  expect(answer).toEqual({ quote: promised, at: transfers.now() });
  expect(await transfers.available(owner, 'USDT')).toBe(40_000_000_000n);
  expect(await transfers.available(owner, 'BTC')).toBe(999_000n);
  expect((await transfers.available(houseOwners.fees, 'BTC')) - fees).toBe(1_000n);
  expect((await checkLedger(transfers.database, true, transfers.now())).findings).toEqual([]);
});

test('a quote is good once, for its owner, for ten seconds', async () => {
  const owner = await transfers.user();
  const other = await transfers.user();
  await transfers.fund(owner, 'USDT', '1000');
  await transfers.fund(other, 'USDT', '1000');
  const first = await quote(owner, '100');
  await expect(convert(other, first.id)).rejects.toMatchObject({ codeName: 'orderUpdated' });
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => convert(owner, first.id)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(convert(owner, first.id)).rejects.toMatchObject({ codeName: 'alreadyProcessed' });
  const late = await quote(owner, '100');
  transfers.pass(conversionQuoteMs);
  await expect(convert(owner, late.id)).rejects.toMatchObject({ code: 5021 });
  await expect(convert(owner, 'nobody-ever-made-it')).rejects.toMatchObject({ code: 5021 });
  expect(await transfers.available(owner, 'USDT')).toBe(90_000_000_000n);
});

test('a repeated key gets the same answer after its quote has expired, and carries one body', async () => {
  const owner = await transfers.user();
  await transfers.fund(owner, 'USDT', '1000');
  const promised = await quote(owner, '100');
  const answer = await convert(owner, promised.id, 'convert-key-0001');
  transfers.pass(conversionQuoteMs * 2);
  expect(await convert(owner, promised.id, 'convert-key-0001')).toEqual(answer);
  const next = await quote(owner, '100');
  await expect(convert(owner, next.id, 'convert-key-0001')).rejects.toMatchObject({ codeName: 'alreadyProcessed' });
  expect(await transfers.available(owner, 'USDT')).toBe(90_000_000_000n);
});

test('refuses what cannot be converted, and reports the allowed range', async () => {
  const owner = await transfers.user();
  await transfers.fund(owner, 'USDT', '10');
  const refused = (amount: string, from?: string, to?: string) => expect(quote(owner, amount, from, to)).rejects;
  await refused('5', 'USDT', 'USDT').toMatchObject({ codeName: 'currencyMismatch' });
  await refused('5', 'NONE').toMatchObject({ codeName: 'currencyMismatch' });
  await refused('0.99').toMatchObject({ codeName: 'quantityOutOfRange', data: { minimum: '1', maximum: '50000' } });
  await refused('50000.01').toMatchObject({ codeName: 'quantityOutOfRange' });
  await refused('1.123456789').toMatchObject({ codeName: 'enterAmount' });
  await refused('5', 'USDT', 'SOL').toMatchObject({ codeName: 'pairClosed' });
  transfers.last.set('BTC', '70000');
  await refused('5').toMatchObject({ codeName: 'pairClosed' });
  transfers.last.set('BTC', '60000');
  const unaffordable = await quote(owner, '11');
  await expect(convert(owner, unaffordable.id)).rejects.toMatchObject({ codeName: 'insufficientWalletBalance' });
  const halted = await quote(owner, '10');
  transfers.closed.add('BTC');
  await expect(convert(owner, halted.id)).rejects.toMatchObject({ codeName: 'pairClosed' });
  const page = await transfers.handlers['GET convertPage']({}, transfers.context(owner));
  expect(page.coins.map(({ asset }) => asset).toSorted()).toEqual(['ETH', 'PEPE', 'USDT']);
  expect(page.coins.find(({ asset }) => asset === 'USDT')).toEqual({
    asset: 'USDT',
    minimum: '1',
    maximum: '50000',
    available: '10',
  });
});

test('a live treasury that is short refuses and takes nothing; it can pay out what it received', async () => {
  const owner = await live.user();
  await live.fund(owner, 'USDT', '1000');
  const promised = await quote(owner, '600', 'USDT', 'BTC', live);
  await expect(convert(owner, promised.id, undefined, live)).rejects.toMatchObject({ codeName: 'insufficientFunds' });
  expect(await live.available(owner, 'USDT')).toBe(100_000_000_000n);
  await live.fund(houseOwners.treasury, 'BTC', '0.01');
  await convert(owner, promised.id, undefined, live);
  expect(await live.available(owner, 'BTC')).toBe(999_000n);
});

test('expired quotes are removed', async () => {
  const owner = await transfers.user();
  await quote(owner, '10');
  await quote(owner, '20');
  transfers.pass(3_600_000);
  await sweepQuotes(transfers.database.pool, transfers.now());
  const { rows } = await transfers.database.pool.query('SELECT FROM conversion_quotes');
  expect(rows).toHaveLength(0);
});
