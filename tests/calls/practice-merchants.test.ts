import { beforeAll, expect, it } from 'vitest';
import type { P2pOrder, ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import type { P2pTalk } from '#protocol/p2p/entities/conversation.ts';
import { fiatCurrencyCodes } from '#protocol/p2p/currencies.ts';
import { p2pExchange, password } from './p2p-exchange.ts';
import type { Trader } from './p2p-market.ts';
import { verifyForP2p } from './p2p-standing.ts';
import type { PracticeMerchants } from '#server/practice/p2p/open.ts';

/** Alone in practice mode: a purchase, a sale, an appeal, and an advert that is taken, with merchants of the house. */

let house: PracticeMerchants;
let ada: Trader<string>;
const { caller, market, exchange, trader } = p2pExchange('practice-merchants', true);

beforeAll(async () => {
  house = exchange().practiceMerchants;
  ada = await trader();
  await verifyForP2p(exchange(), ada.id);
  await house.keepAdverts();
}, 60_000);

async function listed(side: 'buy' | 'sell', currency = 'CNY'): Promise<ListedAdvert[]> {
  const { list } = await caller.done('GET tradeList', { side, asset: 'USDT', currency, size: '100' }, ada.as);
  return list as ListedAdvert[];
}
/** An order with the merchant of a nickname. */
async function order(name: string, side: 'buy' | 'sell'): Promise<string> {
  const advert = (await listed(side)).find(({ merchant }) => merchant.nickname.startsWith(name));
  if (advert === undefined) throw new Error(`no advert of ${name}`);
  await exchange().database.pool.query('UPDATE fiat_orders SET taker = 0 WHERE taker = $1 AND ended_at IS NOT NULL', [
    ada.id,
  ]);
  const method = side === 'buy' ? advert.methods[0] : await market.collectionMethod(ada);
  if (side === 'sell') await market.fund(ada.as, '20');
  const body = { advert: advert.id, price: advert.price, amount: '20', in: 'coin', method };
  return String((await caller.done(side === 'buy' ? 'POST tradeBuy' : 'POST tradeSell', body, ada.as))['id']);
}
/** Lets some seconds pass of an order. */
const later = (id: string, seconds: number) =>
  exchange().database.pool.query(
    `UPDATE fiat_orders SET created_at = created_at - $2, paid_at = paid_at - $2, answer_until = answer_until - $2,
            due_at = CASE WHEN state = 'appeal' THEN due_at - $2 ELSE due_at END WHERE id = $1`,
    [id, seconds * 1000],
  );
const detail = async (id: string) =>
  (await caller.done('GET tradeBuyWaitPage', { id }, ada.as)) as unknown as {
    order: P2pOrder;
    talk: P2pTalk;
    proofs: unknown[];
  };
const ended = (id: string) => expect.poll(async () => (await detail(id)).order.endedBy, { timeout: 10_000 });

it('four merchants publish both sides in every currency, marked as practice', async () => {
  for (const currency of fiatCurrencyCodes) {
    for (const side of ['buy', 'sell'] as const) {
      const list = await listed(side, currency);
      expect(
        list.map(({ merchant }) => merchant.practice),
        `${side} ${currency}`,
      ).toEqual([true, true, true, true]);
      expect(list.every(({ merchant }) => merchant.online && merchant.nickname.includes('practice'))).toBe(true);
    }
  }
});

it('a purchase: the quick one releases after the payment', async () => {
  const id = await order('Quick', 'buy');
  await caller.done('POST tradePaid', { id }, ada.as);
  expect((await detail(id)).order).toMatchObject({ state: 'paid', practice: true });
  await later(id, 6);
  await ended(id).toBe('seller');
});

it('a sale: the slow one shows a proof and pays, and the coins are released to it', async () => {
  const id = await order('Slow', 'sell');
  await later(id, 26);
  await expect.poll(async () => (await detail(id)).order.state, { timeout: 10_000 }).toBe('paid');
  expect((await detail(id)).proofs).toHaveLength(1);
  await caller.done('POST otcFinish', { id, received: true, transactionPassword: password }, ada.as);
  expect((await detail(id)).order.state).toBe('completed');
});

it('the curious one asks, and releases once it is answered', async () => {
  const id = await order('Curious', 'buy');
  await later(id, 4);
  await expect.poll(async () => (await detail(id)).talk.unread, { timeout: 10_000 }).toBe(1);
  const { talk } = await detail(id);
  expect(talk.last).toMatchObject({ house: 'order-question', author: { nickname: 'Curious (practice)' } });
  await caller.done('POST tradePaid', { id }, ada.as);
  await later(id, 10);
  await house.carryOn();
  expect((await detail(id)).order.state).toBe('paid');
  await exchange().chat.act(BigInt(ada.id), 'an-answer-to-the-question', {
    do: 'say',
    group: talk.group,
    text: 'First Bank, in my own name',
  });
  await exchange().database.pool.query('UPDATE fiat_orders SET paid_at = paid_at - 60000 WHERE id = $1', [id]);
  await ended(id).toBe('seller');
});

it('the silent one never releases: an appeal with a proof is decided for the buyer', async () => {
  const id = await order('Silent', 'buy');
  await caller.done('POST tradePaid', { id }, ada.as);
  await later(id, 120);
  await house.carryOn();
  expect((await detail(id)).order.state).toBe('paid');
  await exchange().database.pool.query(
    `INSERT INTO fiat_proofs (file, fiat_order, by, at) VALUES ('aProofOfAPracticeOrder', $1, 'buyer', 0)`,
    [id],
  );
  await caller.done('POST tradeAppeal', { id, text: 'I paid and nothing came.' }, ada.as);
  await later(id, 30);
  await ended(id).toBe('arbiter');
  expect((await detail(id)).order.state).toBe('completed');
});

it('an advert of a user is taken, paid and finished', async () => {
  const advert = await market.advert(ada, 'sell');
  await exchange().database.pool.query('UPDATE adverts SET updated_at = updated_at - 20000 WHERE id = $1', [advert]);
  await house.takeAdverts();
  const { list } = await caller.done('GET otcOrderList', { state: 'open' }, ada.as);
  const [taken] = (list as P2pOrder[]).filter((one) => one.advert === advert);
  expect(taken).toMatchObject({ side: 'sell', own: true, practice: true });
  await house.takeAdverts();
  const { list: again } = await caller.done('GET otcOrderList', { state: 'open' }, ada.as);
  expect((again as P2pOrder[]).filter((one) => one.advert === advert)).toHaveLength(1);
  const id = String(taken?.id);
  await later(id, 30);
  await expect.poll(async () => (await detail(id)).order.state, { timeout: 10_000 }).toBe('paid');
  await caller.done('POST otcFinish', { id, received: true, transactionPassword: password }, ada.as);
  expect((await detail(id)).order.state).toBe('completed');
});

it('what an advert sold is published again', async () => {
  const { pool } = exchange().database;
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM adverts WHERE owner = 21 AND state = 'listed' AND side = 'buy' AND currency = 'EUR'`,
  );
  await pool.query('UPDATE adverts SET remaining = 0 WHERE id = $1', [rows[0]?.id]);
  await house.keepAdverts();
  const list = await listed('sell', 'EUR');
  expect(list.find(({ merchant }) => merchant.id === '21')).toMatchObject({ available: '5000' });
  expect(list.some(({ id }) => id === rows[0]?.id)).toBe(false);
});
