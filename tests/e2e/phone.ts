import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright';
import { watchRequests } from '../unanswered-requests.ts';
import { type Locale, locales } from '#protocol/core/locales.ts';
import { askExchange } from './ask-exchange.ts';

/** A small phone, as the design's least. */
export const smallPhone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true } as const;

/** Timeout of taps and waits, long enough for a slow machine. It asserts no speed. */
const patienceMs = 60_000;

/** A page on a phone, and its problems: uncaught errors, violations of the content security policy. */
export interface Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: string[];
}

/** A page of any engine, as far as a look into it or its storage goes. */
export type Evaluating = Pick<Page, 'evaluate'>;

/**
 * What the browser itself says of answers that tests ask for: a network that was cut, a session that ended, a service
 * worker's script that it asks for by itself a while after a page began, when the server may be gone.
 */
const expected = /net::ERR_|Failed to load resource|^An unknown error occurred when fetching the script\.$/;

/** For `openPhone` where a test is about what the service worker does: screens without a network, updates, push. */
export const withWorker = { serviceWorkers: 'allow' } as const;

/**
 * Opens a phone whose device storage holds the given things before any script runs. It has no service worker unless
 * `options` say so: each phone's would fetch every screen ahead, which takes as long as the rest of many tests.
 */
export async function openPhone(
  browser: Browser,
  stored: Readonly<Record<string, string>> = {},
  options: Readonly<Record<string, unknown>> = {},
): Promise<Phone> {
  const context = await browser.newContext({ ...smallPhone, serviceWorkers: 'block', ...options });
  watchRequests(context);
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    }
  }, stored);
  const complaints: string[] = [];
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text());
  });
  return { context, page, complaints };
}

/** A user whose last spot order was a limit order: a newcomer starts with a market order. */
export const limitOrders = { 'dunlin.trade': JSON.stringify({ type: 'limit' }) } as const;

/** A session that a call opens, as the app keeps it. */
export async function openSession(
  address: string,
  call: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ token: string; 'dunlin.account': string }> {
  const answer = await askExchange(`${address}/api/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answered = (await answer.json()) as { data: { token: string; profile: { id: string } } | null };
  if (answered.data === null) throw new Error(`${call} opens no session: ${JSON.stringify(answered)}`);
  const { token, profile } = answered.data;
  return { token, 'dunlin.account': profile.id };
}

/** Registers a practice account over HTTP; answers what the app keeps of it. */
export function practiceSession(address: string) {
  return openSession(address, 'register', { kind: 'practice' });
}

/**
 * Puts things into the device's storage once, as log-in does: unlike those of `openPhone` they do not come again with
 * the next page. The app sees them when it is loaded again.
 */
export function store(page: Page, entries: Readonly<Record<string, string>>): Promise<void> {
  return page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  }, entries);
}

/** Stores a choice as another tab of the same device does, which the page follows without being loaded again. */
export function chooseElsewhere(page: Page, key: 'theme' | 'lang', value: string): Promise<void> {
  return page.evaluate(
    (choice) => {
      localStorage.setItem(choice.key, choice.newValue);
      dispatchEvent(new StorageEvent('storage', choice));
    },
    { key, newValue: value },
  );
}

/** The same with a language; resolves once the page speaks it. */
export async function chooseLanguageElsewhere(page: Page, locale: Locale): Promise<void> {
  await chooseElsewhere(page, 'lang', locale);
  await page.waitForFunction((tag) => document.documentElement.lang === tag, locales[locale].tag);
}

/** Marks the heading of the screen that is left: it stays until the code of the next one came. */
export function markHeading(page: Page): Promise<void> {
  return page.evaluate(() => document.querySelector('#app h1')?.setAttribute('data-before', ''));
}

/** Goes to a screen and waits until it is complete: its heading is there and nothing on it is still loading. */
export async function goToScreen(page: Page, address: string, hash: string): Promise<void> {
  const pathOf = (url: string) => (url.split('#')[1] ?? '').split('?')[0];
  // Each screen has a heading of its own.
  if (pathOf(page.url()) !== pathOf(hash)) await markHeading(page);
  await page.goto(`${address}/${hash}`);
  await page.waitForFunction(
    () =>
      document.querySelector('#app h1:not([data-before])') !== null &&
      document.querySelector('#app :is([aria-busy="true"], [data-before])') === null,
    undefined,
    { timeout: patienceMs },
  );
}

/** How often a page is asked for something small, and for all that its device keeps, which costs it as much as a screen. */
const askEveryMs = 100;
const lookThroughEveryMs = 500;

/** Asks again until the answer is true. Playwright's own wait takes a promise for an answer, and is over at once. */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  mostMs = patienceMs,
  everyMs = askEveryMs,
): Promise<void> {
  const end = Date.now() + mostMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what} not within ${mostMs} ms`);
    await sleep(everyMs);
  }
}

/** The same for what is found only by looking through the device. */
function untilKept(what: string, holds: () => Promise<boolean>): Promise<void> {
  return until(what, holds, patienceMs, lookThroughEveryMs);
}

/** What IndexedDB keeps under a key, or under all of them, as text of a list. */
export async function keptText(page: Evaluating, key?: string): Promise<string> {
  const { text } = await page.evaluate(readKept, key);
  return text;
}

