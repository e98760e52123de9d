import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import type { BoardUpdate } from '#protocol/core/stream/channels.ts';
import { consoleBeside } from '#server/operator/testing.ts';
import { atDepth } from '../depth.ts';
import { secretsOfTests } from './exchange-for-test.ts';
import { p2pExchange, password } from './p2p-exchange.ts';
import type { Trader } from './p2p-market.ts';
import { setMerchantDeposit, verifyForP2p } from './p2p-standing.ts';

/**
 * Whoever may not trade as a merchant any more is traded with by nobody: not listed, not published, not taken; and orders
 * that run get a case of customer service. Acts of operators are those of their console.
 */

let mei: Trader<string>;
let ada: Trader<string>;
const { caller, market, exchange, trader, codeOf } = p2pExchange('merchant-standing');

const raceRounds = atDepth(40, 10);

beforeAll(async () => {
  // No exchange follows the log of the operators here: the console is not to wait for one.
  await query('UPDATE operator_log_taken SET line = 1000000000000');
}, 60_000);
beforeEach(async () => {
  [mei, ada] = [await trader(), await trader()];
});

function query<Row extends object>(text: string, values: unknown[] = []): Promise<{ readonly rows: Row[] }> {
  return exchange().database.pool.query<Row & Record<string, string>>(text, values);
}

/** An act of the console, which has to succeed. */
async function operate(act: string, { id }: Trader<string>): Promise<void> {
  const { code, said } = await consoleBeside(exchange().database, secretsOfTests)(
    act,
    id,
    '--reason',
    'A complaint.',
    '--by',
    'grace',
  );
  expect([code, said]).toEqual([0, expect.stringContaining('done')]);
  exchange().forgetSessions();
}

async function isListed(advert: string, of: Trader<string>): Promise<boolean> {
  const asked = { side: 'buy', asset: 'USDT', currency: 'CNY', merchant: of.id, size: '50' };
  const { list } = await caller.done('GET tradeList', asked, ada.as);
  return (list as { id: string }[]).some(({ id }) => id === advert);
}

/** Whether somebody who looks at the live board now sees an advert. */
function isOnBoard(advert: string): boolean {
  const feed = exchange().openTopic('adverts:USDT:CNY:sell');
  const { adverts } = feed.snapshot() as BoardUpdate;
  feed.close();
  return adverts.some(({ id }) => id === advert);
}

const detail = async (id: string, { as }: Trader<string>) =>
  (await caller.done('GET tradeBuyWaitPage', { id }, as)) as unknown as P2pOrderDetail;

/** Who is notified of a case, by order. */
async function casesTold(order: string): Promise<string[]> {
  const { rows } = await query<{ owner: string }>(
    `SELECT owner FROM notices WHERE subject ->> 'order' = $1 AND article_key = 'notice/fiat-order-case' ORDER BY owner`,
    [order],
  );
  return rows.map(({ owner }) => owner);
}
const both = (...sides: readonly Trader<string>[]) => sides.map(({ id }) => id).toSorted();

async function isPaused(advert: string): Promise<boolean> {
  const { rows } = await query<{ paused: boolean }>('SELECT paused FROM adverts WHERE id = $1', [advert]);
  return rows[0]?.paused === true;
}

/** Takes adverts of `side: 'sell'` as Ada. */
const take = async (advert: string) => codeOf('POST tradeBuy', await market.takingOf(ada, 'buy', advert, '2'), ada.as);

interface Loss {
  readonly name: string;
  readonly end: () => Promise<void>;
  /** What publishing and resuming answer; null where the merchant cannot call any more. */
  readonly answers: string | null;
  readonly again: () => Promise<void>;
  /** Whether it is an act that pauses adverts and opens cases; the product asks for a deposit back without either. */
  readonly isEnded: boolean;
}

async function setDepositState(state: 'paid' | 'refund-review'): Promise<void> {
  await query('UPDATE merchants SET state = $2, updated_at = $3 WHERE owner = $1', [mei.id, state, Date.now()]);
}

const losses: readonly Loss[] = [
  {
    name: 'whose account is disabled',
    end: () => operate('disable-account', mei),
    answers: null,
    again: () => operate('enable-account', mei),
    isEnded: true,
  },
  {
    name: 'who is suspended',
    end: () => operate('suspend-merchant', mei),
    answers: 'contactSupportAccount',
    again: () => operate('resume-merchant', mei),
    isEnded: true,
  },
  {
    name: 'whose identity is withdrawn',
    end: () => operate('withdraw-identity', mei),
    answers: 'noRealName',
    again: async () => {
      await query(`UPDATE verifications SET state = 'verified' WHERE owner = $1`, [mei.id]);
      await verifyForP2p(exchange(), mei.id);
      await setDepositState('paid');
    },
    isEnded: true,
  },
  {
    name: 'whose deposit is being refunded',
    end: () => setDepositState('refund-review'),
    answers: 'marginBeingReturned',
    again: () => setDepositState('paid'),
    isEnded: false,
  },
  {
    name: 'whose deposit is short',
    end: () => setMerchantDeposit(exchange(), mei.id, 'short'),
    answers: 'marginTopUpNeeded',
    again: () => setMerchantDeposit(exchange(), mei.id, 'whole'),
    isEnded: false,
  },
];

