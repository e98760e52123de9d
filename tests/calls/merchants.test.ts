import { afterAll, beforeAll, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { createCaller, exchangeWithContent, type TestUser } from './caller.ts';
import type { ExchangeForTest } from './exchange-for-test.ts';
import { p2pMarket } from './p2p-market.ts';
import { setMerchantDeposit, verifyForP2p } from './p2p-standing.ts';

/** Becoming a merchant and ceasing to be one, through the calls and the reviews of a real exchange. */

let exchange: ExchangeForTest;
let mei: TestUser;
let ada: TestUser;
const caller = createCaller(() => exchange.app, 'merchants');
const { call, done } = caller;
const market = p2pMarket(() => exchange, done);

beforeAll(async () => {
  exchange = await exchangeWithContent();
  [mei, ada] = [await caller.registerPractice(), await caller.registerPractice()];
}, 60_000);
afterAll(() => exchange.close());

const code = async (...asked: Parameters<typeof call>) => (await call(...asked)).code;
const state = async () => (await done('GET depositPage', {}, mei.token))['state'];
const pay = () => code('POST deposit', {}, { as: mei.token });
const fund = (amount: string) => done('POST transfer', { asset: 'USDT', from: 'spot', to: 'fiat', amount }, mei.token);

/** What is locked and available in the fiat wallet. */
async function fiatWallet(): Promise<unknown> {
  const { rows } = await exchange.database.pool.query(
    `SELECT available / 100000000 AS available, locked / 100000000 AS locked FROM balances
      WHERE owner = $1 AND wallet = 2 AND asset = 'USDT'`,
    [mei.id],
  );
  return rows[0];
}

async function decide(approved: boolean): Promise<void> {
  // As an operator decides; the exchange takes it up.
  await exchange.database.pool.query(
    `UPDATE reviews SET state = 'decided', approved = $2, reason = 'Not now', decided_by = 'Grace', decided_at = 1
      WHERE owner = $1 AND state = 'open' AND kind IN ('merchant', 'merchant-refund')`,
    [mei.id, approved],
  );
  await expect
    .poll(async () => {
      const { rows } = await exchange.database.pool.query(
        `SELECT FROM reviews WHERE owner = $1 AND state <> 'applied' AND kind LIKE 'merchant%'`,
        [mei.id],
      );
      return rows.length;
    })
    .toBe(0);
}

it('leads from nothing to a merchant, step by step', async () => {
  expect(await pay()).toBe(codes.realNameNeededForFiat);
  await verifyForP2p(exchange, mei.id);
  await exchange.database.pool.query('UPDATE users SET nickname = NULL WHERE id = $1', [mei.id]);
  expect(await pay()).toBe(codes.setNicknameFirst);
  await verifyForP2p(exchange, mei.id);
  expect(await pay()).toBe(codes.insufficientWalletBalance);
  await fund('600');
  expect(await code('POST makeUpDeposit', {}, { as: mei.token })).toBe(codes.notFound);
  expect(await pay()).toBe(codes.success);
  expect(await state()).toBe('processing');
  expect(await fiatWallet()).toEqual({ available: '100', locked: '500' });
  expect(await pay()).toBe(codes.depositAlreadyApplied);
  await decide(false);
  expect(await done('GET depositPage', {}, mei.token)).toMatchObject({ state: 'not-paid', reason: 'Not now' });
  expect(await fiatWallet()).toEqual({ available: '600', locked: '0' });
  expect(await pay()).toBe(codes.success);
  await decide(true);
  expect(await done('GET legalMgrPage', {}, mei.token)).toMatchObject({
    merchant: true,
    deposit: { state: 'paid', held: '500', missing: '0' },
  });
  expect(await pay()).toBe(codes.alreadyProcessed);
  expect(await code('POST makeUpDeposit', {}, { as: mei.token })).toBe(codes.alreadyProcessed);
});

it('returns the deposit after a review, and ends the standing', async () => {
  expect(await code('POST backDeposit', {}, { as: mei.token })).toBe(codes.success);
  expect(await pay()).toBe(codes.depositBeingRefunded);
  expect(await code('POST backDeposit', {}, { as: mei.token })).toBe(codes.marginBeingReturned);
  expect(await code('POST makeUpDeposit', {}, { as: mei.token })).toBe(codes.marginBeingReturned);
  await decide(false);
  expect(await state()).toBe('paid');
  expect(await code('POST backDeposit', {}, { as: mei.token })).toBe(codes.success);
  await decide(true);
  expect(await done('GET legalMgrPage', {}, mei.token)).toMatchObject({
    merchant: false,
    deposit: { state: 'refunded' },
  });
  expect(await fiatWallet()).toEqual({ available: '600', locked: '0' });
  expect(await code('POST backDeposit', {}, { as: mei.token })).toBe(codes.notFound);
});

it('pays one deposit, however many requests come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 16 }, pay));
  expect(answers.filter((one) => one === codes.success)).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set([codes.success, codes.depositAlreadyApplied]));
  expect(await fiatWallet()).toEqual({ available: '100', locked: '500' });
  await decide(true);
  expect(exchange.errors).toEqual([]);
});

