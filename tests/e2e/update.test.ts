import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeployedExchange, openChromium, startDeployedExchange } from '../built-exchange.ts';
import { deploy, removeFiles, runsDeploy } from './deploy.ts';
import { storedOnDevice, openPhone, withWorker } from './phone.ts';

/** A deploy while users have the app open: no user is interrupted or sees a blank page. */

let exchange: DeployedExchange;
let browser: Browser;
let context: BrowserContext;
/** Tabs of one phone on the build that is about to be old. */
let tabs: { page: Page; loads: number }[];
let complaints: string[];

async function openTab(): Promise<void> {
  const tab = { page: await context.newPage(), loads: -1 };
  tab.page.on('load', () => {
    tab.loads += 1;
  });
  tab.page.on('pageerror', (error) => complaints.push(error.message));
  await tab.page.goto(`${exchange.address}/#/pages/mine/lang`);
  await tab.page.getByRole('button', { name: 'English' }).waitFor();
  tabs.push(tab);
}

/**
 * Follows a link inside the app, as a tap does. The heading that is left is marked: it stays until the next one comes.
 */
const follow = (page: Page, hash: string) =>
  page.evaluate((next) => {
    if (location.hash !== next) document.querySelector('#app h1')?.setAttribute('data-before', '');
    location.assign(next);
  }, hash);

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startDeployedExchange(), openChromium()]);
  ({ context, complaints } = await openPhone(browser, {}, withWorker));
  // With a data saver nothing is fetched ahead: the tests open screens that are not on the device.
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  tabs = [];
  await openTab();
  await openTab();
  for (const { page } of tabs) await storedOnDevice(page);
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

it('asks the tabs that are open, changes the one that agrees with one load, and leaves the other at work', async () => {
  const old = await deploy(exchange.appFolder, 0);
  const [first, second] = tabs;
  if (first === undefined || second === undefined) throw new Error('no tabs');
  await first.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  for (const { page } of tabs) await page.getByRole('button', { name: 'Update' }).waitFor();

  // Nothing was fetched of this screen yet: its old code comes, and what is typed stays.
  await follow(first.page, '#/register');
  await first.page.getByRole('textbox', { name: 'Email' }).fill('wader@example.com');
  expect(await runsDeploy(first.page, 0)).toBe(false);
  expect(tabs.map(({ loads }) => loads)).toEqual([0, 0]);

  await Promise.all([first.page.waitForEvent('load'), first.page.getByRole('button', { name: 'Update' }).click()]);
  await first.page.getByRole('textbox', { name: 'Email' }).waitFor();
  expect(await runsDeploy(first.page, 0)).toBe(true);

  await follow(second.page, '#/pages/login/login');
  await second.page.getByRole('textbox', { name: 'Email' }).waitFor();
  expect(await runsDeploy(second.page, 0)).toBe(false);
  expect(tabs.map(({ loads }) => loads)).toEqual([1, 0]);

  // A day later the old files are gone: one load, and the screen is complete.
  await removeFiles(exchange.appFolder, old);
  await follow(second.page, '#/pages/forgetPwd/forgetPwd');
  await second.page.getByRole('textbox', { name: 'Email' }).waitFor();
  await second.page.getByRole('button', { name: 'Next' }).waitFor();
  expect(await runsDeploy(second.page, 0)).toBe(true);
  expect(tabs.map(({ loads }) => loads)).toEqual([1, 1]);
  expect(complaints).toEqual([]);
});

it('happens ten times: no tab is ever blank, none loads more than once for it, and no form loses what was typed', async () => {
  const [first, second] = tabs;
  if (first === undefined || second === undefined) throw new Error('no tabs');
  const stands = async ({ page }: { page: Page }) => {
    await page.locator('#app h1:not([data-before])').first().waitFor();
    expect((await page.locator('#app').textContent())?.length).toBeGreaterThan(20);
  };
  const screens = [
    '#/pages/mine/lang',
    '#/pages/login/login',
    '#/pages/forgetPwd/forgetPwd',
    '#/pages/Whiteskin/aboutUs',
  ];
  for (let nth = 1; nth < 10; nth += 1) {
    const typed = `wader-${nth}@example.com`;
    const email = first.page.getByRole('textbox', { name: 'Email' });
    await follow(first.page, '#/register');
    // The forms of other screens have such a field as well.
    await stands(first);
    await email.waitFor();
    await email.fill(typed);
    await follow(second.page, screens[nth % screens.length] ?? '');
    await stands(second);
    const before = tabs.map(({ loads }) => loads);
    const old = await deploy(exchange.appFolder, nth);
    await second.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    for (const { page } of tabs) await page.getByRole('button', { name: 'Update' }).waitFor();
    for (const tab of tabs) await stands(tab);
    expect(tabs.map(({ loads }) => loads)).toEqual(before);
    // The update is not accepted; the running build's files may be gone from the server anyway.
    if (nth % 2 === 0) await removeFiles(exchange.appFolder, old);
    await stands(first);
    expect(await email.inputValue()).toBe(typed);
    await follow(first.page, screens[(nth + 1) % screens.length] ?? '');
    await stands(first);
    const after = tabs.map(({ loads }) => loads);
    expect((after[0] ?? 0) - (before[0] ?? 0), 'loads of the tab with the form').toBeLessThanOrEqual(1);
    expect((after[1] ?? 0) - (before[1] ?? 0), 'loads of the other tab').toBeLessThanOrEqual(1);
  }
  expect(complaints).toEqual([]);
});