it.each(losses)(
  'a merchant $name is neither listed nor taken nor published',
  async ({ end, answers, again, isEnded }) => {
    const [resting, advert] = [await market.advert(mei, 'buy'), await market.advert(mei, 'sell')];
    await caller.done('PUT otcBillList', { id: resting, paused: true }, mei.as);
    expect([await isListed(advert, mei), isOnBoard(advert), await take(advert)]).toEqual([true, true, 'success']);
    await end();
    expect([await isListed(advert, mei), await take(advert)]).toEqual([false, 'orderUpdated merchant-away']);
    await expect.poll(() => isOnBoard(advert)).toBe(false);
    expect(await isPaused(advert)).toBe(isEnded);
    const method = await query<{ id: string }>(
      'SELECT id FROM collection_methods WHERE owner = $1 AND removed_at IS NULL',
      [mei.id],
    );
    const sale = { ...market.terms('10'), methods: [method.rows[0]?.id] };
    const expected = answers ?? 'unauthorized';
    expect(await codeOf('POST otcSell', sale, mei.as)).toBe(expected);
    expect(await codeOf('POST otcBuy', { ...market.terms('10'), methods: ['bank'] }, mei.as)).toBe(expected);
    expect(await codeOf('PUT otcBillList', { id: resting, paused: false }, mei.as)).toBe(expected);
    if (answers !== null) {
      // The coins behind an advert are never lost to its owner.
      const other = await query<{ id: string }>(`SELECT id FROM adverts WHERE owner = $1 AND id <> $2`, [
        mei.id,
        advert,
      ]);
      expect(await codeOf('POST cancelOrder', { id: other.rows[0]?.id }, mei.as)).toBe('success');
    }
    await again();
    if (isEnded) {
      // The merchant says when to go on: nothing is sold meanwhile.
      await sleep(1_500);
      expect([await isListed(advert, mei), isOnBoard(advert)]).toEqual([false, false]);
      await query('UPDATE adverts SET paused = false, updated_at = $2 WHERE id = $1', [advert, Date.now()]);
    }
    await expect.poll(() => isOnBoard(advert)).toBe(true);
    expect([await isListed(advert, mei), await take(advert)]).toEqual([true, 'success']);
  },
);

const acts = [
  ['disable-account', 'account-disabled'],
  ['suspend-merchant', 'merchant-suspended'],
  ['withdraw-identity', 'identity-withdrawn'],
] as const;

it.each(acts)('%s opens a case of every running order, and both sides are notified once', async (act, why) => {
  const [waiting, paid] = [await market.order(ada, mei, 'buy'), await market.order(ada, mei, 'buy')];
  await caller.done('POST tradePaid', { id: paid }, ada.as);
  const over = await market.order(ada, mei, 'buy');
  await caller.done('POST tradePaid', { id: over }, ada.as);
  await caller.done('POST otcFinish', { id: over, received: true, transactionPassword: password }, mei.as);
  // One that the merchant took from somebody else: it cannot be paid or released any more either.
  const bought = await market.order(mei, ada, 'buy');
  await operate(act, mei);
  const { rows } = await query(
    'SELECT fiat_order::text AS of, why FROM fiat_cases WHERE owner = $1 ORDER BY fiat_order',
    [mei.id],
  );
  expect(rows).toEqual([waiting, paid, bought].map((of) => ({ of, why })));
  await expect.poll(() => casesTold(bought)).toEqual(both(ada, mei));
  await exchange().handleDueOrders();
  for (const order of [waiting, paid, bought]) expect(await casesTold(order)).toEqual(both(ada, mei));
  expect(await casesTold(over)).toEqual([]);
  // The paid one waits for an arbiter; the other one goes there as soon as it is paid.
  expect((await detail(paid, ada)).appeal).toMatchObject({ by: 'system', decision: null });
  expect((await detail(waiting, ada)).order.state).toBe('waiting-payment');
  expect((await detail(waiting, ada)).events.map(({ what }) => what)).toEqual(['taken', 'case']);
  expect((await detail(waiting, ada)).talk?.last).toMatchObject({ house: 'order-case' });
  const listed = (await consoleBeside(exchange().database, secretsOfTests)('appeals')).said;
  expect(listed).toMatch(new RegExp(`#${paid} .*appealed by the system`));
  expect(listed).toMatch(new RegExp(`#${waiting} .*waiting-payment, a case since .*: ${why} of ${mei.id}`));
  expect(await caller.done('POST tradePaid', { id: waiting }, ada.as)).toMatchObject({ state: 'appeal' });
  // An arbiter gives the coins to the buyer, whose seller may be unable to.
  const { code } = await consoleBeside(exchange().database, secretsOfTests)(
    'decide-appeal',
    paid,
    'release',
    '--reason',
    'It came.',
  );
  expect(code).toBe(0);
  await exchange().handleDueOrders();
  expect((await detail(paid, ada)).order).toMatchObject({ state: 'completed', endedBy: 'arbiter' });
});

