import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { dayMs, hourMs } from '#protocol/core/durations.ts';
import { noStops } from '#server/core/gate/stops.ts';
import { createLogger } from '#server/core/log/log.ts';
import { decideAppeal } from '#server/p2p/orders/appeals/operate-appeals.ts';
import { bindFormerSeals } from '#server/p2p/orders/order-secrets.ts';
import { secretBox } from '#server/core/secrets/secret-box.ts';
import { p2pExchange, password } from './p2p-exchange.ts';
import { fiatPrice, type Trader } from './p2p-market.ts';
import { escrowFaults } from './p2p-standing.ts';
import { pictureForm } from './picture-form.ts';

/** Fiat orders through the calls of a real exchange: every way an order can end. */

let mei: Trader<string>;
let ada: Trader<string>;
const { caller, market, exchange, trader, codeOf } = p2pExchange('fiat-orders');

beforeAll(async () => {
  [mei, ada] = [await trader(), await trader()];
}, 60_000);
beforeEach(async () => {
  // Yesterday's cancellations and the orders of other tests do not count here.
  await query(`UPDATE fiat_orders SET cancel_number = NULL WHERE cancel_number IS NOT NULL`);
});
afterAll(async () => {
  expect(await escrowFaults(exchange())).toEqual([]);
});

function query(text: string, values: unknown[] = []) {
  return exchange().database.pool.query<Record<string, string>>(text, values);
}

const detail = (id: string, as: string) => caller.done('GET tradeBuyWaitPage', { id }, as);
const stateOf = async (id: string) => ((await detail(id, ada.as))['order'] as { state: string }).state;
const finish = { received: true, transactionPassword: password };

/** What somebody has in the fiat wallet, in whole coins. */
async function fiat({ id }: Trader<string>): Promise<Record<string, string> | undefined> {
  const { rows } = await query(
    `SELECT (available / 100000000)::text AS available, (frozen / 100000000)::text AS frozen FROM balances
      WHERE owner = $1 AND wallet = 2 AND asset = 'USDT'`,
    [id],
  );
  return rows[0];
}

/** Lets the payment time of an order pass, and of an appeal the time to answer. */
const letPass = (id: string) =>
  query(
    'UPDATE fiat_orders SET pay_until = 1, paid_at = least(paid_at, 1), due_at = CASE WHEN due_at IS NULL THEN NULL ELSE 1 END WHERE id = $1',
    [id],
  );

async function upload(order: string, as: string): Promise<{ code: number; data: { file: string } }> {
  const { payload, contentType } = await pictureForm({ order });
  const headers = { authorization: `Bearer ${as}`, 'content-type': contentType };
  const answer = await exchange().app.inject({ method: 'POST', url: '/api/uploadBuyProof', headers, payload });
  return answer.json();
}

const fileStatus = async (file: string, as: string) =>
  (await exchange().app.inject({ url: `/files/${file}`, headers: { authorization: `Bearer ${as}` } })).statusCode;

