import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { paceOf, slownessNow } from '../pace.ts';
import { openPhone, type Phone, until, withWorker } from './phone.ts';
import { type SteeredNetwork, startSteeredNetwork } from './steered-network.ts';

/**
 * A phone at the edge of its cell, whose network goes ten seconds after log-in: help, news and notices were fetched
 * before all else, with the code of their screens, and are read without having been opened.
 */

const bytesPerSecond = 200_000;
const latencyMs = 150;
const cutAfterMs = 10_000;

let exchange: BuiltExchange;
let network: SteeredNetwork;
let browser: Browser;
let phone: Phone;
let page: Page;

const main = () => page.locator('main:visible');

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  network = await startSteeredNetwork(exchange.address);
  phone = await openPhone(browser, { lang: 'en' }, withWorker);
  ({ page } = phone);
});

afterAll(async () => {
  await browser.close();
  await network.close();
  await exchange.close();
});

it('reads after a network that was there for ten seconds', async () => {
  await page.goto(`${network.address}/#/pages/login/login`);
  await until('the worker is in charge', () => page.evaluate(() => navigator.serviceWorker.controller !== null));
  network.slow(bytesPerSecond, latencyMs);
  await page.getByRole('button', { name: 'Try with a practice account' }).click();
  await until('somebody is signed in', () => page.evaluate(() => localStorage.getItem('token') !== null));
  // On a machine that is busy, the phone itself is slower than the network.
  await page.waitForTimeout(paceOf(slownessNow()).allowedMs(cutAfterMs));
  network.cut();

  const cold = async (hash: string) => {
    await page.goto(`${network.address}/?cold#${hash}`);
    await page.locator('#app h1').first().waitFor();
  };
  for (const [list, opened] of [
    ['/pages/neWs/neWs', /newsDetail/],
    ['/pages/notice/list', /notice\/details/],
    ['/pages/Whiteskin/contact', /newsDetail/],
  ] as const) {
    await cold(list);
    await main().locator('a[href*="?"]').first().click();
    await page.waitForURL(opened);
    await until(
      `the text of ${list}`,
      async () => ((await main().locator('article').first().textContent()) ?? '').length > 30,
      10_000,
    );
  }
  await cold('/pages/Whiteskin/privacy');
  await main().locator('article h2').nth(3).waitFor();
});
