import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { Order } from '#protocol/spot/entities.ts';
import {
  addDecimals,
  compareDecimals,
  multiplyDecimals,
  subtractDecimals,
  truncateDecimal,
} from '#protocol/core/decimal.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import { p2pExchange, password } from './p2p-exchange.ts';
import type { Trader } from './p2p-market.ts';

/** What was bought from other people is held by its value, which conversions and trades carry along. */

let mei: Trader<string>;
const { caller, market, exchange, trader } = p2pExchange('held-value');
const query = (text: string, values: unknown[]) => exchange().database.pool.query(text, values);

const bought = '600';

beforeAll(async () => {
  mei = await trader();
  await caller.done('POST recharge', { chain: 'PRACTICE', asset: 'ETH' }, mei.as);
}, 60_000);

const pay = (from: Trader<string>, asset: string, amount: string) =>
  caller.call(
    'POST freeTransferForWallet',
    { step: 'pay', to: { by: 'id', id: mei.id }, asset, amount, transactionPassword: password },
    { as: from.as },
  );

/** Somebody who has so much USDT of their own and bought 600 from a merchant, all of it in the spot wallet. */
async function buyer(own: string): Promise<Trader<string>> {
  const person = await trader();
  expect((await pay(person, 'USDT', String(10_000 - Number(own)))).code).toBe(codes.success);
  expect((await pay(person, 'BTC', await available(person, 'BTC'))).code).toBe(codes.success);
  const advert = await market.advert(mei, 'sell', bought);
  const body = await market.takingOf(person, 'buy', advert, bought);
  const { id } = await caller.done('POST tradeBuy', body, person.as);
  await caller.done('POST tradePaid', { id }, person.as);
  await caller.done('POST otcFinish', { id, received: true, transactionPassword: password }, mei.as);
  await caller.done('POST transfer', { asset: 'USDT', from: 'fiat', to: 'spot', amount: bought }, person.as);
  return person;
}

async function available({ as }: Trader<string>, asset: string): Promise<string> {
  return String((await caller.done('GET withdrawPage', { asset }, as))['available']);
}

/** A price of ETH so far from its index, on the steps of its pair. */
async function priceAt(factor: string): Promise<string> {
  const { price } = await caller.done('GET withdrawPage', { asset: 'ETH' }, mei.as);
  return truncateDecimal(multiplyDecimals(String(price), factor, 8), 2);
}

const order = async (who: Trader<string>, side: 'buy' | 'sell', price: string, amount: string) => {
  const terms = { type: 'limit', pair: 'ETHUSDT', side, price, amount };
  return caller.call('POST currency', terms, { as: who.as });
};

const refusedAs = (reason: string) => ({
  code: codes.withdrawalHold,
  data: { reason, held: bought, until: expect.any(Number) as number },
});

async function cancelAll(who: Trader<string>): Promise<void> {
  const { list } = await caller.done('GET currencyRecord', { state: 'current', size: '50' }, who.as);
  for (const { id } of list as Order[]) await caller.done('POST cancelCurrency', { id }, who.as);
}

it('follows a conversion, and lets the rest leave', async () => {
  const person = await buyer('50');
  const { quote } = await caller.done('GET convertPage', { from: 'USDT', to: 'BTC', amount: bought }, person.as);
  await caller.done('POST convert', { quote: (quote as { id: string }).id }, person.as);
  expect(await pay(person, 'BTC', await available(person, 'BTC'))).toMatchObject(refusedAs('bought'));
  expect(await pay(person, 'USDT', '20')).toMatchObject({ code: codes.success });
  expect(await pay(person, 'USDT', '30')).toMatchObject(refusedAs('bought'));
  await query('UPDATE value_holds SET until = $2 WHERE owner = $1', [person.id, Date.now() - 1]);
  expect(await pay(person, 'BTC', await available(person, 'BTC'))).toMatchObject({ code: codes.success });
});

it('says what is held, until when and why', async () => {
  const person = await buyer('0');
  const { rows } = await query('SELECT until FROM value_holds WHERE owner = $1', [person.id]);
  const held = { value: bought, until: Number((rows[0] as { until: string }).until) };
  expect(held.until).toBeGreaterThan(Date.now());
  expect(await caller.done('GET withdrawPage', { asset: 'BTC' }, person.as)).toMatchObject({ held });
  const feed = exchange().account.open(BigInt(person.id), () => undefined);
  expect(await feed.load()).toMatchObject({ held });
  feed.close();
});

