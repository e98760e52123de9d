import type { BrowserContext, CDPSession, Page } from 'playwright';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { goToScreen, storedOnDevice, keptText, openPhone, practiceSession, store, until, withWorker } from './phone.ts';
import { setStage } from './stage.ts';
import { startWatch } from '../pace.ts';
import { askExchange } from './ask-exchange.ts';

/**
 * A device whose storage is full, broken or gone: the app opens within five seconds, nothing goes round in circles, and
 * what a user wrote still waits or is said to be lost.
 */
const opensWithinMs = 5_000;
const newOrder = '#/pages/workOrder/index?new=1';
const words = 'Where is my deposit of Tuesday?';

const stage = setStage();
let context: BrowserContext;
let page: Page;
let device: CDPSession;
let complaints: string[];
/** Loads of the page and what it asked for, begun again by `opens`, and what it asked for again, by `isQuiet`. */
let loads = 0;
const asked = new Set<string>();
let repeats = 0;

beforeEach(async () => {
  if (isStopped) await start();
  ({ context, page, complaints } = await openPhone(stage.browser, { lang: 'en' }, withWorker));
  await context.addInitScript(refuseWhenFull);
  device = await context.newCDPSession(page);
  page.on('load', () => (loads += 1));
  page.on('request', (request) => {
    const [address = ''] = request.url().split('?');
    if (asked.has(address)) repeats += 1;
    asked.add(address);
  });
  await page.goto(`${stage.exchange.address}/robots.txt`);
  await store(page, await practiceSession(stage.exchange.address));
  await goToScreen(page, stage.exchange.address, '#/pages/index/index');
});
afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

/** Opens the app again; it is complete within its time, with one load, and becomes idle. */
async function opens(hash = '#/pages/index/index'): Promise<void> {
  // Another page of the same origin, so that the app begins from nothing.
  await page.goto(`${stage.exchange.address}/robots.txt`);
  loads = 0;
  asked.clear();
  const watch = startWatch();
  await page.goto(`${stage.exchange.address}/${hash}`);
  await page.locator('#app h1').first().waitFor();
  const { tookMs, allowedMs } = watch.stop();
  expect(tookMs).toBeLessThan(allowedMs(opensWithinMs));
  await until('the page is quiet', isQuiet, 20_000);
  expect(loads).toBe(1);
  expect(await page.locator('#app h1').first().isVisible()).toBe(true);
}

/**
 * Whether nothing is asked again and again: prices come by the stream. The code of other screens is fetched ahead all the
 * while, each file once, and takes longer than this where the machine is busy.
 */
async function isQuiet(): Promise<boolean> {
  repeats = 0;
  await page.waitForTimeout(1_000);
  return repeats < 10;
}

let isStopped = false;
async function stop(): Promise<void> {
  await stage.exchange.stop();
  isStopped = true;
}
async function start(): Promise<void> {
  isStopped = false;
  await stage.exchange.startAgain();
}

/** Whether the device refuses to write anything more, as with its quota exceeded. */
async function fill(isFull: boolean): Promise<void> {
  await page.evaluate((full) => sessionStorage.setItem('full', full), isFull ? 'yes' : 'no');
}

/** Runs in the page: refuses as a browser does whose quota is exceeded. */
function refuseWhenFull(): void {
  const put: unknown = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')?.value;
  IDBObjectStore.prototype.put = new Proxy(put as IDBObjectStore['put'], {
    apply(real, store, given) {
      if (sessionStorage.getItem('full') === 'yes')
        throw new DOMException('The quota is exceeded', 'QuotaExceededError');
      return Reflect.apply(real, store, given);
    },
  });
}

/** It says when it is sent; that the server is gone the page may not have noticed yet. */
const send = () => page.getByRole('button', { name: /^Send (?:ticket|when there is a connection)$/ });

/** Writes a ticket while the server is gone, so that it waits on the device. */
async function writeOffline(): Promise<void> {
  await goToScreen(page, stage.exchange.address, newOrder);
  await stop();
  await page.getByLabel('Title').fill('Deposit');
  await page.getByLabel('Description').fill(words);
  await send().click();
}

async function waits(): Promise<boolean> {
  return (await keptText(page)).includes('"kind":"work-order"');
}

async function sentOrders(): Promise<string[]> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await askExchange(`${stage.exchange.address}/api/worker/order/list`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: { list: { title: string }[] } };
  return data.list.map(({ title }) => title);
}

