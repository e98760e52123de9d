import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { contractRequests } from './contract-taps.ts';
import { goToScreen, openPhone, overflowing, type Phone, practiceSession } from './phone.ts';

/** Gold tap by tap: found from home, paid from a wallet of its own, its profit, its chart and its end. */

let exchange: BuiltExchange;
let browser: Browser;
let phone: Phone;
let page: Page;
let requests: ReturnType<typeof contractRequests>;

beforeAll(async () => {
  // Whatever the day of the week: what happens between two sessions is tested on the server.
  [exchange, browser] = await Promise.all([startBuiltExchange({ GOLD_HOURS: 'always' }), openChromium()]);
  phone = await openPhone(browser, { lang: 'en', ...(await practiceSession(exchange.address)) });
  ({ page } = phone);
  requests = contractRequests(page);
});

afterAll(async () => {
  await phone.context.close();
  await browser.close();
  await exchange.close();
});

const link = (name: string) => page.getByRole('link', { name, exact: true });
const position = () => page.getByRole('article', { name: 'Long XAU/USDT Mini' });

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
    await requests.button(/^XAU\/USDT/).click();
    await requests.dialog().getByRole('heading', { name: 'Gold' }).waitFor();
    await requests
      .dialog()
      .getByRole('button', { name: /XAU\/USDT Mini/ })
      .click();
    await page.waitForURL(/contract=XAUMINI/);
    await page.getByText('Your gold wallet is empty').waitFor();
    await page.getByRole('button', { name: 'Transfer USDT', exact: true }).click();
    await requests.transfer('500');
    await page.getByText(/500 USDT transferred to Gold/).waitFor();
    await requests.dialog().waitFor({ state: 'detached' });
    await page.getByText('500.00', { exact: true }).first().waitFor();
  });

  it('opens a position, shows its profit, and lets go only what is free', async () => {
    await requests.untilOpens();
    await requests.askToOpen(10);
    await requests.button('Accept the risk and continue').click();
    await requests.confirmOpening(10);
    await page.getByText('Long position opened').waitFor();
    await position().getByText('0.1 XAU').waitFor();
    await requests.profitMoves(position());
    await goToScreen(page, exchange.address, '#/pages/assets/transfer?asset=USDT&from=gold');
    await page.getByText(/stays as margin of open positions\./).waitFor();
    await requests.transfer('1');
    await page.getByText('1 USDT transferred to Contracts').first().waitFor();
  });

  it('has a chart of its index, and a wallet among the assets', async () => {
    await goToScreen(page, exchange.address, '#/pages/market/kline?pair=XAUUSDT');
    await page.locator('[data-testid="kline"][data-state="ready"]').waitFor();
    await page.getByText('This is an index').waitFor();
    // At quarter hours it would show nothing but the rest between two sessions, from Friday to Sunday.
    const interval = (name: string) => page.getByRole('radio', { name, exact: true });
    expect(await interval('4h').getAttribute('aria-checked')).toBe('true');
    await interval('1h').click();
    await goToScreen(page, exchange.address, '#/pages/market/kline?pair=BTCUSDT');
    await page.locator('[data-testid="kline"][data-state="ready"]').waitFor();
    expect(await interval('15m').getAttribute('aria-checked')).toBe('true');
    await goToScreen(page, exchange.address, '#/pages/market/kline?pair=XAUMINI');
    await page.locator('[data-testid="kline"][data-state="ready"]').waitFor();
    expect(await interval('1h').getAttribute('aria-checked')).toBe('true');
    await goToScreen(page, exchange.address, '#/pages/assets/assets');
    await page.getByRole('list', { name: 'Wallets' }).getByRole('link', { name: /^Gold/ }).click();
    await page.waitForURL(/wallet=gold/);
  });

  it('closes it, and shows the closing', async () => {
    await goToScreen(page, exchange.address, '#/pages/lever/lever?contract=XAUMINI');
    await requests.close('Long XAU/USDT Mini', 10, 'all');
    await page.getByText('No open positions').waitFor();
    await goToScreen(page, exchange.address, '#/pages/lever/orderList');
    await requests.untilClosed('Long XAU/USDT Mini', { 'Closed by you': 10 });
    expect(phone.complaints).toEqual([]);
  });
});
