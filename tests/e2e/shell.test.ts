import { appendFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from '#protocol/core/durations.ts';
import { chunkLoadMs } from '#protocol/core/limits.ts';
import { type DeployedExchange, openChromium, startDeployedExchange } from '../built-exchange.ts';
import { storedOnDevice, practiceSession, screensOnDevice, smallPhone, store, textsOnDevice } from './phone.ts';

/** The shell of the built page in a phone: first paint, guards, working without a network, updates. */

let exchange: DeployedExchange;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Problems of the page: violations of the content security policy, uncaught errors. */
const complaints: string[] = [];

const languagePath = '#/pages/mine/lang';

async function open(hash: string): Promise<void> {
  await page.goto(`${exchange.address}/${hash}`);
}

async function installed(): Promise<void> {
  await storedOnDevice(page);
}

/** A practice account, stored as the app stores it; the page must be reloaded to see it. */
async function signInForPractice(): Promise<void> {
  await store(page, await practiceSession(exchange.address));
}

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startDeployedExchange(), openChromium()]);
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

beforeEach(async () => {
  complaints.length = 0;
  context = await browser.newContext(smallPhone);
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) complaints.push(message.text());
  });
});

afterEach(() => context.close());

describe('trusted types', () => {
  it('let the whole app run, with its workers, and nothing load or write a script of others', async () => {
    await page.addInitScript(() => {
      const found: string[] = [];
      Object.assign(globalThis, { violations: found });
      addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) => {
        found.push(`${violatedDirective} ${sample}`);
      });
    });
    const violations = () => page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);
    await open('');
    await signInForPractice();
    await page.reload();
    await installed();
    for (const hash of ['#/pages/market/kline?pair=BTCUSDT', '#/pages/trade/trade', '#/pages/web-view/web-view']) {
      await open(hash);
      await page.locator('#app h1').first().waitFor();
    }
    await open('#/pages/home/market');
    await page.locator('#app h1').first().waitFor();
    // Live prices come over the SharedWorker.
    await page.getByText(/BTC/).first().waitFor();
    expect(await violations()).toEqual([]);
    const refused = await page.evaluate(() => {
      const tries = [
        () => new Worker('https://example.com/assets/a.js'),
        () => new Worker('/api/openapi.json'),
        () => (document.createElement('script').src = '/files/1.js'),
        () => (document.createElement('div').innerHTML = '<b>text</b>'),
        () => (document.createElement('script').text = 'alert(1)'),
      ];
      return tries.filter((attempt) => {
        try {
          attempt();
          return false;
        } catch (error) {
          return error instanceof TypeError;
        }
      }).length;
    });
    expect(refused).toBe(5);
    complaints.length = 0;
  });
});

describe('the start', () => {
  it('shows the screen of an address that changed before the first one was drawn', async () => {
    await page.addInitScript(() => {
      // React listens on its root right before it draws: from here on the router follows the address by itself.
      const original = Object.getOwnPropertyDescriptor(EventTarget.prototype, 'addEventListener');
      EventTarget.prototype.addEventListener = function (this: EventTarget, ...args) {
        if (original === undefined) throw new Error('this browser has no addEventListener');
        if (this instanceof Element && this.id === 'app') {
          Object.defineProperty(EventTarget.prototype, 'addEventListener', original);
          location.hash = '#/pages/mine/lang';
        }
        Reflect.apply(original.value as EventTarget['addEventListener'], this, args);
      };
    });
    await open('');
    await page.waitForURL(/mine\/lang/);
    await page.getByRole('heading', { name: 'Language', level: 1 }).waitFor();
  });
});