it('full: what was written stays in the form and says so; with room it waits and is sent once', async () => {
  await fill(true);
  await writeOffline();
  await page.getByText('This device could not save the ticket.').waitFor();
  expect(await page.getByLabel('Description').inputValue()).toBe(words);
  expect(await waits()).toBe(false);
  await fill(false);
  await send().click();
  await until('it waits', waits);
  // Full again: what waits already is not pushed out.
  await fill(true);
  await start();
  await opens();
  await until('it is sent', async () => (await sentOrders()).length === 1);
  await fill(false);
  await opens();
  expect(await sentOrders()).toEqual(['Deposit']);
});

it('a database of another shape: queued writes are reported as lost, and the next ones are stored', async () => {
  await writeOffline();
  await until('it waits', waits);
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const gone = indexedDB.deleteDatabase('dunlin');
        gone.addEventListener('success', () => {
          const made = indexedDB.open('dunlin', 9);
          made.addEventListener('upgradeneeded', () => made.result.createObjectStore('garbage').put('junk', 'junk'));
          made.addEventListener('error', () => reject(new Error('not made')));
          made.addEventListener('success', () => {
            made.result.close();
            resolve();
          });
        });
      }),
  );
  await start();
  await opens();
  await page.getByText('1 message you wrote was lost').waitFor();
  expect(await sentOrders()).toEqual([]);
  await writeOffline();
  await until('it waits', waits);
  await start();
  await until('it is sent', async () => (await sentOrders()).length === 1);
});

it('garbage under every key: the app opens, and throws it away', async () => {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('dunlin');
        opening.addEventListener('success', () => {
          const changing = opening.result.transaction('kept', 'readwrite');
          const kept = changing.objectStore('kept');
          const keys = kept.getAllKeys();
          keys.addEventListener('success', () => {
            for (const key of keys.result) kept.put({ buster: 7, junk: [null] }, key);
          });
          changing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
  );
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (!['token', 'dunlin.account', 'lang'].includes(key)) localStorage.setItem(key, '{"junk":[');
    }
  });
  await opens();
  await opens('#/pages/notice/list');
});

it('caches that were deleted and a worker that was ended or removed: the app opens, and keeps its files again', async () => {
  await storedOnDevice(page);
  await writeOffline();
  await until('it waits', waits);
  await start();
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await opens();
  await until('it is sent', async () => (await sentOrders()).length === 1);
  await device.send('ServiceWorker.enable');
  await device.send('ServiceWorker.stopAllWorkers');
  await opens();
  await page.evaluate(async () => {
    for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
  });
  await opens();
  await storedOnDevice(page);
});

/** Fills what room local storage has, to the last character. */
function fillLocalStorage(): Promise<void> {
  return page.evaluate(() => {
    let size = 1_000_000;
    for (let nth = Object.keys(localStorage).length; size > 0; nth += 1) {
      try {
        localStorage.setItem(`filler-${nth}`, 'x'.repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
}

it('local storage without room: the app opens, and what waits is sent', async () => {
  await fillLocalStorage();
  await writeOffline();
  await until('it waits', waits);
  await start();
  await opens();
  await until('it is sent', async () => (await sentOrders()).length === 1);
});

/** Takes away what the app keeps of a user. */
async function signOut(): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key !== 'lang') localStorage.removeItem(key);
  });
}

it('a log-in while local storage has no room: the user is in, with the tabs, as long as the page is open', async () => {
  await page.goto(`${stage.exchange.address}/robots.txt`);
  await signOut();
  await fillLocalStorage();
  await goToScreen(page, stage.exchange.address, '#/pages/login/login?to=%2Fpages%2Findex%2Findex');
  await page.getByRole('button', { name: 'Try with a practice account' }).click();
  const tabs = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Assets', 'Market', 'Home']) {
    await tabs.getByRole('link', { name }).click();
    await tabs.locator('[aria-current="page"]', { hasText: name }).waitFor();
  }
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(null);
});

it('a log-in while answers of before take the room: they give way, and the session outlives the page', async () => {
  await page.goto(`${stage.exchange.address}/robots.txt`);
  await signOut();
  await page.evaluate(() => localStorage.setItem('dunlin.boot.100001', 'x'.repeat(100_000)));
  await fillLocalStorage();
  await goToScreen(page, stage.exchange.address, '#/pages/login/login?to=%2Fpages%2Findex%2Findex');
  await page.getByRole('button', { name: 'Try with a practice account' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await opens();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});

it('a page that is left a moment after an answer came: the answer is on the device', async () => {
  await goToScreen(page, stage.exchange.address, '#/pages/workOrder/index');
  await storedOnDevice(page, ['worker/order/list']);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await askExchange(`${stage.exchange.address}/api/worker/order/add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: 'c'.repeat(32), title: 'Just now', description: words, images: [] }),
  });
  await page.getByRole('link', { name: /Just now/ }).waitFor();
  await page.goto(`${stage.exchange.address}/robots.txt`);
  expect(await keptText(page)).toContain('"title":"Just now"');
});
