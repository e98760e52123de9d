import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { keptOnDevice, openPhone } from './phone.ts';

/** A deploy while people have the app open: nobody is thrown out of what they do, nobody sees a blank page. */

let exchange: BuiltExchange;
let browser: Browser;
let context: BrowserContext;
/** Tabs of one phone on the build that is about to be old. */
let tabs: { page: Page; loads: number }[];
let complaints: string[];

const isText = /\.(?:js|css|html|json)$/;
const asset = /^(.+)-([\w-]{8})\.(js|css)$/;

/** Puts the same build with other names for every file into the served folder; the old files stay. */
async function deploy(folder: string): Promise<string[]> {
  const assets = path.join(folder, 'assets');
  const old = (await readdir(assets)).filter((name) => asset.test(name));
  const renamed = new Map(old.map((name) => [name, name.replace(asset, '$1-NEW$2.$3')]));
  // One pass over each file: names are part of other names.
  const names = /[\w.[\]-]+-[\w-]{8}\.(?:js|css)/g;
  const rewrite = (text: string) => text.replaceAll(names, (name) => renamed.get(name) ?? name);
  for (const [name, next] of renamed) {
    await writeFile(path.join(assets, next), rewrite(await readFile(path.join(assets, name), 'utf8')));
  }
  for (const name of (await readdir(folder)).filter((file) => isText.test(file))) {
    const file = path.join(folder, name);
    const text = rewrite(await readFile(file, 'utf8'));
    // The worker knows its build by what the page is made of.
    await writeFile(file, name === 'sw.js' ? text.replaceAll(/[\da-f]{32}/g, 'f'.repeat(32)) : text);
    await Promise.all(['br', 'gz'].map((packed) => rm(`${file}.${packed}`, { force: true })));
  }
  return old;
}

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

/** Follows a link inside the app, as a tap does. */
const follow = (page: Page, hash: string) => page.evaluate((next) => location.assign(next), hash);
const runsNewBuild = (page: Page) => page.evaluate(() => document.head.innerHTML.includes('-NEW'));

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  ({ context, complaints } = await openPhone(browser));
  tabs = [];
  await openTab();
  await openTab();
  for (const { page } of tabs) await keptOnDevice(page);
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

it('asks the tabs that are open, changes the one that agrees with one load, and leaves the other at work', async () => {
  const old = await deploy(exchange.appFolder);
  const [first, second] = tabs;
  if (first === undefined || second === undefined) throw new Error('no tabs');
  await first.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  for (const { page } of tabs) await page.getByRole('button', { name: 'Update' }).waitFor();

  // Nothing was fetched of this screen yet: its old code comes, and what is typed stays.
  await follow(first.page, '#/register');
  await first.page.getByRole('textbox', { name: 'Email' }).fill('wader@example.com');
  expect(await runsNewBuild(first.page)).toBe(false);
  expect(tabs.map(({ loads }) => loads)).toEqual([0, 0]);

  await Promise.all([first.page.waitForEvent('load'), first.page.getByRole('button', { name: 'Update' }).click()]);
  await first.page.getByRole('textbox', { name: 'Email' }).waitFor();
  expect(await runsNewBuild(first.page)).toBe(true);

  await follow(second.page, '#/pages/login/login');
  await second.page.getByRole('textbox', { name: 'Email' }).waitFor();
  expect(await runsNewBuild(second.page)).toBe(false);
  expect(tabs.map(({ loads }) => loads)).toEqual([1, 0]);

  // A day later the old files are gone: one load, and the screen stands.
  await Promise.all(old.map((name) => rm(path.join(exchange.appFolder, 'assets', name), { force: true })));
  await Promise.all(
    old.flatMap((name) =>
      ['br', 'gz'].map((packed) => rm(path.join(exchange.appFolder, 'assets', `${name}.${packed}`), { force: true })),
    ),
  );
  await follow(second.page, '#/pages/forgetPwd/forgetPwd');
  await second.page.getByRole('textbox', { name: 'Email' }).waitFor();
  await second.page.getByRole('button', { name: 'Next' }).waitFor();
  expect(await runsNewBuild(second.page)).toBe(true);
  expect(tabs.map(({ loads }) => loads)).toEqual([1, 1]);
  expect(complaints).toEqual([]);
});
