import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import { answerExpectedMs, newcomerLockLimits } from '#protocol/p2p/currencies.ts';
import { p2pExchange } from './p2p-exchange.ts';
import { escrowFaults, setMerchantDeposit, verifyForP2p } from './p2p-standing.ts';
import type { Trader } from './p2p-market.ts';

/** What it costs a buyer to let the payment time of orders pass, and what one without a history may lock. */

let mei: Trader<string>;
const { caller, market, exchange, trader, codeOf } = p2pExchange('fiat-timeouts');

beforeAll(async () => {
  mei = await trader();
}, 60_000);
beforeEach(() => query('UPDATE fiat_orders SET cancel_number = NULL WHERE cancel_number IS NOT NULL'));
afterAll(async () => {
  expect(await escrowFaults(exchange())).toEqual([]);
});

function query(text: string, values: unknown[] = []) {
  return exchange().database.pool.query<Record<string, string>>(text, values);
}

const detail = async (id: string, { as }: Trader<string>) =>
  (await caller.done('GET tradeBuyWaitPage', { id }, as)) as unknown as P2pOrderDetail;
const cancellation = async (id: string, who: Trader<string>) => (await detail(id, who)).cancellation;

/** Lets the payment time of an order pass. */
async function expire(id: string): Promise<void> {
  await query('UPDATE fiat_orders SET pay_until = 1 WHERE id = $1', [id]);
  await passTime(id);
}

/** A user who takes an advert of Mei's to sell, again and again. */
async function buyer(hasDeposit = false) {
  const who = await trader();
  const advert = await market.advert(mei, 'sell', '60');
  const body = { ...(await market.takingOf(who, 'buy', advert)), amount: '2' };
  if (hasDeposit) await holdDeposit(who);
  const take = (more: object = {}) => codeOf('POST tradeBuy', { ...body, ...more }, who.as);
  const order = async (more: object = {}) =>
    String((await caller.done('POST tradeBuy', { ...body, ...more }, who.as))['id']);
  return { who, body, take, order };
}

/** A whole deposit, in the books too. */
async function holdDeposit({ id, as }: Trader<string>): Promise<void> {
  await market.fund(as, '10');
  await setMerchantDeposit(exchange(), id, 'whole');
  await query(`UPDATE balances SET locked = 50000000000 WHERE owner = $1 AND wallet = 2 AND asset = 'USDT'`, [id]);
}

const held = async ({ as }: Trader<string>) => (await caller.done('GET depositPage', {}, as))['held'];
const titles = async ({ as }: Trader<string>) => {
  const { list } = await caller.done('GET notice/list', { size: '20' }, as);
  return (list as { notice: { title: string } }[]).map(({ notice }) => notice.title);
};

it('counts orders that are not paid in time as cancellations: two are free, the third ends the day', async () => {
  const { who, take, order } = await buyer();
  const ids: string[] = [];
  for (let nth = 1; nth <= 2; nth += 1) {
    ids.push(await order());
    await expire(ids.at(-1) ?? '');
  }
  expect(await cancellation(ids[1] ?? '', who)).toEqual({ number: 2, excuse: null, penalty: null });
  // The other side learns what it gets, and no more.
  expect(await cancellation(ids[1] ?? '', mei)).toEqual({ number: null, excuse: null, penalty: null });
  expect((await detail(ids[1] ?? '', who)).self).toMatchObject({ finished: 0, completion: '0' });
  expect(await take()).toBe('thirdCancelCosts');
  const third = await order({ confirmed: true });
  expect(await caller.done('GET tradeCancelPre', { id: third }, who.as)).toMatchObject({
    cancelsToday: 2,
    free: 0,
    counts: true,
  });
  await expire(third);
  expect(await cancellation(third, who)).toEqual({ number: 3, excuse: null, penalty: null });
  expect(await take({ confirmed: true })).toBe('contactSupportOrder cancelled-too-often');
  expect((await titles(who)).filter((title) => title === 'Order not paid in time')).toHaveLength(3);
  await query('UPDATE fiat_orders SET ended_at = ended_at - $2 WHERE buyer = $1', [who.id, dayMs]);
  expect(await take()).toBe('success');
});