/** Runs in the page. An object, so that a handle of it leaves the text there. */
function readKept(only?: string): Promise<{ readonly text: string }> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('dunlin');
    // Not there yet: a look must not make it.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    opening.addEventListener('error', (event) => {
      event.preventDefault();
      resolve({ text: '' });
    });
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('kept').objectStore('kept').getAll(only);
      reading.addEventListener('success', () => {
        opening.result.close();
        resolve({ text: JSON.stringify(reading.result) });
      });
    });
  });
}

interface Kept {
  readonly clientState?: { readonly queries: { queryKey: [string, unknown]; state: { data: unknown } }[] };
}

/** Persisted answers of the signed-in user, each as text of its request and answer. */
async function storedAnswers(page: Evaluating): Promise<{ readonly root: string; readonly text: string }[]> {
  const [owner, boot] = await page.evaluate(() => {
    const account = localStorage.getItem('dunlin.account') ?? 'visitor';
    return [account, localStorage.getItem(`dunlin.boot.${account}`) ?? '{}'] as const;
  });
  const kept = JSON.parse((await keptText(page, `queries.${owner}`)) || '[]') as Kept[];
  return [...kept, JSON.parse(boot) as Kept].flatMap(({ clientState }) =>
    (clientState?.queries ?? []).map(({ queryKey, state }) => ({
      root: queryKey[0],
      text: JSON.stringify([queryKey[1], state.data]),
    })),
  );
}

/** Files of the build that the page runs on and no cache has, with whether a service worker is in charge. */
function filesToKeep(page: Evaluating): Promise<{ served: boolean; missing: number }> {
  return page.evaluate(async () => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const files = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`));
    const found = await Promise.all(files.map((name) => caches.match(name, { ignoreVary: true })));
    return {
      served: navigator.serviceWorker.controller !== null,
      missing: found.filter((response) => response === undefined).length,
    };
  });
}

/** A call, and texts in its request or answer that a test looks for without a network. */
export type StoredAnswer = readonly [root: string, ...words: string[]];

/**
 * Waits until the device has what it needs without a network: a service worker, every file of the build that the page
 * runs on in a cache, and the given answers in IndexedDB. What is kept follows what is shown a second later, so words
 * on the screen alone say nothing of it.
 */
export async function storedOnDevice(page: Evaluating, ...answers: readonly StoredAnswer[]): Promise<void> {
  await untilKept(`the device keeps ${answers.map((answer) => answer.join(': ')).join(', ')}`, async () => {
    const { served, missing } = await filesToKeep(page);
    if (!served || missing > 0) return false;
    const kept = await storedAnswers(page);
    return answers.every(([root, ...words]) =>
      kept.some((each) => each.root === root && words.every((text) => each.text.includes(text))),
    );
  });
}

/** Waits until the device has cached the code of screens that were not opened yet, by the names of their chunks. */
export async function screensOnDevice(page: Page, ...names: readonly string[]): Promise<void> {
  await untilKept(`the device keeps the code of ${names.join(', ')} and all it needs`, async () => {
    const { kept, wanted } = await page.evaluate(filesOnDevice);
    const files = new Set(kept);
    const isThere = (name: string) => kept.some((file) => file.startsWith(`assets/${name}-`));
    return wanted.length > 0 && wanted.every((file) => files.has(file)) && names.every(isThere);
  });
}

/** Files that the device keeps, and the code it is to have: a screen opens when the files that it shares are there too. */
async function filesOnDevice(): Promise<{ readonly kept: readonly string[]; readonly wanted: readonly string[] }> {
  const keeping = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
  const requests = (await Promise.all(keeping)).flat();
  const list = requests.find(({ url }) => url.includes('/assets/offline-'));
  const answer = list === undefined ? undefined : await caches.match(list);
  const listed = ((await answer?.json()) ?? {}) as { reading?: string[]; core?: string[]; rest?: string[] };
  const { reading = [], core = [], rest = [] } = listed;
  return {
    kept: requests.map(({ url }) => new URL(url).pathname.slice(1)),
    wanted: [...reading, ...core, ...rest].filter((file) => file.startsWith('assets/')),
  };
}

/** Waits until the device has texts of the given parts of the library to read, in whatever language it has them. */
export async function textsOnDevice(page: Page, ...articleCollections: readonly string[]): Promise<void> {
  await untilKept(`the device has the texts of ${articleCollections.join(', ')}`, async () => {
    // The library is looked through where it is: it would fill the wire to the browser.
    const kept = await page.evaluateHandle(readKept, undefined);
    const hasAll = await kept.evaluate(
      ({ text }, collections) => collections.every((collection) => text.includes(`"shelf":"${collection}"`)),
      articleCollections,
    );
    await kept.dispose();
    return hasAll;
  });
}

/** Elements that reach past the right edge of the page and are not inside of a row that scrolls sideways. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found: string[] = [];
    if (document.documentElement.scrollWidth > width)
      found.push(`page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.querySelectorAll<HTMLElement>('#app *')) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || box.right <= width + 1 || box.left >= width) continue;
      let parent: HTMLElement | null = element;
      let contained = false;
      while ((parent = parent.parentElement) !== null) {
        if (getComputedStyle(parent).overflowX !== 'visible') {
          contained = true;
          break;
        }
      }
      if (!contained) found.push(`${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`);
    }
    return found.slice(0, 5);
  });
}
