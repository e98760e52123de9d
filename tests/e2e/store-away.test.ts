import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { clusterProcesses } from '../faults/cluster-processes.ts';
import { goToScreen, limitOrders, until, withWorker } from './phone.ts';
import { setPhoneStage } from './stage.ts';

/** PostgreSQL stops under open screens: they say so, keep what was typed, and recover by themselves. */

const stage = setPhoneStage({ stored: limitOrders, options: withWorker });
let stopped: number[] = [];

afterEach(() => resume());

function stopStore(): void {
  stopped = clusterProcesses(path.join(stage.exchange.dataFolder, 'postgres/cluster'));
  expect(stopped.length).toBeGreaterThan(0);
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
}

function resume(): void {
  for (const pid of stopped) process.kill(pid, 'SIGCONT');
  stopped = [];
}

const banner = () => stage.page.getByRole('status').filter({ hasText: 'Orders and transfers are paused' });
const field = (name: string) => stage.page.getByRole('textbox', { name });
const send = () => stage.page.getByRole('button', { name: /^Buy BTC/ });

/** Counts screen reader announcements from now on. */
async function listenToStatus(): Promise<void> {
  await stage.page.evaluate(() => {
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

const heard = () => stage.page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);

it('says that orders are paused, keeps the form, refuses clearly, and recovers by itself', async () => {
  await goToScreen(stage.page, stage.exchange.address, '#/pages/trade/trade?pair=BTCUSDT');
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
  await stage.page.getByRole('dialog').getByRole('button', { name: /^Buy / }).click();
  await stage.page.getByText('Nothing was done; try again in a moment.').first().waitFor({ timeout: 20_000 });
  await stage.page.keyboard.press('Escape');
  expect(await field('Price (USDT)').inputValue()).toMatch(/^20,?000$/);
  expect(await field('Amount (BTC)').inputValue()).toBe('0.001');
  expect(await heard()).toHaveLength(1);

  resume();
  await banner().waitFor({ state: 'detached', timeout: 30_000 });
  await stage.page.getByText('Orders and transfers work again.').waitFor();
  await stage.page.getByRole('dialog').waitFor({ state: 'detached' });
  await until('the same form can be sent', async () => (await send().getAttribute('aria-disabled')) === null);
  await send().click();
  await stage.page.getByRole('dialog').getByRole('button', { name: /^Buy / }).click();
  await stage.page.getByText('Buy order placed').first().waitFor({ timeout: 20_000 });
  await stage.page
    .getByRole('article', { name: /^Buy BTC\/USDT/ })
    .first()
    .waitFor();
});

it('informs users who arrive while the store is away, with the age of the data', async () => {
  await goToScreen(stage.page, stage.exchange.address, '#/pages/assets/assets');
  stopStore();
  await banner().waitFor({ timeout: 30_000 });
  await stage.page
    .getByText(/^as of \d{2}:\d{2}/)
    .first()
    .waitFor();
  await stage.page.reload();
  await banner().waitFor({ timeout: 30_000 });
  const asked: string[] = [];
  stage.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  resume();
  await banner().waitFor({ state: 'detached', timeout: 30_000 });
  await until('the wallet is asked for again', async () => asked.includes('/api/wallet'), 20_000);
  await stage.page
    .getByText(/^as of /)
    .first()
    .waitFor({ state: 'detached' });
  expect(stage.phone.complaints).toEqual([]);
});
