import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeployedExchange, openChromium, startDeployedExchange } from '../built-exchange.ts';
import { deploy, runsDeploy } from './deploy.ts';
import { goToScreen, openPhone, type Phone, practiceSession, storedOnDevice, until, withWorker } from './phone.ts';
import { portalPage, type SteeredNetwork, startSteeredNetwork } from './steered-network.ts';

/**
 * Networks that answer for the exchange: a hotel's page comes with status 200 in place of every file. It is never stored;
 * a device on which an earlier worker stored it repairs itself; and a build that does not come whole is not installed.
 */

const screens = [
  '#/pages/home/market',
  '#/pages/trade/trade',
  '#/pages/assets/assets',
  '#/pages/notice/list',
  '#/pages/assets/mention',
  '#/pages/Whiteskin/contact',
] as const;

const assets = /^\/assets\//;

let exchange: DeployedExchange;
let network: SteeredNetwork;
let browser: Browser;

/** Somebody who is signed in, with the worker in charge and what the page runs on stored. */
async function openOwner(): Promise<Phone> {
  const phone = await openPhone(browser, { lang: 'en', ...(await practiceSession(exchange.address)) }, withWorker);
  await goToScreen(phone.page, network.address, '#/pages/index/index');
  await storedOnDevice(phone.page);
  return phone;
}

/** Stored files of the build that are pages, and how many there are in all. */
function storedFiles(page: Page): Promise<{ readonly wrong: readonly string[]; readonly all: number }> {
  return page.evaluate(async () => {
    const wrong: string[] = [];
    let all = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))?.text();
        all += 1;
        const { pathname } = new URL(request.url);
        if (text?.includes('Hotel Wi-Fi') === true || (pathname.endsWith('.js') && /^\s*</.test(text ?? '')))
          wrong.push(pathname);
      }
    }
    return { wrong, all };
  });
}

/** Puts the hotel's page in the place of stored files, as a worker did that looked at the status alone. */
function damage(page: Page, pattern: string): Promise<number> {
  return page.evaluate(
    async ([html, names]) => {
      let damaged = 0;
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          if (!new RegExp(names).test(new URL(request.url).pathname)) continue;
          await cache.put(request, new Response(html, { headers: { 'content-type': 'text/html' } }));
          damaged += 1;
        }
      }
      return damaged;
    },
    [portalPage, pattern] as const,
  );
}

async function seeAll(page: Page): Promise<void> {
  for (const hash of screens) {
    await goToScreen(page, network.address, hash);
    expect(await page.getByText('This page could not be shown').count(), hash).toBe(0);
    expect(await page.getByText('This page is not on your device yet').count(), hash).toBe(0);
  }
}

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startDeployedExchange(), openChromium()]);
  network = await startSteeredNetwork(exchange.address);
});

afterAll(async () => {
  await browser.close();
  await network.close();
  await exchange.close();
});

describe('a network that answers for the exchange', () => {
  it('leaves nothing on the device, and six screens open once it is gone', async () => {
    const { page, context } = await openOwner();
    network.capture(assets);
    const endsAt = Date.now() + 25_000;
    for (const hash of screens) {
      await page.goto(`${network.address}/${hash}`);
      await page.waitForTimeout(1_500);
    }
    await page.reload();
    await page.waitForTimeout(Math.max(0, endsAt - Date.now()));
    expect((await storedFiles(page)).wrong).toEqual([]);
    network.capture(null);
    await seeAll(page);
    const { wrong, all } = await storedFiles(page);
    expect(wrong).toEqual([]);
    expect(all).toBeGreaterThan(100);
    await context.close();
  });

  it('is not mistaken for the app where it answers for the page itself', async () => {
    const { page, context } = await openOwner();
    network.capture(/^\/(?:index\.html|sw\.js|assets\/.*)?$/);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update().catch(() => undefined));
    await page.reload();
    await page.locator('#app h1').first().waitFor();
    expect((await storedFiles(page)).wrong).toEqual([]);
    network.capture(null);
    await context.close();
  });
});

