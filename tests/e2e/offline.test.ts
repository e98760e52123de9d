import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import {
  goToScreen,
  storedOnDevice,
  keptText,
  openPhone,
  practiceSession,
  screensOnDevice,
  store,
  textsOnDevice,
  until,
  withWorker,
} from './phone.ts';
import { askExchange } from './ask-exchange.ts';

/**
 * A user's day with the server really gone: what they looked at is there with its age, what moves money is locked
 * with the reason, logging out leaves nothing behind, and when the server is back so is everything else.
 */

/** A price and a name that appear nowhere by chance. */
const orderPrice = '23456.7';
const shownPrice = '23,456.7';
const nickname = 'FirstPerson';
/** What this user reads without having opened it before. */
const noticeTitle = 'We never ask for your password or codes';
const noticeText = 'Anyone who asks for them is not from Dunlin.';
const newsTitle = 'Read Dunlin without a network';
/** What stays on the device when a user has gone: choices about the device, and what a start writes without one. */
const leftBehind = [
  'dunlin.boot.visitor',
  'dunlin.updown',
  'fingerBool',
  'isFinger',
  'isface',
  'lang',
  'theme',
  'vuex',
];
/** Screens that this user reads offline without having opened them before: names of their chunks. */
const unopened = ['details', 'neWs', 'newsDetail', 'userCenter', 'Assetrecords', 'entrust'];

let exchange: BuiltExchange;
let browser: Browser;
let context: BrowserContext;
/** The page in use. */
let page: Page;
let account: string;
let token: string;
/** Unread notices while nothing was opened. */
let unreadBefore: number;
const complaints: string[] = [];

const show = (hash: string) => goToScreen(page, exchange.address, hash);
/** The screen; one that React hides while the code of the next is on its way is no longer it. */
const main = () => page.locator('main:visible');

