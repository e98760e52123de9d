import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asUser } from './filled-account.ts';
import { goToScreen, limitOrders, openPhone, type Phone, practiceSession, until } from './phone.ts';
import { setStage } from './stage.ts';
import { openStreamProxy, type ProxyMood, type StreamProxy } from './stream-proxy.ts';

/** Networks that block the stream and let HTTP through: people see what they have, and can leave. */

const stage = setStage();
const trade = '#/pages/trade/trade?pair=BTCUSDT';
const blocked = /This network blocks live data\. Prices as of \d\d:\d\d:\d\d\./;

const line = (page: Page) => page.getByText(blocked);
const orders = (page: Page) => page.getByRole('article', { name: /^Buy BTC\/USDT/ });
const send = (page: Page) => page.getByRole('button', { name: /^Buy BTC/ });
const lastPrice = (page: Page) => page.getByRole('region', { name: 'Order book' }).textContent();

/** Places a limit order far below the market over HTTP, as another device of the user would. */
const place = (ask: Ask) =>
  ask('currency', { type: 'limit', pair: 'BTCUSDT', side: 'buy', price: '40000', amount: '0.01' });

/** Trades at the best price of one side, so that the last price is that one. */
const takeFromBook = (ask: Ask, side: 'buy' | 'sell') =>
  ask('currency', { type: 'market', pair: 'BTCUSDT', side, amount: '0.001' });

/** Somebody with USDT, and how they ask over HTTP. */
async function openTrader() {
  const session = await practiceSession(stage.exchange.address);
  const ask = asUser(stage.exchange.address, session.token);
  await ask('recharge', { chain: 'PRACTICE', asset: 'USDT' });
  return { session, ask };
}

/** What the form says can be spent. */
async function available(page: Page): Promise<string> {
  const text = await page.locator('section', { hasText: 'Available' }).first().textContent();
  return /Available[^\d]*([\d,.]+)/.exec(text ?? '')?.[1] ?? '';
}

const moods = [
  ['refuses the upgrade with 400', 'refuses'],
  ['accepts it and stays silent', 'silent'],
  ['cuts every connection after 20 s', 'cuts'],
] as const satisfies readonly (readonly [string, ProxyMood])[];

/** A phone behind such a network, on the trading screen, with one open order. */
interface Network {
  readonly proxy: StreamProxy;
  readonly phone: Phone;
  readonly ask: Ask;
}

async function openNetwork(mood: ProxyMood): Promise<Network> {
  const proxy = await openStreamProxy(stage.exchange.address);
  proxy.become(mood);
  const { session, ask } = await openTrader();
  await place(ask);
  const phone = await openPhone(stage.browser, { lang: 'en', ...limitOrders, ...session });
  await phone.page.goto(`${proxy.address}/${trade}`);
  return { proxy, phone, ask };
}

/** All networks at once: how a stream fails shows only after a while. */
const networks = new Map<ProxyMood, Network>();

/** Somebody whose trades move the price. */
let trader: Ask;

beforeAll(async () => {
  for (const [, mood] of moods) networks.set(mood, await openNetwork(mood));
  ({ ask: trader } = await openTrader());
});

afterAll(async () => {
  for (const { phone, proxy } of networks.values()) {
    await phone.context.close();
    await proxy.close();
  }
});

describe.each(moods)('behind a proxy that %s', (_name, mood) => {
  let proxy: StreamProxy;
  let phone: Phone;
  let page: Page;
  let ask: Ask;

  beforeAll(async () => {
    const network = networks.get(mood);
    if (network === undefined) throw new Error(`${mood} is not open`);
    ({ proxy, phone, ask } = network);
    ({ page } = phone);
    await page.bringToFront();
  });

  it('says so, with the age of prices, which go on changing', async () => {
    await line(page).waitFor({ timeout: 90_000 });
    const seen = new Set<string>();
    const texts = new Set<string>();
    await until('prices and their age change', async () => {
      await takeFromBook(trader, seen.size % 2 === 0 ? 'buy' : 'sell');
      seen.add((await lastPrice(page)) ?? '');
      texts.add((await line(page).textContent()) ?? '');
      return seen.size > 2 && texts.size > 2;
    });
  });

  it('takes no orders, which need a live price', async () => {
    expect(await send(page).getAttribute('aria-disabled')).toBe('true');
  });

  it('shows an order of another device and what it froze, and cancels it', async () => {
    await orders(page).first().waitFor();
    const before = await available(page);
    expect(before).not.toBe('');
    await place(ask);
    await until('the second order is shown', async () => (await orders(page).count()) === 2);
    await until('the balance follows', async () => (await available(page)) !== before);
    const least = await available(page);
    await page.getByRole('button', { name: 'Cancel BTC/USDT' }).first().click();
    await page.getByText('Order cancelled').waitFor();
    await until('one order is left', async () => (await orders(page).count()) === 1);
    await until('the frozen amount is back', async () => (await available(page)) !== least);
    expect(await line(page).count()).toBe(1);
  });

  it('moves nothing when the line comes, and the next screen begins below it', async () => {
    await goToScreen(page, proxy.address, '#/pages/trade/entrust');
    await line(page).waitFor();
    const top = await page.getByRole('heading', { level: 1 }).boundingBox();
    const box = await line(page).boundingBox();
    expect((top?.y ?? 0) >= (box?.y ?? 0) + (box?.height ?? 0) - 1).toBe(true);
    await page.getByRole('button', { name: 'Cancel BTC/USDT' }).first().click();
    await page.getByText('Order cancelled').waitFor();
  });

  it('is live again when the network lets the stream through, and the line goes', async () => {
    await goToScreen(page, proxy.address, trade);
    await line(page).waitFor();
    proxy.become('good');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    // One that was cut has to last first, and is tried again after a minute at most.
    await line(page).waitFor({ state: 'detached', timeout: 150_000 });
    await until('orders can be sent', async () => (await send(page).getAttribute('aria-disabled')) === null);
    expect(proxy.upgrades()).toBeLessThan(5);
    expect(phone.complaints).toEqual([]);
  });
});