describe('the first paint', () => {
  it('needs no script', async () => {
    const still = await browser.newContext({ ...smallPhone, javaScriptEnabled: false });
    const bare = await still.newPage();
    await bare.goto(exchange.address);
    expect(await bare.getByText('Dunlin', { exact: true }).isVisible()).toBe(true);
    expect(await bare.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await still.close();
  });

  it('has the theme, the language and the colours that were chosen, before any module came', async () => {
    await context.addInitScript(() => {
      localStorage.setItem('theme', 'light');
      localStorage.setItem('lang', 'hy');
    });
    await page.route('**/assets/*.js', (route) => route.abort());
    await open(languagePath);
    const root = page.locator('html');
    const names = ['data-theme', 'data-updown', 'lang'];
    expect(await Promise.all(names.map((name) => root.getAttribute(name)))).toEqual(['light', 'red', 'ko']);
    expect(await page.locator('.boot').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('prefetches the catalogue of the reader’s language and no other', async () => {
    await context.addInitScript(() => localStorage.setItem('lang', 'ty'));
    await open(languagePath);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const words = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => /words-(\w+-\w+)-/.exec(name)?.[1] ?? []),
    );
    expect(words).toEqual(expect.arrayContaining(['shell-ty', 'language-ty']));
    expect(words.filter((name) => !name.endsWith('-ty'))).toEqual([]);
  });
});

describe('the shell', () => {
  it('leads visitors to log-in and remembers where they wanted to go', async () => {
    await open('#/pages/assets/assets?wallet=spot');
    await page.waitForURL(/#\/pages\/login\/login\?/);
    const search = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
    expect(search.get('to')).toBe('/pages/assets/assets?wallet=spot');
  });

  it('reads its address from a link that others appended something to', async () => {
    await page.goto(`${exchange.address}/?fbclid=1#/register?invite=DUNLIN7`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toBe(`${exchange.address}/#/register?invite=DUNLIN7`);
  });

  it('distinguishes paths by case, and shows a not-found page', async () => {
    // Whom the exchange does not know is led to log-in a moment later.
    await context.addInitScript(
      (session) => {
        for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
      },
      await practiceSession(exchange.address),
    );
    await open('#/pages/Mine/Lang');
    await page.getByText('Page not found').waitFor();
    expect(complaints).toEqual([]);
  });

  it('changes the language in place, with the document’s title', async () => {
    await open(languagePath);
    await page.getByRole('button', { name: 'ไทย' }).click();
    await page.waitForFunction(() => document.documentElement.lang === 'th');
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('ty');
    await page.reload();
    await page.waitForFunction(() => document.documentElement.lang === 'th' && document.title.endsWith('Dunlin'));
  });

  it('follows a log-out of another tab', async () => {
    await open(languagePath);
    await signInForPractice();
    const other = await context.newPage();
    await other.goto(`${exchange.address}/${languagePath}`);
    await other.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => localStorage.removeItem('token'));
    await other.waitForURL((url) => url.hash === '' || url.hash === '#/');
  });
});

describe('without a network', () => {
  it('opens where it was, says that it is offline, and continues when the network is back', async () => {
    await open(languagePath);
    await installed();
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'English' }).waitFor();
    await page.getByText('No connection', { exact: false }).waitFor();
    await context.setOffline(false);
    await page.getByText('No connection', { exact: false }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('says so of a screen that is not on the device, and opens it when the network is back', async () => {
    await open(languagePath);
    await installed();
    await context.setOffline(true);
    await page.reload();
    await page.getByText('No connection', { exact: false }).waitFor();
    await open('#/register');
    await page.getByText('not on your device yet').waitFor();
    await context.setOffline(false);
    await page.getByText('not on your device yet').waitFor({ state: 'detached' });
    await page.getByRole('textbox').first().waitFor();
  });

  it('has notices and news to read that were never opened', async () => {
    await open(languagePath);
    await signInForPractice();
    await page.reload();
    const readable = [
      ['#/pages/notice/list', 'notice/list', 'Welcome to Dunlin'],
      ['#/pages/neWs/neWs', 'common/newsList', 'Read Dunlin without a network'],
    ] as const;
    await screensOnDevice(page, 'list', 'words-notices-en', 'neWs', 'words-news-en');
    await storedOnDevice(page, ...readable.map(([, root, title]) => [root, title] as const));
    await textsOnDevice(page, 'news', 'page');
    await context.setOffline(true);
    for (const [path, , title] of readable) {
      await open(path);
      await page.reload();
      await page.locator('main').getByText(title).first().waitFor();
    }
    expect(complaints).toEqual([]);
  });

  it('takes no answer of the exchange from a cache', async () => {
    await open(languagePath);
    await installed();
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().filter(({ url }) => /\/(?:api|stream|files)\//.test(url)).length;
    });
    expect(kept).toBe(0);
    await context.setOffline(true);
    expect(
      await page.evaluate(() =>
        fetch('/api/common/sysTime').then(
          () => 'answered',
          () => 'failed',
        ),
      ),
    ).toBe('failed');
  });
});

describe('a page whose code does not come', () => {
  it('is given up after two minutes, with a way to load it again', async () => {
    await context.close();
    context = await browser.newContext({ ...smallPhone, serviceWorkers: 'block' });
    page = await context.newPage();
    // Held for ever, as by a network that keeps the connection and delivers nothing; also when it is fetched ahead.
    await context.route('**/assets/lang-*.js', () => undefined);
    await open('#/');
    // What says so is loaded when the page is idle.
    await page.locator('[role="alert"]').first().waitFor({ state: 'attached' });
    await page.clock.install();
    // From here on the clock goes only as far as the test says, however long the words take.
    await page.clock.pauseAt(Date.now() + minuteMs);
    // The words of the page come while its code does not.
    const words = page.waitForResponse(/\/words-language-en-/);
    await page.evaluate(() => {
      location.hash = '#/pages/mine/lang';
    });
    await (await words).finished();
    await page.clock.runFor(chunkLoadMs - 5_000);
    expect(await page.getByText('This page takes too long to load').count()).toBe(0);
    await page.clock.runFor(10_000);
    await page.getByText('This page takes too long to load').waitFor();
    await page.clock.resume();
    await context.unroute('**/assets/lang-*.js');
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Load again' }).click()]);
    await page.getByRole('heading', { level: 1, name: 'Language' }).waitFor();
  });
});

describe('an update', () => {
  it('is offered and taken at the user’s word, never by itself', async () => {
    await open(languagePath);
    await installed();
    await Promise.all(['sw.js.br', 'sw.js.gz'].map((name) => rm(path.join(exchange.appFolder, name))));
    await appendFile(path.join(exchange.appFolder, 'sw.js'), '\n// A newer build.\n');
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    const button = page.getByRole('button', { name: 'Update' });
    await button.waitFor();
    expect(loads).toBe(0);
    await Promise.all([page.waitForEvent('load'), button.click()]);
    await page.getByRole('button', { name: 'English' }).waitFor();
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null),
    ).toBeNull();
  });
});
