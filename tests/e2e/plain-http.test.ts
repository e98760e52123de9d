import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { goToScreen, limitOrders, openPhone, type Phone, until } from './phone.ts';

/**
 * An exchange of one's own opened by a name of the home network, over plain HTTP: an origin that is not secure. Prices
 * are live and orders are placed; what browsers allow over HTTPS only says so once.
 */

let exchange: BuiltExchange;
let browser: Browser;
let phone: Phone;
let page: Page;
let address: string;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([
    startBuiltExchange(),
    openChromium('--host-resolver-rules=MAP dunlin.test 127.0.0.1'),
  ]);
  address = `http://dunlin.test:${new URL(exchange.address).port}`;
  phone = await openPhone(browser, { lang: 'en', ...limitOrders });
  ({ page } = phone);
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

it('says once what needs HTTPS', async () => {
  await page.goto(address);
  expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'locks' in navigator])).toEqual([
    false,
    false,
    false,
  ]);
  await page.getByText('This connection is not encrypted').first().waitFor();
  await page.reload();
  await page.locator('#app h1').first().waitFor();
  await page.waitForTimeout(3_000);
  expect(await page.getByText('This connection is not encrypted').count()).toBe(0);
});

it('has live prices, also for a visitor', async () => {
  const list = page.getByRole('list', { name: 'Pairs' });
  await list
    .getByText(/\d\.\d/)
    .first()
    .waitFor();
  const before = await list.textContent();
  await until('prices move', async () => (await list.textContent()) !== before, 20_000);
  expect(await page.getByText('Prices are not live').count()).toBe(0);
});

it('opens a practice account and places an order', async () => {
  await goToScreen(page, address, '#/pages/login/login');
  await page.getByRole('button', { name: 'Try with a practice account' }).click();
  await until('somebody is signed in', () => page.evaluate(() => localStorage.getItem('token') !== null));
  await goToScreen(page, address, '#/pages/trade/trade?pair=BTCUSDT&side=buy');
  const price = page.getByRole('textbox', { name: 'Price (USDT)' });
  await until('a price stands there', async () => (await price.inputValue()) !== '');
  const low = Math.floor(Number((await price.inputValue()).replaceAll(',', '')) / 2);
  await price.fill(String(low));
  await page.getByRole('textbox', { name: 'Amount (BTC)' }).fill('0.01');
  await page.getByRole('button', { name: /^Buy BTC/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Buy / }).click();
  await page.getByText('Buy order placed').waitFor();
  await page
    .getByRole('article', { name: /^Buy BTC\/USDT/ })
    .first()
    .waitFor();
  // What Chromium says of every page that is not secure: the header is meant for those that are.
  const isOfHeader = (text: string) => text.startsWith('The Cross-Origin-Opener-Policy header has been ignored');
  expect(phone.complaints.filter((text) => !isOfHeader(text))).toEqual([]);
});