it('asking for the deposit back waits for adverts and orders, and nothing is published behind it', async () => {
  const advert = await market.advert(mei, 'sell');
  expect(await codeOf('POST backDeposit', {}, mei.as)).toBe('unfinishedOrder');
  await caller.done('POST cancelOrder', { id: advert }, mei.as);
  expect(await codeOf('POST backDeposit', {}, mei.as)).toBe('success');
  expect(await codeOf('POST otcBuy', { ...market.terms('10'), methods: ['bank'] }, mei.as)).toBe('marginBeingReturned');
  // The review would pay out a deposit that this test only wrote down.
  await setMerchantDeposit(exchange(), mei.id, 'whole');
});

it('a suspended merchant reads the reason and the centre says so', async () => {
  await market.advert(mei, 'sell');
  await operate('suspend-merchant', mei);
  expect(await caller.done('GET legalMgrPage', {}, mei.as)).toMatchObject({ suspended: true, merchant: true });
  const { rows } = await query(
    'SELECT article_key AS key, facts FROM notices WHERE owner = $1 ORDER BY id DESC LIMIT 1',
    [mei.id],
  );
  expect(rows).toEqual([{ key: 'notice/merchant-suspended', facts: { reason: 'A complaint.' } }]);
  const again = await consoleBeside(exchange().database, secretsOfTests)('suspend-merchant', mei.id, '--reason', 'x');
  expect([again.code, again.said]).toEqual([1, expect.stringContaining('suspended already')]);
  expect(
    (await consoleBeside(exchange().database, secretsOfTests)('suspend-merchant', ada.id, '--reason', 'x')).code,
  ).toBe(1);
});

const soon = () => sleep(Math.random() * 40);

/** The one order of an advert, with the number of its cases. */
async function orderOf(advert: string) {
  await exchange().handleDueOrders();
  const { rows } = await query<{ id: string; cases: number }>(
    `SELECT id, (SELECT count(*)::int FROM fiat_cases WHERE fiat_order = fiat_orders.id) AS cases
       FROM fiat_orders WHERE advert = $1`,
    [advert],
  );
  return rows;
}

it.each(['disable-account', 'suspend-merchant', 'withdraw-identity'] as const)(
  'a take while %s is under way ends in an order with a case, or in a refusal',
  async (act) => {
    const seen = new Set<string>();
    for (let round = 0; round < raceRounds; round += 1) {
      const [seller, buyer] = [await trader(), ada];
      const advert = await market.advert(seller, 'sell');
      const body = await market.takingOf(buyer, 'buy', advert, '2');
      const [answer] = await Promise.all([
        soon().then(() => codeOf('POST tradeBuy', body, buyer.as)),
        soon().then(() => operate(act, seller)),
        soon().then(() => codeOf('PUT otcBillList', { id: advert, paused: false }, seller.as)),
      ]);
      seen.add(answer);
      expect(['success', 'orderUpdated merchant-away']).toContain(answer);
      const orders = await orderOf(advert);
      expect(orders.map(({ cases }) => cases)).toEqual(answer === 'success' ? [1] : []);
      for (const { id } of orders) expect(await casesTold(id)).toEqual(both(buyer, seller));
      expect(await isPaused(advert)).toBe(true);
      expect(await take(advert)).toBe('orderUpdated merchant-away');
    }
    expect([...seen]).toContain('success');
  },
  120_000,
);

it('a taker who is disabled meanwhile has an order with a case, or none', async () => {
  const advert = await market.advert(mei, 'sell');
  for (let round = 0; round < raceRounds; round += 1) {
    const taker = await trader();
    const body = await market.takingOf(taker, 'buy', advert, '2');
    const [answer] = await Promise.all([
      soon().then(() => codeOf('POST tradeBuy', body, taker.as)),
      soon().then(() => operate('disable-account', taker)),
    ]);
    expect(['success', 'accountDisabled', 'unauthorized']).toContain(answer);
    await exchange().handleDueOrders();
    const { rows } = await query<{ id: string; cases: number }>(
      `SELECT id, (SELECT count(*)::int FROM fiat_cases WHERE fiat_order = fiat_orders.id) AS cases
         FROM fiat_orders WHERE taker = $1`,
      [taker.id],
    );
    expect(rows.map(({ cases }) => cases)).toEqual(answer === 'success' ? [1] : []);
  }
}, 120_000);