it('follows a trade at the index, whose order still counts while it rests', async () => {
  const person = await buyer('20');
  const price = await priceAt('1');
  expect((await order(mei, 'sell', price, '0.05')).code).toBe(codes.success);
  expect((await order(person, 'buy', price, '0.05')).code).toBe(codes.success);
  expect(await pay(person, 'ETH', await available(person, 'ETH'))).toMatchObject(refusedAs('bought'));
  // What rests counts, so the twenty are free.
  expect((await order(person, 'buy', await priceAt('0.99'), '0.05')).code).toBe(codes.success);
  expect(await pay(person, 'USDT', '15')).toMatchObject({ code: codes.success });
  expect(await pay(person, 'USDT', '20')).toMatchObject(refusedAs('bought'));
  await cancelAll(person);
});

it('is not sold on to a second merchant', async () => {
  const person = await buyer('20');
  const advert = await market.advert(mei, 'buy', '600');
  const body = await market.takingOf(person, 'sell', advert, '540');
  expect(await caller.call('POST tradeSell', body, { as: person.as })).toMatchObject(refusedAs('bought'));
  expect((await caller.call('POST tradeSell', { ...body, amount: '15' }, { as: person.as })).code).toBe(codes.success);
});

it('trades within two percent of the index', async () => {
  const person = await buyer('0');
  const [far, near] = [await priceAt('1.1'), await priceAt('1.01')];
  expect(compareDecimals(far, near)).toBeGreaterThan(0);
  expect(await order(person, 'buy', far, '0.05')).toMatchObject(refusedAs('bought-price'));
  expect((await order(mei, 'sell', far, '0.05')).code).toBe(codes.success);
  // A market order takes nothing that is offered beyond.
  const terms = { type: 'market', pair: 'ETHUSDT', side: 'buy', total: '50' };
  expect(await caller.call('POST currency', terms, { as: person.as })).toMatchObject(refusedAs('bought-price'));
  expect((await order(mei, 'sell', near, '0.05')).code).toBe(codes.success);
  const { order: filled } = await caller.done('POST currency', terms, person.as);
  expect((filled as Order).filled).not.toBe('0');
  expect((await order(person, 'buy', near, '0.01')).code).toBe(codes.success);
  // Below the index it can only gain.
  expect((await order(person, 'buy', await priceAt('0.9'), '0.05')).code).toBe(codes.success);
  await cancelAll(person);
  await cancelAll(mei);
});

it('binds nobody else to the index, nor what somebody has besides', async () => {
  const person = await buyer('400');
  const far = await priceAt('1.1');
  expect((await order(mei, 'sell', far, '0.05')).code).toBe(codes.success);
  expect((await order(person, 'buy', far, '0.05')).code).toBe(codes.success);
  // What it lost does not come out of what is held.
  expect(await order(person, 'buy', far, '0.2')).toMatchObject(refusedAs('bought-price'));
});

it('counts an order far from the index as what it would bring', async () => {
  const person = await buyer('0');
  await givePractice(exchange().database, [BigInt(person.id)], { asset: 'ETH', amount: '1.5' });
  // What it leaves of the coin is worth what is held, so it may be placed at any price.
  const price = await priceAt('0.12');
  expect((await order(person, 'sell', price, '1')).code).toBe(codes.success);
  expect(await pay(person, 'ETH', '0.5')).toMatchObject({ code: codes.success });
  expect(await pay(person, 'USDT', addDecimals(price, '20'))).toMatchObject(refusedAs('bought'));
  expect(await pay(person, 'USDT', subtractDecimals(price, '20'))).toMatchObject({ code: codes.success });
  await cancelAll(person);
});

it('is taken over from orders that were completed before it was held by value', async () => {
  const { id } = await buyer('0');
  const holdsOf = async () => (await query('SELECT * FROM value_holds WHERE owner = $1', [id])).rows;
  const before = await holdsOf();
  expect(before).toHaveLength(1);
  await query('DELETE FROM value_holds', []);
  await query(readFileSync(path.join(import.meta.dirname, '../../src/server/core/outflow/guards.sql'), 'utf8'), []);
  expect(await holdsOf()).toEqual(before);
});

it('does not take a first device for a new one', async () => {
  const { rows } = await query('SELECT waits_until FROM sessions WHERE user_id = $1', [(await trader()).id]);
  expect(rows).toEqual([{ waits_until: null }]);
});
