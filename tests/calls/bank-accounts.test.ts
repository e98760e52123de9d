import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BankRegion, bankRegions, currencyRegions } from '#protocol/p2p/bank-accounts/forms.ts';
import { bankAccountExamples } from '#protocol/p2p/bank-accounts/testing.ts';
import { codes } from '#protocol/core/codes.ts';
import { fiatCurrencyCodes } from '#protocol/p2p/currencies.ts';
import { createLogger } from '#server/core/log/log.ts';
import { bindFormerSeals } from '#server/p2p/orders/order-secrets.ts';
import { secretBox } from '#server/core/secrets/secret-box.ts';
import { createCaller, exchangeWithContent, type TestUser } from './caller.ts';
import type { ExchangeForTest } from './exchange-for-test.ts';
import { p2pMarket } from './p2p-market.ts';
import { verifyForP2p } from './p2p-standing.ts';

/** Bank accounts of every currency and country, bound by the calls of a real exchange. */

let exchange: ExchangeForTest;
let mei: TestUser;
let ada: TestUser;
const caller = createCaller(() => exchange.app, 'bank-accounts');
const { call, done } = caller;
const market = p2pMarket(() => exchange, done);
/** As the exchange of these tests seals. */
const secrets = secretBox(Buffer.alloc(32, 7));

beforeAll(async () => {
  exchange = await exchangeWithContent();
  [mei, ada] = [await caller.registerPractice(), await caller.registerPractice()];
  await verifyForP2p(exchange, mei.id);
}, 60_000);
afterAll(() => exchange.close());

const query = (sql: string, values: readonly unknown[]) => exchange.database.pool.query(sql, [...values]);
const removeAll = () => query('UPDATE collection_methods SET removed_at = 0 WHERE owner = $1', [mei.id]);
const add = (body: object) =>
  call('POST cnyPayAdd', { method: 'bank', holder: 'Mei Lin', bank: 'First Bank', ...body }, { as: mei.token });
const listed = async () => (await done('GET cnyPayList', {}, mei.token))['list'];

it('binds an account for every currency that is traded, and lists it with its codes', async () => {
  for (const currency of fiatCurrencyCodes) {
    const body = bankAccountExamples[currencyRegions[currency]];
    expect(await add(body), currency).toMatchObject({
      code: codes.success,
      data: { ...body, account: `••••${body.account.slice(-4)}` },
    });
  }
  expect(await listed()).toHaveLength(fiatCurrencyCodes.length);
});

const traded: readonly BankRegion[] = Object.values(currencyRegions);

it.each(bankRegions.filter((region) => !traded.includes(region)))('binds an account of %s', async (region) => {
  await removeAll();
  expect(await add(bankAccountExamples[region])).toMatchObject({ code: codes.success, data: { region } });
});

it('takes what people paste, and knows it again in another form', async () => {
  await removeAll();
  const pasted = { region: 'EU', account: 'IBAN ｄｅ８９ 3704–0044 0532 0130 00' };
  expect(await add(pasted)).toMatchObject({ code: codes.success, data: { account: '••••3000' } });
  expect(await add(bankAccountExamples.EU)).toMatchObject({ code: codes.bankCardExists });
  const british = { ...bankAccountExamples.GB, bankCode: '60-16-13' };
  expect(await add(british)).toMatchObject({ code: codes.success, data: { bankCode: '601613' } });
  // A number counts within its bank.
  expect(await add({ ...british, bankCode: '60-16-14' })).toMatchObject({ code: codes.success });
});