it('takes half of the deposit for the third one where its buyer confirmed that, and nothing where not', async () => {
  const { who, order } = await buyer(true);
  const before = [await order(), await order(), await order()];
  for (const id of before) await expire(id);
  // All three were taken before anybody asked.
  expect(await held(who)).toBe('500');
  expect(await cancellation(before[2] ?? '', who)).toEqual({ number: 3, excuse: null, penalty: null });
  await query('UPDATE fiat_orders SET ended_at = ended_at - $2 WHERE buyer = $1', [who.id, dayMs]);
  for (let nth = 0; nth < 2; nth += 1) await expire(await order());
  const asked = await caller.call('POST tradeBuy', await buyerBody(who), { as: who.as });
  expect(asked.data).toMatchObject({ amount: '250', asset: 'USDT' });
  const id = await order({ confirmed: true });
  await expire(id);
  expect(await held(who)).toBe('250');
  expect(await cancellation(id, who)).toEqual({ number: 3, excuse: null, penalty: '250' });
  expect(await cancellation(id, mei)).toMatchObject({ penalty: '250' });
  expect(await titles(who)).toContain('Order not paid in time: 250 USDT of your deposit');
});

/** What Mei's newest advert is taken with. */
async function buyerBody(who: Trader<string>) {
  const { rows } = await query(`SELECT max(id) AS id FROM adverts WHERE side = 'sell' AND owner = $1`, [mei.id]);
  const body = await market.takingOf(who, 'buy', rows[0]?.['id'] ?? '');
  return { ...body, amount: '2' };
}

it('pauses the buy adverts of a merchant with two of them, and asks as they are resumed', async () => {
  const [wren, ada] = [await trader(), await trader()];
  const advert = await market.advert(wren, 'buy', '60');
  await holdDeposit(wren);
  await market.fund(ada.as, '30');
  const body = await market.takingOf(ada, 'sell', advert, '2');
  const sale = async () => String((await caller.done('POST tradeSell', body, ada.as))['id']);
  for (let nth = 0; nth < 2; nth += 1) await expire(await sale());
  expect(await codeOf('POST tradeSell', body, ada.as)).toBe('orderUpdated merchant-away');
  expect(await titles(wren)).toContain('Your buy adverts are paused');
  // One that is published now is no way round.
  const terms = { ...market.terms('20'), methods: ['bank'] };
  expect(await caller.done('POST otcBuy', terms, wren.as)).toMatchObject({ paused: true });
  const resume = (more: object) => codeOf('PUT otcBillList', { id: advert, paused: false, ...more }, wren.as);
  expect(await resume({})).toBe('thirdCancelCosts');
  expect(await resume({ confirmed: true })).toBe('success');
  const third = await sale();
  const before = Number((await fiatOf(ada))?.['available']);
  await expire(third);
  expect(await held(wren)).toBe('250');
  expect(Number((await fiatOf(ada))?.['available'])).toBe(before + 2 + 250);
  expect(await cancellation(third, wren)).toEqual({ number: 3, excuse: null, penalty: '250' });
});

async function fiatOf({ id }: Trader<string>): Promise<Record<string, string> | undefined> {
  const { rows } = await query(
    `SELECT (available / 100000000)::text AS available FROM balances WHERE owner = $1 AND wallet = 2 AND asset = 'USDT'`,
    [id],
  );
  return rows[0];
}

/** Says something in the conversation of an order, so long before the payment time ends. */
async function say(id: string, author: Trader<string>, number: number, beforeEndMs: number): Promise<void> {
  await query(
    `INSERT INTO chat_messages (group_id, number, author, key, text, at)
     SELECT g.id, $3::bigint, $2, 'test ' || g.id || ' ' || $3::text, 'Which account?', o.pay_until - $4
       FROM chat_groups g JOIN fiat_orders o ON o.id = g.fiat_order WHERE o.id = $1`,
    [id, author.id, number, beforeEndMs],
  );
}

/** Has the payment time of an order be over a second ago; nothing is due of it before it is passed. */
const nearEnd = (id: string) =>
  query('UPDATE fiat_orders SET pay_until = $2, due_at = $3 WHERE id = $1', [
    id,
    Date.now() - 1_000,
    Date.now() + dayMs,
  ]);

