import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { type P2pTraders, p2pTraders } from './p2p-traders.ts';
import { goToScreen, openPhone, overflowing, type Phone, practiceSession } from './phone.ts';
import type { Trader } from '../calls/p2p-market.ts';
import { verifyForP2p } from '../calls/p2p-standing.ts';

/** The board of fiat trading by clicks: what a merchant changes is seen without a reload, and an advert becomes an order. */

let exchange: BuiltExchange;
let browser: Browser;
let traders: P2pTraders;
let mei: Trader<string>;
let ada: Trader<string>;
let phone: Phone;
let page: Page;

/** A verified user. The exchange remembers what a session was when it was first used: it is used after this. */
async function verified(nickname: string | null) {
  const session = await practiceSession(exchange.address);
  const id = session['dunlin.account'];
  const standing = { database: traders.database, forgetSessions: () => undefined };
  if (nickname !== null) {
    await traders.database.pool.query('UPDATE users SET nickname = $2, nickname_key = $2 WHERE id = $1', [
      id,
      nickname,
    ]);
  }
  await verifyForP2p(standing, id);
  return { id, as: session.token, session };
}

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  traders = p2pTraders(exchange, browser);
  mei = await verified('wren');
  const { session, ...trader } = await verified(null);
  ada = trader;
  phone = await openPhone(browser, { ...session, lang: 'en' });
  ({ page } = phone);
  await traders.market.advert(mei, 'sell', '100');
});

afterAll(async () => {
  expect(phone.complaints).toEqual([]);
  await browser.close();
  await traders.close();
  await exchange.close();
});

/** One advert in place of all before: each has a collection method of its own, which older adverts then lack. */
async function publishAlone(): Promise<void> {
  const { list } = await traders.call('GET otcBillList', { state: 'listed', size: '20' }, mei.as);
  for (const { id } of list as { id: string }[]) await traders.call('POST cancelOrder', { id }, mei.as);
  await traders.market.advert(mei, 'sell', '100');
}

const board = '#/pages/otc/otc?currency=CNY';
const rows = () => page.getByRole('article').filter({ hasText: 'wren' });
/** Waits for an advert of wren, behind the offer of new ones where the list was on this phone before it came. */
async function wrenIsListed(): Promise<void> {
  const offer = page.getByRole('button', { name: /new advert/ });
  await rows().or(offer).first().waitFor();
  if ((await rows().count()) === 0) await offer.click();
  await rows().first().waitFor();
}
const sheet = (name: RegExp) => page.getByRole('dialog', { name });