it('a purchase: coins wait in escrow, proofs are for the two sides, the release needs the password', async () => {
  const before = { mei: await fiat(mei), ada: await fiat(ada) };
  const id = await market.order(ada, mei, 'buy');
  expect(await fiat(mei)).toMatchObject({ frozen: String(80 + Number(before.mei?.['frozen'] ?? 0)) });
  expect(await escrowFaults(exchange())).toEqual([]);
  const { rows: held } = await query('SELECT available::text AS units FROM balances WHERE owner = $1', [`-${id}`]);
  expect(held).toEqual([{ units: '2000000000' }]);

  const shown = await detail(id, ada.as);
  expect(shown).toMatchObject({
    order: { side: 'buy', own: false, quantity: '20', price: fiatPrice, amount: '144', state: 'waiting-payment' },
    payee: { method: 'bank', holder: 'Mei Lin', bank: 'First Bank' },
    buyerName: 'MEI LIN',
  });
  expect((shown['payee'] as { account: string }).account).toMatch(/^\d{16}$/);
  expect(await codeOf('POST otcFinish', { id, ...finish }, mei.as)).toBe('cannotCloseNow');
  expect(await codeOf('POST tradePaid', { id }, mei.as)).toBe('operationFailed');
  const stranger = await trader();
  expect((await upload(id, stranger.as)).code).toBe(codes.notFound);
  const { data } = await upload(id, ada.as);
  for (const [who, status] of [
    [ada, 200],
    [mei, 200],
    [stranger, 404],
  ] as const) {
    expect(await fileStatus(data.file, who.as)).toBe(status);
  }
  expect(await codeOf('POST tradePaid', { id }, ada.as)).toBe('success');
  expect(await codeOf('POST tradePaid', { id }, ada.as)).toBe('alreadyProcessed');
  expect(await codeOf('POST otcFinish', { id, ...finish }, ada.as)).toBe('operationFailed');
  expect(await codeOf('POST otcFinish', { id, received: true }, mei.as)).toBe('transactionPasswordNeeded');
  const wrong = { ...finish, transactionPassword: '913572' };
  expect(await codeOf('POST otcFinish', { id, ...wrong }, mei.as)).toBe('transactionPasswordWrong');
  const key = caller.newKey();
  expect(await codeOf('POST otcFinish', { id, ...finish }, mei.as, key)).toBe('success');
  expect(await codeOf('POST otcFinish', { id, ...finish }, mei.as, key)).toBe('success');
  expect(await codeOf('POST otcFinish', { id, ...finish }, mei.as)).toBe('orderFinished');
  expect((await upload(id, ada.as)).code).toBe(codes.orderFinished);
  expect(Number((await fiat(ada))?.['available'])).toBe(Number(before.ada?.['available'] ?? 0) + 20);
  expect((await detail(id, mei.as))['events']).toMatchObject(
    ['taken', 'proof', 'paid', 'released'].map((what) => ({ what })),
  );
  const { list } = await caller.done('GET otcOrderList', { state: 'completed' }, ada.as);
  expect(list).toMatchObject([{ id, state: 'completed', endedBy: 'seller' }]);
  expect(await caller.done('GET legalMgrPage', {}, mei.as)).toMatchObject({
    figures: { finished: 1, completion: '100' },
  });
});

it('a cancellation and a countdown give the coins back, behind the advert while it is listed', async () => {
  const advert = await market.advert(mei, 'sell', '50');
  const take = async (more: object = {}) => {
    const body = { ...(await market.takingOf(ada, 'buy', advert)), ...more };
    return String((await caller.done('POST tradeBuy', body, ada.as))['id']);
  };
  const available = async () => {
    const { rows } = await query('SELECT (remaining / 100000000)::text AS left FROM adverts WHERE id = $1', [advert]);
    return rows[0]?.['left'];
  };
  const first = await take();
  expect(await available()).toBe('30');
  expect(await codeOf('POST tradeCancel', { id: first, notPaid: true }, mei.as)).toBe('cannotCancel');
  expect(await codeOf('POST tradeCancel', { id: first, notPaid: true }, ada.as)).toBe('success');
  expect(await available()).toBe('50');
  const second = await take();
  await letPass(second);
  expect(['orderFinished']).toContain(await codeOf('POST tradePaid', { id: second }, ada.as));
  await expect.poll(() => stateOf(second)).toBe('cancelled');
  expect(await available()).toBe('50');
  // The cancellation and the countdown are the two that are free.
  const third = await take({ confirmed: true });
  const before = Number((await fiat(mei))?.['available']);
  await caller.done('POST cancelOrder', { id: advert }, mei.as);
  expect(Number((await fiat(mei))?.['available'])).toBe(before + 30);
  await caller.done('POST tradeCancel', { id: third, notPaid: true }, ada.as);
  expect(Number((await fiat(mei))?.['available'])).toBe(before + 50);
  expect(await codeOf('POST cancelOrder', { id: advert }, mei.as)).toBe('alreadyProcessed');
});