async function askAs(token: string, method: string, path: string, body: object): Promise<unknown> {
  const answer = await askExchange(`${exchange.address}/api/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': `offline-${path}-${'0'.repeat(20)}`,
    },
    body: JSON.stringify(body),
  });
  const { code, data } = (await answer.json()) as { code: number; data: unknown };
  expect(code).toBe(200);
  return data;
}

/** How many notices the exchange counts as unread. */
async function unread(): Promise<number> {
  const answer = await askExchange(`${exchange.address}/api/notice/noticeNum`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { data: { unread: number } }).data.unread;
}

/** A new tab of the same phone, as after the app was closed and opened again. */
async function openCold(hash: string): Promise<void> {
  const before = page;
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  await before.close();
  await page.goto(`${exchange.address}/${hash}`);
  // Streamed data stays empty without it, so a screen is complete when it has its heading.
  await page.locator('#app h1').first().waitFor();
}

async function isLocked(name: string | RegExp): Promise<boolean> {
  const buttons = page.getByRole('button', { name });
  await buttons.first().waitFor();
  const states = await buttons.evaluateAll((found) => found.map((button) => button.getAttribute('aria-disabled')));
  return states.every((state) => state === 'true');
}

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  // The first user's id is a round number, which amounts may be as well.
  await practiceSession(exchange.address);
  const session = await practiceSession(exchange.address);
  account = session['dunlin.account'];
  ({ token } = session);
  unreadBefore = await unread();
  await askAs(session.token, 'PUT', 'nickName', { nickname });
  const order = { type: 'limit', pair: 'BTCUSDT', side: 'buy', price: orderPrice, amount: '0.01' };
  await askAs(session.token, 'POST', 'currency', order);
  const phone = await openPhone(browser, {}, withWorker);
  ({ context, page } = phone);
  await page.goto(exchange.address);
  // Once, not with every page: a log-out must last.
  await store(page, { ...session, theme: 'light' });
  await page.reload();
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

describe('with the server', () => {
  it('shows a user what is theirs and keeps it on the device', async () => {
    await show('#/pages/index/index');
    await show('#/pages/home/market');
    await show('#/pages/market/kline?pair=BTCUSDT');
    await show('#/pages/trade/trade?pair=BTCUSDT');
    await main().getByText(shownPrice).waitFor();
    await show('#/pages/assets/assets');
    await show('#/pages/notice/list');
    await screensOnDevice(page, ...unopened);
    await textsOnDevice(page, 'news', 'page');
    await storedOnDevice(
      page,
      ['info', nickname],
      ['common/symbolsList', 'BTCUSDT'],
      ['common/new/changerSymbolsList', 'BTCUSDT'],
      ['wallet', 'USDT'],
      ['cashflow', 'USDT'],
      ['currencyRecord', '{"state":"current"}', orderPrice],
      ['notice/list', noticeTitle, noticeText],
      ['common/newsList', newsTitle],
    );
  });
});

describe('without the server', () => {
  it('opens cold, says that it has no connection, and shows the last figures with their age', async () => {
    await exchange.stop();
    await openCold('#/pages/index/index');
    await page.getByText(/No connection\. Prices as of \d/).waitFor();
    await main()
      .getByText(/as of \d+:\d+/)
      .first()
      .waitFor();
    await openCold('#/pages/assets/assets');
    await main()
      .locator('section')
      .first()
      .getByText(/\d,\d{3}\.\d\d/)
      .first()
      .waitFor();
    await main()
      .getByText(/as of \d+:\d+/)
      .first()
      .waitFor();
  });

  it('opens the screens of the last visits', async () => {
    for (const [hash, words] of [
      ['#/pages/home/market', 'BTC'],
      ['#/pages/market/kline?pair=BTCUSDT', 'BTC/USDT'],
      ['#/pages/mine/userCenter', nickname],
      ['#/pages/assets/Assetrecords', 'USDT'],
      ['#/pages/trade/entrust', shownPrice],
    ] as const) {
      await openCold(hash);
      await page.locator('#app').getByText(words).first().waitFor();
      expect(await page.getByText('not on your device yet').count()).toBe(0);
    }
  });

  it('has every notice and article to read in full, also those never opened', async () => {
    await openCold('#/pages/notice/list');
    await main().getByText(noticeTitle).click();
    await page.waitForURL(/notice\/details/);
    await main().getByText(noticeText).first().waitFor();
    await until('what was opened is kept as read', async () => (await keptText(page)).includes('"kind":"notice-read"'));
    await openCold('#/pages/notice/list');
    const opened = main().getByRole('link').filter({ hasText: noticeTitle });
    await opened.waitFor();
    await opened.getByText('Unread').waitFor({ state: 'detached' });
    await openCold('#/pages/neWs/neWs');
    await main().getByText(newsTitle).first().click();
    await page.waitForURL(/newsDetail/);
    await until('the whole article', async () => ((await main().textContent()) ?? '').length > 400, 10_000);
  });

  it('locks orders, cancelling and practice coins, and says why', async () => {
    await openCold('#/pages/trade/trade?pair=BTCUSDT');
    await page.getByText('Orders need a live price. They unlock when you are back online.').waitFor();
    expect(await isLocked(/^Buy BTC/)).toBe(true);
    await page.getByText('Your orders stay in the market. Cancelling needs a connection.').waitFor();
    expect(await isLocked('Cancel BTC/USDT')).toBe(true);
    await openCold('#/pages/assets/assets');
    await main().getByRole('button', { name: 'Practice coins' }).first().click();
    await page.getByText('No connection. Get coins when you are back online.').waitFor();
    expect(await isLocked(/^Get (?!practice)/)).toBe(true);
    expect(complaints).toEqual([]);
  });
});

describe('when the server is back', () => {
  it('has live figures again without loading again', async () => {
    await openCold('#/pages/trade/trade?pair=BTCUSDT');
    await page.getByText('Orders need a live price. They unlock when you are back online.').waitFor();
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await exchange.startAgain();
    await page.getByText('No connection', { exact: false }).waitFor({ state: 'detached' });
    await until('orders unlock', async () => !(await isLocked(/^Buy BTC/)));
    expect(await isLocked('Cancel BTC/USDT')).toBe(false);
    const book = page.getByRole('region', { name: 'Order book' });
    const before = await book.textContent();
    await until('the book moves', async () => (await book.textContent()) !== before);
    expect(loads).toBe(0);
    await show('#/pages/assets/assets');
    await main()
      .getByText(/as of \d/)
      .waitFor({ state: 'detached' });
  });
});

describe('what was read meanwhile', () => {
  it('is sent to the exchange once, and both counts agree', async () => {
    await until('the exchange received it', async () => (await unread()) === unreadBefore - 1);
    await until('nothing waits any more', async () => !(await keptText(page)).includes('"kind":"notice-read"'));
    await show('#/pages/notice/list');
    const left = main().getByRole('link').filter({ hasText: 'Unread' });
    await until('the list agrees', async () => (await left.count()) === unreadBefore - 1);
  });
});

describe('a log-out without the server', () => {
  it('leads to the start, in the other tab as well, and leaves nothing of the user behind', async () => {
    await page.goto(`${exchange.address}/#/pages/trade/entrust`);
    const other = await context.newPage();
    await goToScreen(other, exchange.address, '#/pages/trade/trade?pair=BTCUSDT');
    await exchange.stop();
    await openCold('#/pages/mine/userCenter');
    await page.getByText('No connection', { exact: false }).waitFor();
    await main().getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByRole('button', { name: 'Log out and lose the account' }).click();
    for (const tab of [page, other]) await tab.waitForURL((url) => url.hash === '#/' || url.hash === '');
    await other.close();
    // What waits to be written is written a second later.
    await page.waitForTimeout(1_500);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const addresses = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return {
        names,
        addresses: addresses.flat().map(({ url }) => new URL(url).pathname),
        local: Object.entries(localStorage),
        session: Object.entries(sessionStorage).join(' '),
      };
    });
    expect(kept.names.filter((name) => name.startsWith('private-'))).toEqual([]);
    expect(kept.addresses.filter((path) => /^\/(?:api|files|stream)/.test(path))).toEqual([]);
    expect(kept.local.map(([key]) => key).filter((key) => !leftBehind.includes(key))).toEqual([]);
    expect(kept.local).toContainEqual(['theme', 'light']);
    const everything = JSON.stringify(kept) + (await keptText(page));
    for (const trace of [account, nickname, orderPrice]) expect(everything).not.toContain(trace);
  });

  it('shows nothing of the user by going back', async () => {
    for (let step = 0; step < 3; step += 1) {
      await page.goBack().catch(() => null);
      await page.waitForTimeout(300);
      const shown = (await page.locator('body').textContent()) ?? '';
      for (const trace of [nickname, shownPrice]) expect(shown).not.toContain(trace);
    }
  });

  it('shows the next user nothing of the one before', async () => {
    await exchange.startAgain();
    await page.goto(`${exchange.address}/#/`);
    const practice = page.getByRole('button', { name: 'Try with a practice account' });
    await practice.waitFor();
    await until('the way in is open', async () => (await practice.getAttribute('aria-disabled')) === null);
    await practice.click();
    // Going back led to log-in, which leads on to where one wanted to go.
    await until('the next person is in', () => page.evaluate(() => localStorage.getItem('dunlin.account') !== null));
    const second = await page.evaluate(() => localStorage.getItem('dunlin.account'));
    expect(second).not.toBe(account);
    const other = await context.newPage();
    for (const hash of [
      '#/pages/trade/trade?pair=BTCUSDT',
      '#/pages/trade/entrust',
      '#/pages/assets/Assetrecords',
      '#/pages/mine/userCenter',
      '#/pages/notice/list',
    ]) {
      for (const tab of [page, other]) {
        await goToScreen(tab, exchange.address, hash);
        const shown = (await tab.locator('body').textContent()) ?? '';
        for (const trace of [nickname, shownPrice]) expect(shown).not.toContain(trace);
      }
    }
    await storedOnDevice(page, ['notice/list'], ['wallet']);
    const kept = await keptText(page);
    for (const trace of [`"${account}"`, nickname, orderPrice]) expect(kept).not.toContain(trace);
  });
});