it('keeps collection methods to their owner, encrypted, and under the verified name', async () => {
  const account = '4539578763621486';
  const bank = { method: 'bank', holder: 'LIN MEI', account, bank: 'First Bank' };
  const add = (body: object) => code('POST cnyPayAdd', body, { as: mei.token });
  expect(await code('POST cnyPayAdd', bank, { as: ada.token })).toBe(codes.realNameNeededForFiat);
  expect(await add({ ...bank, holder: 'Ada Lovelace' })).toBe(codes.enterName);
  expect(await add(bank)).toBe(codes.success);
  expect(await add({ ...bank, account: '4539 5787 6362 1486' })).toBe(codes.bankCardExists);
  const paypal = { method: 'paypal', holder: 'Mei Lin', account: 'mei@example.com' };
  expect(await add({ ...paypal, qr: 'x'.repeat(22) })).toBe(codes.uploadPhotos);
  expect(await add(paypal)).toBe(codes.success);
  expect(await add(paypal)).toBe(codes.receivingAccountExists);
  const { list } = await done('GET cnyPayList', {}, mei.token);
  expect(list).toMatchObject([{ account: '••••1486' }, { account: 'me••••@example.com' }]);
  const { rows } = await exchange.database.pool.query('SELECT sealed FROM collection_methods');
  expect(JSON.stringify(rows)).not.toContain(account);
  const [{ id }] = list as [{ id: string }];
  expect(await code('DELETE cnyPayDel', { id }, { as: ada.token })).toBe(codes.notFound);
  for (let nth = 1; nth <= 7; nth += 1) {
    const wanted = nth < 7 ? codes.success : codes.quantityOutOfRange;
    expect(await add({ ...paypal, account: `mei${nth}@example.com` }), String(nth)).toBe(wanted);
  }
  expect(await code('DELETE cnyPayDel', { id }, { as: mei.token })).toBe(codes.success);
  expect(await add(bank)).toBe(codes.success);
  expect(exchange.errors).toEqual([]);
});

it('publishes no advert, not even to buy, without a collection method, and does not lose the last one meanwhile', async () => {
  await setMerchantDeposit(exchange, mei.id, 'whole');
  await exchange.database.pool.query('UPDATE collection_methods SET removed_at = 0 WHERE owner = $1', [mei.id]);
  const advert = { ...market.terms('100'), methods: ['bank'] };
  expect(await call('POST otcBuy', advert, { as: mei.token })).toMatchObject({ code: codes.unauthorized, type: '997' });
  const sell = { ...market.terms('100'), methods: ['1'] };
  expect(await call('POST otcSell', sell, { as: mei.token })).toMatchObject({ code: codes.unauthorized, type: '997' });
  const first = await market.collectionMethod({ id: mei.id, as: mei.token });
  expect(await code('POST otcBuy', advert, { as: mei.token })).toBe(codes.success);
  expect(await code('DELETE cnyPayDel', { id: first }, { as: mei.token })).toBe(codes.unfinishedOrder);
  await done('POST cnyPayAdd', market.bankAccount(), mei.token);
  expect(await code('DELETE cnyPayDel', { id: first }, { as: mei.token })).toBe(codes.success);
  expect(exchange.errors).toEqual([]);
});
