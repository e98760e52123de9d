import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStreamServer, type StreamServer } from '#server/stream/stream-server.ts';
import { handAccounts, handTickers } from '#server/stream/testing-feeds.ts';
import { chromiumArguments, findChromium } from '../../tools/chromium.ts';
import { buildPage, servePage } from './stream-page.ts';

const topic = 'ticker:BTCUSDT' as const;
/** Everything here comes about in the end; how soon is the machine's affair. */
const inTheEnd = { timeout: 30_000 };

let page: Awaited<ReturnType<typeof buildPage>>;
let browser: Browser;
let context: BrowserContext;
let served: Awaited<ReturnType<typeof servePage>>;
let stream: StreamServer;
let tickers: ReturnType<typeof handTickers>;
let accounts: ReturnType<typeof handAccounts>;

beforeAll(async () => {
  page = await buildPage('hub');
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArguments() });
});

afterAll(async () => {
  await browser.close();
  await page.remove();
});

beforeEach(async () => {
  tickers = handTickers(['BTCUSDT']);
  accounts = handAccounts();
  stream = createStreamServer({
    publicSources: [tickers],
    accountSource: accounts,
    sessions: {
      lookUp: async (token) => (/^\d$/.test(token) ? { userId: BigInt(token), sessionId: BigInt(token) } : null),
      onRevoked: () => () => undefined,
    },
    clock: () => Date.now() + 3_600_000,
    log: { warn: () => undefined, error: () => undefined },
  });
  served = await servePage(page.folder, stream);
  context = await browser.newContext();
});

afterEach(async () => {
  await context.close();
  await served.close();
});

async function open(without = ''): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${served.address}/hub.html?without=${without}`);
  await page.waitForFunction(() => 'hubPage' in window);
  await page.evaluate((topic) => window.hubPage.subscribe(topic), topic);
  await page.evaluate(() => window.hubPage.subscribe('account'));
  return page;
}

const lastOf = (page: Page) =>
  page.evaluate((topic) => (window.hubPage.view(topic) as { last: string } | null)?.last ?? null, topic);
const unreadOf = (page: Page) =>
  page.evaluate(() => (window.hubPage.view('account') as { unread: number } | null)?.unread ?? null);

async function allHear(pages: readonly Page[], price: string, timeout = 30_000): Promise<void> {
  tickers.set('BTCUSDT', price);
  for (const page of pages) await expect.poll(() => lastOf(page), { timeout, interval: 20 }).toBe(price);
}

describe.each([
  ['SharedWorker', ''],
  ['an elected tab', 'SharedWorker'],
])('with the hub in %s', (_name, without) => {
  test('three tabs have one socket, and each has the prices', async () => {
    const pages = [await open(without), await open(without), await open(without)];
    await allHear(pages, '101');
    expect(stream.figures()).toMatchObject({ connections: 1 });
  });

  test('the tabs that stay go on when the first one closes', async () => {
    const pages = [await open(without), await open(without)];
    await allHear(pages, '101');
    await pages[0]?.close();
    await allHear(pages.slice(1), '102');
    await expect.poll(() => stream.figures().connections, inTheEnd).toBe(1);
    await pages[1]?.close();
    await expect.poll(() => stream.figures().connections, inTheEnd).toBe(0);
  });

  test('log-in and log-out in one tab reach the other, and another account sees nothing of the first', async () => {
    const [one, two] = [await open(without), await open(without)];
    accounts.set(1n, 11);
    accounts.set(2n, 22);
    await one.evaluate(() => window.hubPage.signIn('1', '1'));
    for (const page of [one, two]) await expect.poll(() => unreadOf(page), inTheEnd).toBe(11);
    await two.evaluate(() => window.hubPage.signOut());
    for (const page of [one, two]) await expect.poll(() => unreadOf(page), inTheEnd).toBe(null);
    await one.evaluate(() => window.hubPage.signIn('2', '2'));
    accounts.set(1n, 12);
    for (const page of [one, two]) await expect.poll(() => unreadOf(page), inTheEnd).toBe(22);
    await expect.poll(() => [...accounts.openUsers], inTheEnd).toEqual([2n]);
  });
});

test('a SharedWorker that dies unnoticed is replaced, and every tab continues with the new one', async () => {
  const pages = [await open(), await open()];
  await allHear(pages, '101');
  const devtools = await browser.newBrowserCDPSession();
  const { targetInfos } = await devtools.send('Target.getTargets');
  const worker = targetInfos.find(({ type }) => type === 'shared_worker');
  expect(worker).toBeDefined();
  await devtools.send('Target.closeTarget', { targetId: worker?.targetId ?? '' });
  await expect.poll(() => stream.figures().connections, inTheEnd).toBe(0);
  await expect.poll(() => stream.figures().connections, inTheEnd).toBe(1);
  await allHear(pages, '102');
  expect(stream.figures().connections).toBe(1);
});

test('a leader that fell asleep loses its office to a tab that is awake', async () => {
  const pages = [await open('SharedWorker'), await open('SharedWorker')];
  await allHear(pages, '101');
  const [leader] = pages.flatMap((tab) => tab.workers());
  const asleepSince = performance.now();
  // It never returns: that is the sleep.
  void leader
    ?.evaluate(() => {
      for (;;);
    })
    .catch(() => undefined);
  await sleep(100);
  await allHear(pages, '102', 30_000);
  await expect.poll(() => stream.figures().connections, inTheEnd).toBe(1);
  // With an earlier answer the hub would not have slept.
  expect(performance.now() - asleepSince).toBeGreaterThan(10_000);
});

test('where tabs can share nothing each has a hub of its own', async () => {
  const pages = [await open('SharedWorker,locks'), await open('SharedWorker,locks')];
  await allHear(pages, '101');
  expect(stream.figures()).toMatchObject({ connections: 2 });
});