describe('a first visit whose installation fails', () => {
  it('has the app on the device a while after it can, with no page loaded again', async () => {
    network.capture(/^\/assets\/offline-/);
    const { page, context } = await openPhone(browser, { lang: 'en' }, withWorker);
    await goToScreen(page, network.address, '#/pages/index/index');
    await page.evaluate(() => sessionStorage.setItem('page', String(performance.timeOrigin)));
    await page.waitForTimeout(4_000);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    network.capture(null);
    await storedOnDevice(page);
    expect(await page.evaluate(() => sessionStorage.getItem('page') === String(performance.timeOrigin))).toBe(true);
    await context.close();
  });
});

describe('a device that has pages in the place of files', () => {
  it('opens every screen at the next good connection', async () => {
    const { page, context } = await openOwner();
    await until('the device has much to damage', async () => (await storedFiles(page)).all > 150);
    expect(await damage(page, '^/assets/')).toBeGreaterThan(100);
    await page.reload();
    await seeAll(page);
    await context.close();
  });

  it('gets the page itself as well', async () => {
    const { page, context } = await openOwner();
    expect(await damage(page, '^/index\\.html$')).toBe(1);
    await page.reload();
    await seeAll(page);
    expect((await storedFiles(page)).wrong).toEqual([]);
    await context.close();
  });

  it('gets rid of a worker that served them, without anybody’s help', async () => {
    const worker = path.join(exchange.appFolder, 'sw.js');
    const kept = path.join(exchange.appFolder, 'kept-sw.js');
    await cp(worker, kept);
    for (const packed of ['br', 'gz']) await rm(`${worker}.${packed}`, { force: true });
    await writeFile(worker, trustingWorker);
    const phone = await openPhone(browser, { lang: 'en', ...(await practiceSession(exchange.address)) }, withWorker);
    const { page } = phone;
    await goToScreen(page, network.address, '#/pages/index/index');
    await until('the worker is in charge', () => page.evaluate(() => navigator.serviceWorker.controller !== null));
    network.capture(assets);
    await page.goto(`${network.address}/?new#/pages/home/market`);
    await page.waitForTimeout(3_000);
    network.capture(null);
    await page.reload();
    await page.waitForTimeout(3_000);
    expect((await storedFiles(page)).wrong.length).toBeGreaterThan(0);
    expect(await page.locator('#app h1').count()).toBe(0);

    await cp(kept, worker);
    await page.goto(`${network.address}/?again#/pages/home/market`);
    await page.locator('#app h1').first().waitFor({ timeout: 60_000 });
    await seeAll(page);
    await until('nothing wrong is stored', async () => (await storedFiles(page)).wrong.length === 0);
    await phone.context.close();
  });
});

describe('a build that does not come whole', () => {
  it('is not installed, and the one before stays complete', async () => {
    const { page, context } = await openOwner();
    await deploy(exchange.appFolder, 0);
    const worker = await readFile(path.join(exchange.appFolder, 'sw.js'), 'utf8');
    const [, broken = ''] = /"url":"(assets\/words-shell-en-[^"]+\.js)"/.exec(worker) ?? [];
    expect(broken).not.toBe('');
    network.capture(new RegExp(`^/${broken}$`));
    const states = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      const coming = registration?.installing ?? registration?.waiting;
      const seen: string[] = [];
      await new Promise<void>((resolve) => {
        coming?.addEventListener('statechange', () => {
          seen.push(coming.state);
          if (coming.state !== 'installing') resolve();
        });
      });
      return seen;
    });
    expect(states).toEqual(['redundant']);
    expect(await page.getByRole('button', { name: 'Update' }).count()).toBe(0);
    network.cut();
    await page.reload();
    await page.locator('#app h1').first().waitFor();
    expect(await runsDeploy(page, 0)).toBe(false);
    network.restore();

    network.capture(null);
    await context.close();
  });
});

/** A worker by the rules of earlier builds: what has status 200 is stored under the name that was asked for. */
const trustingWorker = `
const store = () => caches.open('workbox-precache-v2-' + registration.scope);
addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(store().then((cache) => cache.add('/index.html')));
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === 'navigate') event.respondWith(caches.match('/index.html'));
  else if (pathname.startsWith('/assets/'))
    event.respondWith(
      caches.match(event.request).then(async (kept) => {
        if (kept) return kept;
        const answer = await fetch(event.request, { cache: 'reload' });
        if (answer.status === 200) await (await store()).put(event.request, answer.clone());
        return answer;
      }),
    );
});
`;
