import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { goToScreen, openPhone, overflowing, type Phone, practiceSession, until } from './phone.ts';

/** Gold tap by tap: found from home, paid from a wallet of its own, its profit, its chart and its end. */

let exchange: BuiltExchange;
let browser: Browser;
let phone: Phone;
let page: Page;

beforeAll(async () => {
  // Whatever the day of the week: what happens between two sessions is tested on the server.
  [exchange, browser] = await Promise.all([startBuiltExchange({ GOLD_HOURS: 'always' }), openChromium()]);
  phone = await openPhone(browser, { lang: 'en', ...(await practiceSession(exchange.address)) });
  ({ page } = phone);
});

afterAll(async () => {
  await phone.context.close();
  await browser.close();
  await exchange.close();
});

const dialog = () => page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
const link = (name: string) => page.getByRole('link', { name, exact: true });
const position = () => page.getByRole('article', { name: 'Long XAU/USDT Mini' });
const field = (name: RegExp) => page.getByRole('textbox', { name });
const open = () => button(/^Open long \(practice\)$/);

describe('gold', () => {
  it('is found from home and from the market, and one tap from spot and contracts', async () => {
    await goToScreen(page, exchange.address, '#/pages/home/market?board=gold');
    await page.getByRole('link', { name: /XAU ?\/USDT Mini/ }).waitFor();
    await goToScreen(page, exchange.address, '#/pages/index/index');
    await link('Gold').click();
    await page.waitForURL(/contract=XAUPERP/);
    await page.getByRole('heading', { name: 'Contract XAU/USDT' }).waitFor();
    await link('Contracts').click();
    await page.getByRole('heading', { name: 'Contract BTC/USDT' }).waitFor();
    await link('Spot').click();
    await page.getByRole('heading', { name: /^Trade / }).waitFor();
    await link('Gold').click();
    await page.getByRole('heading', { name: 'Contract XAU/USDT' }).waitFor();
    expect(await overflowing(page)).toEqual([]);
  });

  it('has contracts of two sizes, and is paid from the gold wallet', async () => {
    await button(/^XAU\/USDT/).click();
    await dialog().getByRole('heading', { name: 'Gold' }).waitFor();
    await dialog()
      .getByRole('button', { name: /XAU\/USDT Mini/ })
      .click();
    await page.waitForURL(/contract=XAUMINI/);
    await page.getByText('Your gold wallet is empty').waitFor();
    await link('Transfer USDT').click();
    await page.waitForURL(/assets\/transfer/);
    await field(/^Amount/).fill('500');
    await page
      .getByRole('button', { name: /^Transfer/ })
      .last()
      .click();
    await page.getByText(/500 USDT transferred to Gold/).waitFor();
    await goToScreen(page, exchange.address, '#/pages/lever/lever?contract=XAUMINI');
    await page.getByText('500.00', { exact: true }).first().waitFor();
  });

  it('opens a position, shows its profit, and keeps the wallet meanwhile', async () => {
    await until('positions can be opened', async () => (await open().getAttribute('aria-disabled')) === null);
    await field(/^Lots/).fill('10');
    await button('Take-profit at +50% of the margin').click();
    await button('Stop-loss at −25% of the margin').click();
    await open().click();
    await button('Accept the risk and go on').click();
    await dialog()
      .getByRole('button', { name: /^Open long, 10 lots/ })
      .click();
    await page.getByText('Long position opened').waitFor();
    await position().getByText('0.1 XAU').waitFor();
    const profit = async () =>
      (await position().textContent())?.match(/Unrealised P&L \(USDT\)([−+]?[\d,.]+)/)?.[1] ?? '';
    const first = await profit();
    expect(first).toMatch(/\d/);
    await until('the profit moves', async () => (await profit()) !== first);
    await goToScreen(page, exchange.address, '#/pages/assets/transfer?asset=USDT&from=gold');
    await field(/^Amount/).fill('1');
    await page
      .getByRole('button', { name: /^Transfer/ })
      .last()
      .click();
    await page
      .getByText(/has an open position/)
      .first()
      .waitFor();
  });

  it('has a chart of its index, and a wallet among the assets', async () => {
    await goToScreen(page, exchange.address, '#/pages/market/kline?pair=XAUUSDT');
    await page.locator('[data-testid="kline"][data-state="ready"]').waitFor();
    await page.getByText('This is an index').waitFor();
    await goToScreen(page, exchange.address, '#/pages/assets/assets');
    await page.getByRole('tab', { name: 'Wallets' }).click();
    await page.getByRole('link', { name: /^Gold/ }).click();
    await page.waitForURL(/wallet=gold/);
  });

  it('closes it, and tells the closing', async () => {
    await goToScreen(page, exchange.address, '#/pages/lever/lever?contract=XAUMINI');
    await button('Close Long XAU/USDT Mini').click();
    await dialog()
      .getByRole('button', { name: /^Close 10 lots/ })
      .click();
    await page.getByText('No open positions').waitFor();
    await goToScreen(page, exchange.address, '#/pages/lever/orderList');
    const closing = page.getByRole('article', { name: 'Closing: Long XAU/USDT Mini' });
    await until('the closing', async () => (await closing.count()) === 1);
    expect(await closing.textContent()).toContain('Closed by you');
    expect(phone.complaints).toEqual([]);
  });
});