it.each<[object, number, object]>([
  [{ region: 'EU', account: 'DE89370400440532013001' }, codes.enterAccount, { field: 'account', why: 'check-digits' }],
  [{ region: 'EU', account: '' }, codes.enterAccount, { field: 'account', why: 'missing' }],
  [
    { region: 'KR', account: '1'.repeat(200) },
    codes.enterAccount,
    { field: 'account', why: 'length', least: 10, most: 14, given: 200 },
  ],
  [
    { ...bankAccountExamples.US, bankCode: '021000022' },
    codes.enterAccount,
    { field: 'bankCode', why: 'check-digits' },
  ],
  [{ ...bankAccountExamples.US, bankCode: null }, codes.enterAccount, { field: 'bankCode', why: 'missing' }],
  [{ ...bankAccountExamples.JP, kind: null }, codes.enterAccount, { field: 'kind', why: 'missing' }],
  [{ ...bankAccountExamples.TH, bankCode: '002' }, codes.enterAccount, { field: 'bankCode', why: 'unused' }],
  [{ ...bankAccountExamples.IN, bankCode: 'HDFC123' }, codes.enterAccount, { field: 'bankCode', why: 'form' }],
  [{ ...bankAccountExamples.VN, bank: '' }, codes.enterAddress, { field: 'bank' }],
  [{ region: 'ZZ', account: '12345678' }, codes.chooseArea, { field: 'region' }],
])('refuses %j with the code of the catalogue, and says which field', async (body, code, data) => {
  expect(await add(body)).toMatchObject({ code, data });
});

it('keeps accounts and orders from before there were regions usable', async () => {
  await removeAll();
  const card = { holder: 'Mei Lin', account: '4539578763621486', bank: 'First Bank', branch: null };
  const noRegion = { region: null, bankCode: null, branchCode: null, kind: null };
  const sealed = secrets.seal(Buffer.from(JSON.stringify(card)), `collection method ${mei.id}`);
  const insert = `INSERT INTO collection_methods (owner, method, sealed, created_at) VALUES ($1, 'bank', $2, 1)`;
  await query(insert, [mei.id, sealed]);
  expect(await listed()).toMatchObject([{ ...card, account: '••••1486', ...noRegion }]);
  expect(await add({ account: '4539 5787 6362 1486' })).toMatchObject({ code: codes.bankCardExists });

  const order = await market.order({ id: ada.id, as: ada.token }, { id: mei.id, as: mei.token }, 'buy');
  const old = { payee: { method: 'bank', qr: null, ...card }, buyerName: 'MEI LIN' };
  const frozen = secrets.seal(Buffer.from(JSON.stringify(old)), 'fiat order');
  await query('UPDATE fiat_orders SET sealed = $2 WHERE id = $1', [order, frozen]);
  await bindFormerSeals({ database: exchange.database, secrets, logger: createLogger('silent') });
  expect(await done('GET tradeBuyWaitPage', { id: order }, ada.token)).toMatchObject({
    payee: { ...card, ...noRegion },
  });
  expect(exchange.errors).toEqual([]);
});

it('publishes and takes adverts with bank accounts alone that the currency can be paid to', async () => {
  const [seller, buyer] = [
    { id: mei.id, as: mei.token },
    { id: ada.id, as: ada.token },
  ];
  await market.advert(seller, 'sell');
  await removeAll();
  const bound = async (region: BankRegion) => String((await add(bankAccountExamples[region])).data?.['id']);
  const [thai, chinese] = [await bound('TH'), await bound('CN')];
  await market.fund(mei.token, '200');
  const sell = (methods: readonly string[], currency = 'CNY') =>
    call('POST otcSell', { ...market.terms('100'), currency, methods }, { as: mei.token });
  expect(await sell([thai])).toMatchObject({ code: codes.currencyMismatch, data: { field: 'methods', id: thai } });
  expect(await sell([chinese])).toMatchObject({ code: codes.success });

  // Who sells to an advert is paid as its currency goes, too.
  const bought = await market.advert(buyer, 'buy');
  const taking = await market.takingOf(seller, 'sell', bought);
  const abroad = await bound('GB');
  const take = (method: string) => call('POST tradeSell', { ...taking, method }, { as: mei.token });
  expect(await take(abroad)).toMatchObject({ code: codes.currencyMismatch });
  expect(await take(taking.method)).toMatchObject({ code: codes.success });
  expect(exchange.errors).toEqual([]);
});