async function passTime(id: string): Promise<void> {
  await query('UPDATE fiat_orders SET due_at = 1 WHERE id = $1', [id]);
  await expect
    .poll(async () => {
      await exchange().handleDueOrders();
      return (await query('SELECT state FROM fiat_orders WHERE id = $1', [id])).rows[0]?.['state'];
    })
    .toBe('cancelled');
}

it('does not count an order with a case, nor one whose seller left a question unanswered', async () => {
  const { who, order } = await buyer();
  const ends: readonly [string | null, (id: string) => Promise<void>][] = [
    ['unanswered', (id) => say(id, who, 50, answerExpectedMs)],
    // Too late to be answered.
    [null, (id) => say(id, who, 50, answerExpectedMs - minuteMs)],
    [
      null,
      async (id) => {
        await say(id, who, 50, answerExpectedMs);
        await say(id, mei, 51, minuteMs);
      },
    ],
    // What was said before the question is no answer to it.
    [
      'unanswered',
      async (id) => {
        await say(id, mei, 49, answerExpectedMs);
        await say(id, who, 50, answerExpectedMs);
      },
    ],
    [
      'case',
      async (id) => {
        await query(`INSERT INTO fiat_cases (fiat_order, owner, why, at) VALUES ($1, $2, 'merchant-suspended', 0)`, [
          id,
          mei.id,
        ]);
      },
    ],
  ];
  let [counted, failed] = [0, 0];
  for (const [excuse, prepare] of ends) {
    const id = await order({ confirmed: true });
    await nearEnd(id);
    await prepare(id);
    await passTime(id);
    if (excuse === null) [counted, failed] = [counted + 1, failed + 1];
    expect(await cancellation(id, who)).toEqual({
      number: excuse === null ? counted : null,
      excuse,
      penalty: null,
    });
    const { rows } = await query('SELECT coalesce(sum(failed), 0) AS failed FROM fiat_days WHERE owner = $1', [who.id]);
    expect(rows).toEqual([{ failed: String(failed) }]);
  }
  // The same of one that is cancelled.
  const last = await order({ confirmed: true });
  await query(`INSERT INTO fiat_cases (fiat_order, owner, why, at) VALUES ($1, $2, 'merchant-suspended', 0)`, [
    last,
    mei.id,
  ]);
  expect(await caller.done('GET tradeCancelPre', { id: last }, who.as)).toMatchObject({
    cancelsToday: 2,
    counts: false,
    excuse: 'case',
    penalty: null,
  });
  await caller.done('POST tradeCancel', { id: last, notPaid: true }, who.as);
  expect(await cancellation(last, who)).toEqual({ number: null, excuse: 'case', penalty: null });
});

it('counts cancellations of the day of the update, and no order that ran out before it', async () => {
  const { who, take, order } = await buyer();
  for (let nth = 0; nth < 3; nth += 1) {
    const id = await order({ confirmed: true });
    if (nth === 0) await expire(id);
    else await caller.done('POST tradeCancel', { id, notPaid: true }, who.as);
  }
  await query('UPDATE fiat_orders SET cancel_number = NULL WHERE buyer = $1', [who.id]);
  const guards = path.join(import.meta.dirname, '../../src/server/p2p/orders/guards.sql');
  await query(readFileSync(guards, 'utf8'));
  const { rows } = await query(
    'SELECT ended_by, cancel_number::text AS number FROM fiat_orders WHERE buyer = $1 ORDER BY ended_at, id',
    [who.id],
  );
  expect(rows).toEqual([
    { ended_by: 'timeout', number: null },
    { ended_by: 'buyer', number: '1' },
    { ended_by: 'buyer', number: '2' },
  ]);
  expect(await take()).toBe('thirdCancelCosts');
});