it('the third cancellation of a day asks first, and costs a merchant half the deposit', async () => {
  const buy = await market.order(ada, mei, 'buy');
  // The merchant is the buyer of what others sell to the advert.
  const ids = [await market.order(ada, mei, 'sell'), await market.order(ada, mei, 'sell')];
  const last = await market.order(ada, mei, 'sell');
  for (const id of ids) await caller.done('POST tradeCancel', { id, notPaid: true }, mei.as);
  await query('UPDATE balances SET locked = 50000000000 WHERE owner = $1 AND wallet = 2', [mei.id]);
  expect(await caller.done('GET tradeCancelPre', { id: last }, mei.as)).toMatchObject({ free: 0, penalty: '250' });
  const before = Number((await fiat(ada))?.['available']);
  expect(await codeOf('POST tradeCancel', { id: last, notPaid: true }, mei.as)).toBe('thirdCancelCosts');
  expect(await codeOf('POST tradeCancel', { id: last, notPaid: true, confirmed: true }, mei.as)).toBe('success');
  expect(Number((await fiat(ada))?.['available'])).toBe(before + 20 + 250);
  expect(await caller.done('GET depositPage', {}, mei.as)).toMatchObject({ held: '250', missing: '250' });
  // Nothing is published or taken until it is topped up.
  const method = await market.collectionMethod(mei);
  await market.fund(mei.as, '10');
  const terms = { ...market.terms('10'), methods: [method] };
  expect(await codeOf('POST otcSell', terms, mei.as)).toBe('marginTopUpNeeded');
  await caller.done('POST tradeCancel', { id: buy, notPaid: true }, ada.as);
});

it('an appeal is opened by either side in its time, answered, and decided by an operator', async () => {
  for (const [decision, gets] of [
    ['release', 'ada'],
    ['refund', 'mei'],
  ] as const) {
    const id = await market.order(ada, mei, 'buy');
    const words = 'I paid, the receipt is attached.';
    expect(await codeOf('POST tradeAppeal', { id, text: words }, ada.as)).toBe('cannotCloseNow');
    await caller.done('POST tradePaid', { id }, ada.as);
    expect(await codeOf('POST tradeAppeal', { id, text: words }, ada.as)).toBe('cannotCloseNow');
    await letPass(id);
    expect(await codeOf('POST tradeAppeal', { id, text: 'too short' }, ada.as)).toBe('quantityOutOfRange');
    await caller.done('POST tradeAppeal', { id, text: words }, ada.as);
    await caller.done('POST tradeAppeal', { id, text: 'Nothing came to my account.' }, mei.as);
    const [hers, his] = [Number((await fiat(ada))?.['available']), Number((await fiat(mei))?.['frozen'])];
    // The operator's clock may be ahead of the exchange's: what is decided counts at once all the same.
    const at = Date.now() + (decision === 'refund' ? hourMs : 0);
    const signed = { by: 'Grace', reason: 'The bank confirms it.', secrets: null, at };
    expect(
      await decideAppeal(exchange().database, BigInt(id), { outcome: decision, penalty: 0n }, signed),
    ).not.toBeNull();
    expect(await decideAppeal(exchange().database, BigInt(id), { outcome: 'refund', penalty: 0n }, signed)).toBeNull();
    await expect.poll(() => stateOf(id)).toBe(decision === 'release' ? 'completed' : 'cancelled');
    expect(Number((await fiat(ada))?.['available']) - hers).toBe(gets === 'ada' ? 20 : 0);
    expect(Number((await fiat(mei))?.['frozen']) - his).toBe(gets === 'mei' ? 20 : 0);
    expect(await detail(id, mei.as)).toMatchObject({
      appeal: {
        by: 'buyer',
        decision,
        reason: 'The bank confirms it.',
        statements: [{ by: 'buyer' }, { by: 'seller' }],
      },
    });
    expect(await codeOf('POST tradeAppeal', { id, text: words }, ada.as)).toBe('orderFinished');
  }
  const { rows } = await query(`SELECT who FROM operator_log WHERE what = 'decide-appeal'`);
  expect(rows).toHaveLength(2);
});

