import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeployedExchange, openChromium, startDeployedExchange } from '../built-exchange.ts';
import { deploy, runsDeploy } from './deploy.ts';
import {
  goToScreen,
  limitOrders,
  openPhone,
  type Phone,
  practiceSession,
  storedOnDevice,
  withWorker,
} from './phone.ts';

/** What is typed into a form is there after the reload for an update, for the same user. */

let exchange: DeployedExchange;
let browser: Browser;
let phone: Phone;
let page: Page;
let deploys = 0;

const field = (name: string | RegExp) => page.getByRole('textbox', { name }).first();
const open = (hash: string) => goToScreen(page, exchange.address, hash);

/** Puts a newer build in place and takes it up, as a user does at the banner. */
async function update(): Promise<void> {
  const nth = deploys;
  deploys += 1;
  await deploy(exchange.appFolder, nth);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await page.getByRole('button', { name: 'Update' }).waitFor();
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Update' }).click()]);
  await page.locator('#app h1').first().waitFor();
  expect(await runsDeploy(page, nth)).toBe(true);
}

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startDeployedExchange(), openChromium()]);
  const session = await practiceSession(exchange.address);
  phone = await openPhone(browser, { lang: 'en', ...limitOrders, ...session }, withWorker);
  ({ page } = phone);
  await open('#/pages/index/index');
  await storedOnDevice(page);
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

it('in a withdrawal', async () => {
  await open('#/pages/assets/mention?asset=USDT');
  await field('Address').fill('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE');
  await field(/^Amount \(USDT\)/).fill('125');
  await update();
  await field('Address').waitFor();
  expect(await field('Address').inputValue()).toBe('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE');
  expect(await field(/^Amount \(USDT\)/).inputValue()).toBe('125');
});

it('in an order', async () => {
  await open('#/pages/trade/trade?pair=BTCUSDT');
  await field('Price (USDT)').fill('12345');
  await field('Amount (BTC)').fill('0.0123');
  await update();
  await field('Amount (BTC)').waitFor();
  expect((await field('Price (USDT)').inputValue()).replaceAll(',', '')).toBe('12345');
  expect(await field('Amount (BTC)').inputValue()).toBe('0.0123');
});

it('in a transfer, and not once it was left', async () => {
  await open('#/pages/assets/transfer');
  await field(/^Amount \(/).fill('77');
  await update();
  await field(/^Amount \(/).waitFor();
  expect(await field(/^Amount \(/).inputValue()).toBe('77');
  await open('#/pages/assets/assets');
  await page.reload();
  await open('#/pages/assets/transfer');
  expect(await field(/^Amount \(/).inputValue()).toBe('');
});

it('and nothing is left of it for the next user', async () => {
  await open('#/pages/assets/transfer');
  await field(/^Amount \(/).fill('88');
  await page.reload();
  expect(await page.evaluate(() => sessionStorage.getItem('dunlin.forms'))).toContain('88');
  await page.evaluate(() => {
    localStorage.setItem('dunlin.account', '999');
  });
  await page.reload();
  await page.locator('#app h1').first().waitFor();
  expect(phone.complaints).toEqual([]);
});