describe('the board', () => {
  it('shows an advert that comes, follows what is left of it, and lets it go, without a reload', async () => {
    await goToScreen(page, exchange.address, board);
    await rows().getByText('100.00 USDT').waitFor();
    const second = await traders.market.advert(mei, 'sell', '77');
    await page.getByRole('button', { name: /new advert/ }).click();
    await rows().getByText('77.00 USDT').waitFor();
    const taking = await traders.market.takingOf(ada, 'buy', second, '30');
    await traders.call('POST tradeBuy', taking, ada.as);
    await rows().getByText('47.00 USDT').waitFor();
    await traders.call('POST cancelOrder', { id: second }, mei.as);
    await rows().getByText('47.00 USDT').waitFor({ state: 'detached' });
    expect(await rows().count()).toBe(1);
    expect(await overflowing(page)).toEqual([]);
  });

  it('takes an advert into an order, and says so on the screen of the order', async () => {
    await publishAlone();
    await goToScreen(page, exchange.address, `${board}&amount=144`);
    await wrenIsListed();
    await rows().getByRole('button', { name: 'Buy USDT from wren' }).first().click();
    const take = sheet(/^Buy USDT/);
    await take.getByRole('textbox', { name: 'You pay (CNY)' }).fill('5');
    await take.getByText('Enter at least ¥10.00.').waitFor();
    await take.getByRole('textbox', { name: 'You pay (CNY)' }).fill('144');
    await take.getByText('20.00 USDT', { exact: true }).first().waitFor();
    expect(await overflowing(page)).toEqual([]);
    await take.getByRole('button', { name: /^Buy 20\.00 USDT \(practice\)/ }).click();
    await page.waitForURL(/\/pages\/otc\/Orderdetails\?id=\d+/);
    const { list } = await traders.call('GET otcOrderList', { state: 'open' }, ada.as);
    expect((list as unknown[])[0]).toMatchObject({
      side: 'buy',
      quantity: '20',
      amount: '144',
      state: 'waiting-payment',
    });
  });

  it('asks somebody with two cancellations before a third order, and takes it when that is confirmed', async () => {
    await publishAlone();
    const { list } = await traders.call('GET otcBillList', { state: 'listed', size: '20' }, mei.as);
    const [advert] = list as { id: string }[];
    const body = await traders.market.takingOf(ada, 'buy', advert?.id ?? '', '10');
    for (let nth = 0; nth < 2; nth += 1) {
      const { id } = await traders.call('POST tradeBuy', body, ada.as);
      await traders.call('POST tradeCancel', { id, notPaid: true }, ada.as);
    }
    await goToScreen(page, exchange.address, board);
    await wrenIsListed();
    await rows().getByRole('button', { name: 'Buy USDT from wren' }).first().click();
    const take = sheet(/^Buy USDT/);
    await take.getByRole('textbox', { name: 'You pay (CNY)' }).fill('144');
    await take.getByRole('button', { name: /^Buy 20\.00 USDT/ }).click();
    const question = sheet(/^Two cancellations today/);
    await question.getByText(/^If you cancel this one or do not pay it in time, you cannot take another/).waitFor();
    expect(await overflowing(page)).toEqual([]);
    // Leaving the question leaves everything as it was.
    await question.getByRole('button', { name: 'Close' }).click();
    await question.waitFor({ state: 'detached' });
    await take.getByRole('button', { name: /^Buy 20\.00 USDT/ }).click();
    await question.getByRole('button', { name: /^Take the order/ }).click();
    await page.waitForURL(/\/pages\/otc\/Orderdetails\?id=\d+/);
    const id = /id=(\d+)/.exec(page.url())?.[1] ?? '';
    await traders.payWithin(id, 0);
    await page
      .getByText('It counts as cancellation 3 of the day (UTC+8). You can take orders again tomorrow.')
      .waitFor();
    expect(await overflowing(page)).toEqual([]);
    await traders.database.pool.query('UPDATE fiat_orders SET cancel_number = NULL WHERE cancel_number IS NOT NULL');
  });

  it('sells to a merchant out of the fiat wallet, filled in place, onto an own account', async () => {
    await traders.market.advert(mei, 'buy', '100');
    await traders.market.collectionMethod(ada);
    await goToScreen(page, exchange.address, `${board}&side=sell`);
    await rows().getByRole('button', { name: 'Sell USDT to wren' }).click();
    const take = sheet(/^Sell USDT/);
    await take.getByRole('button', { name: 'Type the amount in USDT' }).click();
    await take.getByRole('textbox', { name: 'You sell (USDT)' }).fill('12.5');
    await take.getByText(/^You have 0\.00 USDT in the fiat wallet/).waitFor();
    await take.getByRole('button', { name: 'Transfer USDT to it' }).click();
    const transfer = sheet(/^Transfer/);
    await transfer.getByLabel('Amount (USDT)').fill('50');
    await transfer
      .getByRole('button', { name: /^Transfer/ })
      .last()
      .click();
    await take.getByText('Fiat wallet: 50.00 USDT').waitFor();
    await take.getByRole('button', { name: /^Sell 12\.50 USDT/ }).click();
    await page.waitForURL(/\/pages\/otc\/Orderdetailsdd\?id=\d+/);
  });

  it('keeps what narrows the list in its address, and leads to a merchant’s page and back', async () => {
    await publishAlone();
    await goToScreen(page, exchange.address, board);
    await page.getByRole('button', { name: 'Online now' }).click();
    await page.getByRole('button', { name: 'Amount' }).click();
    await sheet(/^Amount/)
      .getByRole('textbox')
      .fill('40000');
    await page.getByRole('button', { name: 'Show adverts' }).click();
    await page.getByText('No adverts match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows().getByRole('link', { name: /wren/ }).first().click();
    await page.getByRole('heading', { name: 'Merchant', exact: true }).waitFor();
    await page.getByText('Completion rate').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'P2P', exact: true }).waitFor();
    await rows().first().waitFor();
  });

  it('fills a list that was empty by itself', async () => {
    const { list } = await traders.call('GET otcBillList', { state: 'listed', size: '20' }, mei.as);
    for (const { id } of list as { id: string }[]) await traders.call('POST cancelOrder', { id }, mei.as);
    await goToScreen(page, exchange.address, `${board}&merchant=${mei.id}`);
    await page.getByText('No adverts match').waitFor();
    await traders.market.advert(mei, 'sell', '55');
    await page.getByRole('article').waitFor();
    expect(await page.getByRole('button', { name: /new advert/ }).count()).toBe(0);
  });
});
