import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { multiplyDecimals, truncateDecimal } from '#protocol/core/decimal.ts';
import type { Ticker } from '#protocol/market-data/entities/market.ts';
import { testAddress } from '#server/practice/test-chain/test-address.ts';
import { openWorld, password, type World } from './holders/world.ts';

/** What a withdrawal counts against the limit of a day, on a whole exchange whose last trade is far from the index. */

const amount = '0.01';

let world: World;

beforeAll(async () => {
  world = await openWorld('withdrawal-worth', null, 'off');
}, 60_000);
afterAll(() => world.close(), 60_000);

/** Buys of each other at a price ten percent above the index. @returns the price of the last trade */
async function tradeFar(index: string, seller: string, buyer: string): Promise<number> {
  const far = truncateDecimal(multiplyDecimals(index, '1.1', 8), 1);
  const order = { type: 'limit', pair: 'BTCUSDT', price: far, amount };
  await world.done('POST currency', { ...order, side: 'sell' }, seller);
  await world.done('POST currency', { ...order, side: 'buy' }, buyer);
  const last = async () => {
    const { list } = await world.done('GET common/huobiTicket', {});
    return Number((list as Ticker[]).find(({ pair }) => pair === order.pair)?.last);
  };
  await expect.poll(last).toBe(Number(far));
  return Number(far);
}

it('is its worth at the index, whatever the last trade says', async () => {
  const [person, other] = [await world.person(), await world.person()];
  for (const { as } of [person, other]) {
    await world.done('POST recharge', { chain: 'PRACTICE', asset: 'BTC' }, as);
    await world.done('POST recharge', { chain: 'PRACTICE', asset: 'USDT' }, as);
  }
  const page = () => world.done('GET withdrawPage', { asset: 'BTC' }, person.as);
  const last = await tradeFar(String((await page())['price']), other.as, person.as);

  const address = testAddress(`0x${randomBytes(20).toString('hex')}`);
  const withdrawal = { asset: 'BTC', chain: 'TEST', address, amount, remark: 'rent', transactionPassword: password };
  await world.done('POST withdrawCoinApp', withdrawal, person.as);
  const { price, dailyUsed } = await page();
  expect(last / Number(price)).toBeGreaterThan(1.05);
  // The index moves a little meanwhile.
  const share = Number(dailyUsed) / (Number(price) * Number(amount));
  expect([share > 0.97, share < 1.03]).toEqual([true, true]);
});
