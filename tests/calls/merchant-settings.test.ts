import { beforeAll, expect, it } from 'vitest';
import type { MerchantDay, MerchantSettings } from '#protocol/p2p/entities/merchants.ts';
import type { P2pTalk } from '#protocol/p2p/entities/conversation.ts';
import { p2pExchange, password } from './p2p-exchange.ts';
import type { Trader } from './p2p-market.ts';

/** How a merchant trades: what rests is neither listed nor taken, and orders that are open go on. */

let mei: Trader<string>;
let ada: Trader<string>;
let ben: Trader<string>;
const { caller, market, exchange, trader, codeOf } = p2pExchange('merchant-settings');

beforeAll(async () => {
  [mei, ada, ben] = [await trader(), await trader(), await trader()];
}, 60_000);

const set = (body: object) =>
  caller.done('PUT legalMgrPage', body, mei.as) as Promise<unknown> as Promise<MerchantSettings>;
async function seen(by: Trader<string>, advert: string): Promise<boolean> {
  const body = { side: 'buy', asset: 'USDT', currency: 'CNY', merchant: mei.id, size: '100' };
  const { list } = await caller.done('GET tradeList', body, by.as);
  return (list as { id: string }[]).some(({ id }) => id === advert);
}
const take = async (by: Trader<string>, advert: string) =>
  codeOf('POST tradeBuy', await market.takingOf(by, 'buy', advert, '2'), by.as);

it('a pause rests every advert at once, and ends with a tap', async () => {
  const advert = await market.advert(mei, 'sell');
  expect(await set({ paused: true })).toMatchObject({ paused: true, open: false });
  expect(await seen(ada, advert)).toBe(false);
  expect(await take(ada, advert)).toBe('orderUpdated merchant-away');
  expect(await set({ paused: false })).toMatchObject({ paused: false, open: true });
  expect(await seen(ada, advert)).toBe(true);
  expect(await take(ada, advert)).toBe('success');
});

it('opening hours rest adverts outside of them', async () => {
  const advert = await market.advert(mei, 'sell');
  const now = Math.floor(Date.now() / 60_000) % 1440;
  const minute = (of: number) => (of + 1440) % 1440;
  expect(await set({ hours: { from: minute(now + 60), to: minute(now + 120), offsetMinutes: 0 } })).toMatchObject({
    open: false,
  });
  expect([await seen(ada, advert), await take(ada, advert)]).toEqual([false, 'orderUpdated merchant-away']);
  await set({ hours: { from: minute(now - 60), to: minute(now + 60), offsetMinutes: 0 } });
  expect([await seen(ada, advert), await take(ada, advert)]).toEqual([true, 'success']);
  expect(await codeOf('PUT legalMgrPage', { hours: { from: 60, to: 60, offsetMinutes: 0 } }, mei.as)).toBe(
    'operationFailed',
  );
  await set({ hours: null });
});

it('one advert rests by itself', async () => {
  const [other, one] = [await market.advert(mei, 'sell'), await market.advert(mei, 'sell')];
  expect(await caller.done('PUT otcBillList', { id: one, paused: true }, mei.as)).toMatchObject({
    paused: true,
    state: 'listed',
    available: '100',
  });
  expect([await seen(ada, one), await seen(ada, other)]).toEqual([false, true]);
  expect(await take(ada, one)).toBe('orderUpdated merchant-away');
  await caller.done('PUT otcBillList', { id: one, paused: false }, mei.as);
  expect(await take(ada, one)).toBe('success');
  await caller.done('POST cancelOrder', { id: one }, mei.as);
  expect(await codeOf('PUT otcBillList', { id: one, paused: true }, mei.as)).toBe('alreadyProcessed');
  await market.advert(ben, 'sell');
  expect(await codeOf('PUT otcBillList', { id: other, paused: true }, ben.as)).toBe('notFound');
});

it('who is blocked neither sees nor takes adverts; blocking needs an own order', async () => {
  const id = await market.order(ada, mei, 'buy');
  const foreign = await market.order(ada, ben, 'buy');
  expect(await codeOf('PUT legalMgrPage', { block: foreign }, mei.as)).toBe('notFound');
  expect((await set({ block: id })).blocked).toMatchObject([
    { id: ada.id, nickname: expect.stringMatching(/^(Trader|Mei) \d+$/) },
  ]);
  const advert = await market.advert(mei, 'sell');
  expect([await seen(ada, advert), await seen(ben, advert)]).toEqual([false, true]);
  expect(await take(ada, advert)).toBe('orderUpdated merchant-away');
  expect(await take(ben, advert)).toBe('success');
  expect((await set({ unblock: ada.id })).blocked).toEqual([]);
  expect([await seen(ada, advert), await take(ada, advert)]).toEqual([true, 'success']);
});

it('the reply stands in the conversation of a new order, as the merchant’s', async () => {
  await set({ autoReply: 'I answer within five minutes.' });
  const id = await market.order(ada, mei, 'buy');
  const { talk } = (await caller.done('GET tradeBuyWaitPage', { id }, ada.as)) as { talk: P2pTalk | null };
  expect(talk).toMatchObject({
    unread: 1,
    last: { text: 'I answer within five minutes.', author: { maskedId: expect.any(String) } },
  });
  await set({ autoReply: '' });
});

it('the day’s book holds what was completed today, both ways', async () => {
  await exchange().database.pool.query(`UPDATE fiat_orders SET ended_at = 0 WHERE state = 'completed'`);
  const sale = await market.order(ada, mei, 'buy');
  await caller.done('POST tradePaid', { id: sale }, ada.as);
  await caller.done('POST otcFinish', { id: sale, received: true, transactionPassword: password }, mei.as);
  const purchase = await market.order(ada, mei, 'sell', '30');
  await caller.done('POST tradePaid', { id: purchase }, mei.as);
  await caller.done('POST otcFinish', { id: purchase, received: true, transactionPassword: password }, ada.as);
  const { day } = (await caller.done('GET legalMgrPage', {}, mei.as)) as unknown as { day: MerchantDay };
  expect((day.since + 8 * 3_600_000) % 86_400_000).toBe(0);
  expect(day.rows).toEqual([
    {
      asset: 'USDT',
      currency: 'CNY',
      sold: { orders: 1, quantity: '20', amount: '144' },
      bought: { orders: 1, quantity: '30', amount: '216' },
      total: { orders: 2, quantity: '50', amount: '360' },
    },
  ]);
});