it('refuses what cannot be taken', async () => {
  const advert = await market.advert(mei, 'sell', '50');
  const right = await market.takingOf(ada, 'buy', advert);
  const take = (change: object, as = ada.as) => codeOf('POST tradeBuy', { ...right, ...change }, as);
  expect(await take({}, mei.as)).toBe('ownAdvert');
  expect(await take({ price: '7.19' })).toBe('orderUpdated');
  expect(await take({ method: 'paypal' })).toBe('onlySpecifiedPaymentMethods');
  expect(await take({ amount: '51' })).toBe('quantityOutOfRange');
  expect(await take({ amount: '1' })).toBe('quantityOutOfRange');
  expect(await take({ amount: '20.001' })).toBe('quantityOutOfRange');
  expect(await take({ advert: '987654321' })).toBe('notFound');
  expect(await codeOf('POST tradeSell', { ...right, method: '1' }, ada.as)).toBe('notFound');
  exchange().gate.stops = { ...noStops, areas: new Set(['p2p']) };
  expect(await take({})).toBe('notYetOpen');
  exchange().gate.stops = noStops;
  // Who cancelled three times today takes no more before tomorrow.
  const bea = await trader();
  const hers = { ...(await market.takingOf(bea, 'buy', advert)), amount: '2' };
  for (let nth = 0; nth < 3; nth += 1) {
    const { id } = await caller.done('POST tradeBuy', { ...hers, confirmed: nth === 2 }, bea.as);
    await caller.done('POST tradeCancel', { id, notPaid: true }, bea.as);
  }
  expect(await codeOf('POST tradeBuy', hers, bea.as)).toBe('contactSupportOrder cancelled-too-often');
  for (let nth = 0; nth < 3; nth += 1) expect(await take({ amount: '2' })).toBe('success');
  expect(await take({ amount: '2' })).toBe('unfinishedOrder');
});

it('a purchase that takes too long has an unknown outcome, is logged with its request, and is found under its key', async () => {
  const advert = await market.advert(mei, 'sell', '50');
  const bea = await trader();
  const body = await market.takingOf(bea, 'buy', advert);
  const key = caller.newKey();
  const holder = await exchange().database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM adverts WHERE id = $1 FOR UPDATE', [advert]);
    expect(await codeOf('POST tradeBuy', body, bea.as, key)).toBe('serverError');
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  const lines = exchange()
    .errors.splice(0)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([{ msg: 'a request was not answered in time', route: '/api/tradeBuy' }]);
  expect(lines[0]?.['reqId']).toMatch(/^[0-9a-f-]{36}$/);
  const ended = expect.stringContaining(`"reqId":"${String(lines[0]?.['reqId'])}"`);
  await expect.poll(() => exchange().warnings).toEqual([ended]);
  // The app asks again under the same key, and gets the order that was made meanwhile.
  expect(await codeOf('POST tradeBuy', body, bea.as, key)).toBe('success');
  const { rows } = await query('SELECT id FROM fiat_orders WHERE advert = $1', [advert]);
  expect(rows).toHaveLength(1);
  await caller.done('POST tradeCancel', { id: rows[0]?.['id'], notPaid: true }, bea.as);
});

it('takes orders only of those who meet the conditions of an advert, and says which one is not met', async () => {
  const advert = await market.advert(mei, 'sell', '50');
  const cat = await trader();
  const body = await market.takingOf(cat, 'buy', advert);
  const take = () => codeOf('POST tradeBuy', body, cat.as);
  await query('UPDATE adverts SET verified_days = 7, finished_orders = 2 WHERE id = $1', [advert]);
  await query('UPDATE verifications SET decided_at = $2 WHERE owner = $1', [cat.id, Date.now()]);
  expect(await take()).toBe('operationFailed verified-days');
  // A second more: the exchange's clock runs evenly and may be some milliseconds behind this one.
  const longAgo = Date.now() - 7 * dayMs - 1_000;
  await query('UPDATE verifications SET decided_at = $2 WHERE owner = $1', [cat.id, longAgo]);
  expect(await take()).toBe('operationFailed finished-orders');
  await query('INSERT INTO fiat_days (owner, day, finished) VALUES ($1, $2, 2)', [
    cat.id,
    Math.floor(Date.now() / dayMs),
  ]);
  expect(await take()).toBe('success');
});

/** The invariants that an order’s seal broke, which are then forgotten. */
const brokenSeals = () =>
  exchange()
    .errors.splice(0)
    .map((line) => /what is sealed into fiat order \d+/.exec(line)?.[0]);

