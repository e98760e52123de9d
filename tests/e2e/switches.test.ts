import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { operatorCommand } from '../operator-console.ts';
import { goToScreen, limitOrders, openPhone, overflowing, type Phone, practiceSession } from './phone.ts';

/** What an operator switches off disappears from open apps, says why, and can still be left; so do rates that ended. */

let exchange: BuiltExchange;
let browser: Browser;
let phone: Phone;
let page: Page;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  phone = await openPhone(browser, { lang: 'en', ...limitOrders, ...(await practiceSession(exchange.address)) });
  ({ page } = phone);
});

afterAll(async () => {
  await phone.context.close();
  await browser.close();
  await exchange.close();
});

const turn = (...args: readonly string[]) => operatorCommand(exchange, 'switch', ...args, '--reason', 'a test');
const buy = () => page.getByRole('button', { name: /^Buy BTC/ });
const openOrders = () => page.getByRole('tab', { name: /^Open orders/ });

describe('an operator’s switch', () => {
  it('closes the spot form in an open app, leaves its orders to be cancelled, and opens it again', async () => {
    await goToScreen(page, exchange.address, '#/pages/trade/trade?pair=BTCUSDT');
    await page.getByRole('textbox', { name: /^Price/ }).fill('30000');
    await page.getByRole('textbox', { name: /^Amount/ }).fill('0.01');
    await buy().click();
    await page.getByRole('dialog').getByRole('button', { name: /^Buy/ }).click();
    await page.getByRole('tab', { name: 'Open orders 1' }).waitFor();
    await turn('off', 'spot');
    await page.getByText('Not available right now', { exact: true }).waitFor();
    expect(await buy().count()).toBe(0);
    await openOrders().waitFor();
    await page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click();
    await page.getByRole('tab', { name: /^Open orders(?: 0)?$/ }).waitFor();
    await goToScreen(page, exchange.address, '#/pages/assets/transfer?tab=convert');
    await page.getByText('Not available right now', { exact: true }).waitFor();
    expect(await overflowing(page)).toEqual([]);
    await goToScreen(page, exchange.address, '#/pages/trade/trade?pair=BTCUSDT');
    await turn('on', 'spot');
    await buy().waitFor();
  });

  it('closes the board of fiat trading in an open app, and keeps the way to open orders', async () => {
    await goToScreen(page, exchange.address, '#/pages/otc/otc');
    await page
      .getByRole('button', { name: /^Buy USDT/ })
      .first()
      .waitFor();
    await turn('off', 'fiat');
    await page.getByText('Not available right now', { exact: true }).waitFor();
    expect(await overflowing(page)).toEqual([]);
    await page.getByRole('link', { name: 'P2P orders' }).waitFor();
    await turn('on', 'fiat');
    await page
      .getByRole('button', { name: /^Buy USDT/ })
      .first()
      .waitFor();
  });

  it('asks who a country is unknown of to verify, and keeps the ways to what is open', async () => {
    await goToScreen(page, exchange.address, '#/pages/lever/lever?contract=BTCPERP');
    await page.getByRole('button', { name: /long/i }).first().waitFor();
    await turn('off', 'contract', 'US');
    await page.getByText('We don’t know your country yet').waitFor();
    expect(await page.getByRole('link', { name: 'Verify identity' }).getAttribute('href')).toContain('authentication');
    await page.getByRole('link', { name: 'Contracts', exact: true }).waitFor();
    await page.getByRole('tab', { name: /^Positions/ }).waitFor();
    expect(await overflowing(page)).toEqual([]);
    await turn('clear', 'contract', 'US');
    await page.getByRole('button', { name: /long/i }).first().waitFor();
  });

  it('takes options off the tab bar, and says on their screen what becomes of the rounds', async () => {
    await goToScreen(page, exchange.address, '#/pages/Option/Option');
    await page.getByRole('region', { name: 'Stake' }).waitFor();
    await turn('off', 'option');
    await page.getByText(/Rounds you are in settle as usual/).waitFor();
    const tabs = page.getByRole('navigation', { name: 'Main' });
    expect(await tabs.getByRole('link', { name: 'Options' }).count()).toBe(0);
    await turn('on', 'option');
    await page.getByRole('region', { name: 'Stake' }).waitFor();
    await tabs.getByRole('link', { name: 'Options' }).waitFor();
  });
});

describe('the platform rates', () => {
  it('change in an open app when an operator writes one, and end in a dash when none counts', async () => {
    await goToScreen(page, exchange.address, '#/pages/assets/rate');
    await page.getByText('1 USDT = ฿32.9', { exact: false }).waitFor();
    await operatorCommand(exchange, 'rate', 'set', 'THB', '33.5', '--reason', 'a test');
    await page.getByText('1 USDT = ฿33.5', { exact: false }).click();
    await goToScreen(page, exchange.address, '#/pages/assets/assets');
    const worth = page.getByRole('link', { name: /^Display currency/ });
    await worth.getByText(/≈ ฿\d/).waitFor();
    // Two seconds from now it does not count any more.
    const soon = new Date(Date.now() + 2_000).toISOString().replace(/\.\d+Z$/, 'Z');
    await operatorCommand(exchange, 'rate', 'set', 'THB', '33.6', soon, '--reason', 'a test');
    await worth.getByText('—').waitFor();
    await goToScreen(page, exchange.address, '#/pages/assets/rate');
    await page.getByText(/There is no rate for THB right now/).waitFor();
    expect(await overflowing(page)).toEqual([]);
  });
});