it('bounds what a buyer without a history locks of one advert and of all', async () => {
  const ada = await trader();
  const adverts = [await market.advert(mei, 'sell', '1500')];
  const methods = (await query('SELECT method_ids[1]::text AS id FROM adverts WHERE id = $1', adverts)).rows.map(
    ({ id }) => id,
  );
  for (let nth = 0; nth < 2; nth += 1) {
    await market.fund(mei.as, '1500');
    adverts.push(String((await caller.done('POST otcSell', { ...market.terms('1500'), methods }, mei.as))['id']));
  }
  const body = await market.takingOf(ada, 'buy', adverts[0] ?? '', '600');
  const take = async (nth: number, amount: string) =>
    caller.call('POST tradeBuy', { ...body, advert: adverts[nth], amount }, { as: ada.as });
  expect((await take(0, '690')).code).toBe(200);
  const more = await take(0, '600');
  expect(more.data).toMatchObject({ why: 'advert-lock', limit: newcomerLockLimits.advert });
  expect(Number(more.data['available'])).toBeCloseTo(310, 0);
  expect((await take(1, '690')).code).toBe(200);
  const last = await take(2, '690');
  expect(last.data).toMatchObject({ why: 'total-lock', limit: newcomerLockLimits.total });
  // What is paid is no lock that costs nothing.
  const { rows } = await query('SELECT min(id) AS id FROM fiat_orders WHERE taker = $1', [ada.id]);
  await caller.done('POST tradePaid', { id: rows[0]?.['id'] }, ada.as);
  expect((await take(2, '690')).code).toBe(200);
});

it('asks for a history of different verified people, with worth and age, before limits rise', async () => {
  const ada = await trader();
  const advert = await market.advert(mei, 'sell', '1500');
  const body = { ...(await market.takingOf(ada, 'buy', advert, '600')), amount: '600' };
  const people = [await trader(), await trader(), await trader()];
  /** Completed orders of Ada's with somebody, which are in no book. */
  const complete = (who: Trader<string>, usdt: number, daysAgo: number, times = 1) =>
    query(
      `INSERT INTO fiat_orders (advert, merchant, taker, buyer, seller, asset, currency, units, price, amount, method, sealed,
                                terms, state, pay_until, created_at, ended_at, ended_by, updated_at)
       SELECT 0, $2::bigint, 0, $1::bigint, $2::bigint, 'USDT', 'CNY', $3, 720, 100, 'bank', '', '', 'completed', 1, 1, $4, 'seller', 1
         FROM generate_series(1, $5)`,
      [ada.id, who.id, BigInt(usdt) * 100_000_000n, Date.now() - daysAgo * dayMs, times],
    );
  const limit = async () => {
    // Almost all of the first limit was taken today.
    await query(
      `UPDATE fiat_orders SET taker = $1, created_at = $2 WHERE id = (SELECT min(id) FROM fiat_orders WHERE buyer = $1)`,
      [ada.id, Date.now()],
    );
    const { code, data } = await caller.call('POST tradeBuy', body, { as: ada.as });
    return code === 200 ? 'success' : String(data['limit']);
  };
  // Five orders of one USDT, five that count, and five thousand, with one friend who is verified.
  await verifyForP2p(exchange(), people[0]?.id ?? '');
  await complete(people[0] ?? mei, 4_900, 8);
  await complete(people[0] ?? mei, 1, 8, 5);
  await complete(people[0] ?? mei, 60, 8, 5);
  expect(await limit()).toBe('5000');
  // Two others of whom nobody knows who they are, then of one of them.
  for (const one of people.slice(1)) await complete(one, 60, 6);
  expect(await limit()).toBe('5000');
  await verifyForP2p(exchange(), people[1]?.id ?? '');
  expect(await limit()).toBe('5000');
  await verifyForP2p(exchange(), people[2]?.id ?? '');
  // Three people, but all of them of this week.
  await query('UPDATE fiat_orders SET ended_at = $2 WHERE buyer = $1 AND advert = 0', [ada.id, Date.now() - 6 * dayMs]);
  expect(await limit()).toBe('5000');
  await query('UPDATE fiat_orders SET ended_at = $2 WHERE buyer = $1 AND advert = 0', [
    ada.id,
    Date.now() - 7 * dayMs - 1,
  ]);
  // One of them only for small change.
  await query('UPDATE fiat_orders SET units = 4900000000 WHERE seller = $1', [people[2]?.id]);
  expect(await limit()).toBe('5000');
  await query('UPDATE fiat_orders SET units = 5100000000 WHERE seller = $1', [people[2]?.id]);
  expect(await limit()).toBe('success');
  await query('DELETE FROM fiat_orders WHERE advert = 0');
});
