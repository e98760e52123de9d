import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { clusterProcesses } from '../faults/cluster-processes.ts';
import { goToScreen, limitOrders, openPhone, type Phone, practiceSession, until, withWorker } from './phone.ts';

/** PostgreSQL stops under open screens: they say so, keep what was typed, and recover by themselves. */

let exchange: BuiltExchange;
let browser: Browser;
let phone: Phone;
let page: Page;
let stopped: number[] = [];

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  phone = await openPhone(
    browser,
    { lang: 'en', ...limitOrders, ...(await practiceSession(exchange.address)) },
    withWorker,
  );
  ({ page } = phone);
});

afterEach(() => resume());

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

function stopStore(): void {
  stopped = clusterProcesses(path.join(exchange.dataFolder, 'postgres/cluster'));
  expect(stopped.length).toBeGreaterThan(0);
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
}

function resume(): void {
  for (const pid of stopped) process.kill(pid, 'SIGCONT');
  stopped = [];
}

const banner = () => page.getByRole('status').filter({ hasText: 'Orders and transfers are paused' });
const field = (name: string) => page.getByRole('textbox', { name });
const send = () => page.getByRole('button', { name: /^Buy BTC/ });

/** Counts screen reader announcements from now on. */
async function listenToStatus(): Promise<void> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    const speak = () => {
      for (const status of document.querySelectorAll('[role="status"]')) {
        const text = status.textContent ?? '';
        if (text.includes('paused') && heard.at(-1) !== text) heard.push(text);
      }
    };
    new MutationObserver(speak).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);

it('says that orders are paused, keeps the form, refuses clearly, and recovers by itself', async () => {
  await goToScreen(page, exchange.address, '#/pages/trade/trade?pair=BTCUSDT');
  await until('orders can be sent', async () => (await send().getAttribute('aria-disabled')) === null);
  await field('Price (USDT)').fill('20000');
  await field('Amount (BTC)').fill('0.001');
  await listenToStatus();

  stopStore();
  await banner().waitFor({ timeout: 30_000 });
  expect(await banner().textContent()).toMatch(/Your balances and orders are safe, shown as of \d{2}:\d{2}/);
  // The button is there, and says what happened when it is pressed.
  expect(await send().getAttribute('aria-disabled')).toBeNull();
  await send().click();
  await page.getByRole('dialog').getByRole('button', { name: /^Buy / }).click();
  await page.getByText('Nothing was done; try again in a moment.').first().waitFor({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  expect(await field('Price (USDT)').inputValue()).toMatch(/^20,?000$/);
  expect(await field('Amount (BTC)').inputValue()).toBe('0.001');
  expect(await heard()).toHaveLength(1);

  resume();
  await banner().waitFor({ state: 'detached', timeout: 30_000 });
  await page.getByText('Orders and transfers work again.').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await until('the same form can be sent', async () => (await send().getAttribute('aria-disabled')) === null);
  await send().click();
  await page.getByRole('dialog').getByRole('button', { name: /^Buy / }).click();
  await page.getByText('Buy order placed').first().waitFor({ timeout: 20_000 });
  await page
    .getByRole('article', { name: /^Buy BTC\/USDT/ })
    .first()
    .waitFor();
});

it('informs users who arrive while the store is away, with the age of the data', async () => {
  await goToScreen(page, exchange.address, '#/pages/assets/assets');
  stopStore();
  await banner().waitFor({ timeout: 30_000 });
  await page
    .getByText(/^as of \d{2}:\d{2}/)
    .first()
    .waitFor();
  await page.reload();
  await banner().waitFor({ timeout: 30_000 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  resume();
  await banner().waitFor({ state: 'detached', timeout: 30_000 });
  await until('the wallet is asked for again', async () => asked.includes('/api/wallet'), 20_000);
  await page
    .getByText(/^as of /)
    .first()
    .waitFor({ state: 'detached' });
  expect(phone.complaints).toEqual([]);
});