it('shows where to pay from the seal of this very order: one that was copied does not open', async () => {
  const cat = await trader();
  const id = await market.order(ada, mei, 'buy');
  const [{ sealed: own = '' } = {}] = (await query('SELECT sealed FROM fiat_orders WHERE id = $1', [id])).rows;
  const { payee } = await detail(id, ada.as);
  // Between the same two people, and of a thief who bought and sold before.
  const others = [await market.order(ada, mei, 'buy'), await market.order(ada, cat, 'buy')];
  const shown = async () => (await caller.call('GET tradeBuyWaitPage', { id }, { as: ada.as })).data ?? {};
  const put = (column: string, value: unknown) =>
    query(`UPDATE fiat_orders SET ${column} = $2 WHERE id = $1`, [id, value]);
  const orders = await query('SELECT id, sealed FROM fiat_orders WHERE id = ANY($1)', [others]);
  expect(orders.rows).toHaveLength(2);
  for (const { sealed } of orders.rows) {
    await put('sealed', sealed);
    expect(await shown()).not.toHaveProperty('payee');
  }
  await put('sealed', own);
  for (const [column, value, before] of [
    ['seller', cat.id, mei.id],
    ['method', 'alipay', 'bank'],
  ]) {
    await put(column ?? '', value);
    expect(await shown(), column).not.toHaveProperty('payee');
    await put(column ?? '', before);
  }
  expect(brokenSeals()).toEqual(Array.from({ length: 4 }, () => `what is sealed into fiat order ${id}`));
  expect(await shown()).toMatchObject({ payee });
});

it('binds what was sealed for any order at the start, and opens it unbound only where nobody pays any more', async () => {
  const { database } = exchange();
  const secrets = secretBox(Buffer.alloc(32, 7));
  const bind = () => bindFormerSeals({ database, secrets, logger: createLogger('silent') });
  const id = await market.order(ada, mei, 'buy');
  const { payee, buyerName } = await detail(id, ada.as);
  const former = (of: object) => secrets.seal(Buffer.from(JSON.stringify(of)), 'fiat order');
  const put = (sealed: string) => query('UPDATE fiat_orders SET sealed = $2 WHERE id = $1', [id, sealed]);
  const shown = async () => (await caller.call('GET tradeBuyWaitPage', { id }, { as: ada.as })).data ?? {};
  for (const foreign of [
    { payee, buyerName: 'SOMEBODY ELSE' },
    { payee: { ...(payee as object), method: 'alipay' }, buyerName },
  ]) {
    await put(former(foreign));
    expect(await bind()).toBe(0);
    expect(await shown()).not.toHaveProperty('payee');
  }
  // Nothing of it keeps the exchange from starting.
  await put('v1.nonsense');
  expect(await bind()).toBe(0);
  const sealed = former({ payee, buyerName });
  await put(sealed);
  expect(await shown()).not.toHaveProperty('payee');
  expect(brokenSeals()).toEqual(Array.from({ length: 3 }, () => `what is sealed into fiat order ${id}`));
  expect(await bind()).toBe(1);
  expect(await bind()).toBe(0);
  expect(await shown()).toMatchObject({ payee, buyerName });
  await caller.done('POST tradeCancel', { id, notPaid: true }, ada.as);
  await put(sealed);
  expect(await shown()).toMatchObject({ payee, buyerName });
});

it('lists adverts by price, and pages through them', async () => {
  await query(`UPDATE adverts SET state = 'withdrawn', updated_at = $1`, [Date.now() + 60_000]);
  const prices = ['7.5', '7.1', '7.3'];
  for (const price of prices) {
    const id = await market.advert(mei, 'sell', '10');
    await query('UPDATE adverts SET price = $2, updated_at = $3 WHERE id = $1', [
      id,
      Number(price) * 100,
      Date.now() + 60_000,
    ]);
  }
  const read = async (more: object = {}) =>
    caller.done('GET tradeList', { side: 'buy', asset: 'USDT', currency: 'CNY', size: '2', ...more }, ada.as);
  await expect
    .poll(async () => ((await read({ size: '9' }))['list'] as { price: string }[]).map(({ price }) => price), {
      timeout: 10_000,
    })
    .toEqual(prices.toSorted());
  const first = await read();
  expect(first).toMatchObject({ list: [{ price: '7.1' }, { price: '7.3' }], index: '7.12' });
  expect(await read({ cursor: first['next'] })).toMatchObject({ list: [{ price: '7.5', own: false }], next: null });
  expect(await read({ amount: '72' })).toMatchObject({ list: [{ price: '7.3' }, { price: '7.5' }] });
  expect((await read({ method: 'paypal' }))['list']).toEqual([]);
});
