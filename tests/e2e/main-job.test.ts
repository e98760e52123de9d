import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goToScreen, limitOrders, openPhone, type Phone, practiceSession, until, withWorker } from './phone.ts';
import { setStage } from './stage.ts';
import { startWatch } from '../pace.ts';

/** What users come for, tap by tap: an account, coins, a pair, an order, and what came of it. */

/** From the first paint of a stranger's first visit to a screen on which an order can be sent. */
const tradingWithinMs = 10_000;

const stage = setStage();

const tap = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const orderRow = (page: Page) => page.getByRole('article', { name: /^(?:Buy|Sell) BTC\/USDT/ });

/** The order button of the form: with its coin, unlike the side's switch. */
const send = (page: Page) => page.getByRole('button', { name: /^(?:Buy|Sell) BTC/ });

async function mayTrade(page: Page): Promise<boolean> {
  return (await send(page).getAttribute('aria-disabled')) === null;
}

async function chooseType(page: Page, type: 'Limit' | 'Market'): Promise<void> {
  await tap(page, /^Order type/);
  await page.getByRole('dialog').getByText(type, { exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The button in the sheet that asks once more. */
async function confirmOrder(page: Page): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(?:Buy|Sell) / })
    .click();
}

/** How many different colours the chart's canvases show: nothing drawn is one. */
function coloursDrawn(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seen = new Set<number>();
    for (const canvas of document.querySelectorAll('canvas')) {
      const { width, height } = canvas;
      const pixels = width > 0 && height > 0 ? canvas.getContext('2d')?.getImageData(0, 0, width, height).data : null;
      if (pixels) for (const pixel of new Uint32Array(pixels.buffer)) seen.add(pixel);
    }
    return seen.size;
  });
}

async function openSockets(): Promise<number> {
  const counts = stage.exchange.edges.map(async (edge) => {
    const text = await (await fetch(`${edge}/metrics`)).text();
    return Number(/^dunlin_stream_connections(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

describe('the main job', () => {
  let phone: Phone;
  let page: Page;

  beforeAll(async () => {
    phone = await openPhone(stage.browser, { lang: 'en' }, withWorker);
    ({ page } = phone);
  });

  afterAll(() => phone.context.close());

  it('opens an account by email with the code of the message', async () => {
    await page.goto(stage.exchange.address);
    await page.getByRole('link', { name: 'Register' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill('wader@example.com');
    await tap(page, 'Send code');
    await tap(page, 'Fill in');
    await page.getByLabel('New password', { exact: true }).fill('quiet-Shore-41');
    await page.getByLabel('Confirm new password').fill('quiet-Shore-41');
    await page.getByRole('checkbox').check();
    await tap(page, 'Create account');
    await page.waitForURL(/pages\/index\/index/);
    await page.getByText('Your account is ready').waitFor();
  });

  it('takes practice coins', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByText('Assets').click();
    await tap(page, 'Practice coins');
    await tap(page, 'Get USDT');
    await page.getByText(/USDT added/).waitFor();
    await page.keyboard.press('Escape');
    const total = page.getByRole('region', { name: 'Total balance' });
    await until('the total is above zero', async () => /[1-9]\d*,\d{3}\.\d\d/.test((await total.textContent()) ?? ''));
  });

  it('finds a pair in the market and looks at its chart', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByText('Market').click();
    await page.getByRole('link', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('bitc');
    await page
      .getByRole('link', { name: /BTC\s*\/?\s*USDT/ })
      .first()
      .click();
    await page.waitForURL(/market\/kline\?pair=BTCUSDT/);
    await page.locator('[data-testid="kline"][data-state="ready"]').waitFor();
    await until('candles are drawn', async () => (await coloursDrawn(page)) > 5);
    await page.getByRole('radio', { name: '1h' }).click();
    await page.locator('[data-testid="kline"][data-state="ready"]').waitFor();
    expect(await page.getByRole('radio', { name: '1h' }).getAttribute('aria-checked')).toBe('true');
    const indicator = page.getByRole('button', { name: 'MACD' });
    const before = await indicator.getAttribute('aria-pressed');
    await indicator.click();
    expect(await indicator.getAttribute('aria-pressed')).toBe(before === 'true' ? 'false' : 'true');
    await until('candles are drawn', async () => (await coloursDrawn(page)) > 5);
  });

  it('says why an order cannot be placed', async () => {
    await page.getByRole('link', { name: 'Buy', exact: true }).click();
    await page.waitForURL(/trade\/trade\?pair=BTCUSDT&side=buy/);
    await until('orders can be sent', () => mayTrade(page));
    await chooseType(page, 'Market');
    const total = page.getByRole('textbox', { name: 'Total (USDT)' });
    await total.fill('1');
    await send(page).click();
    await page
      .getByText(/^The minimum order is \d/)
      .first()
      .waitFor();
    await total.fill('999999999');
    await page
      .getByText(/^Not enough USDT\. At most/)
      .first()
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('leaves a limit order in the book, shows it, and cancels it', async () => {
    await chooseType(page, 'Limit');
    const price = page.getByRole('textbox', { name: 'Price (USDT)' });
    await until('a price stands there', async () => (await price.inputValue()) !== '');
    const low = Math.floor(Number((await price.inputValue()).replaceAll(',', '')) / 2);
    await price.fill(String(low));
    await page.getByRole('textbox', { name: 'Amount (BTC)' }).fill('0.01');
    await send(page).click();
    await confirmOrder(page);
    await page.getByText('Buy order placed').waitFor();
    await orderRow(page).first().waitFor();
    expect(await orderRow(page).first().textContent()).toContain(low.toLocaleString('en'));
    await tap(page, 'Cancel BTC/USDT');
    await page.getByText('Order cancelled').waitFor();
    await page.getByText('No open orders').waitFor();
  });

  it('buys at the market, and shows what came of it everywhere', async () => {
    await chooseType(page, 'Market');
    await page.getByRole('textbox', { name: 'Total (USDT)' }).fill('500');
    await send(page).click();
    await confirmOrder(page);
    await page.getByText('Buy order filled').waitFor();
    await page.getByRole('tab', { name: 'Holdings' }).click();
    const list = page.getByRole('tabpanel').last();
    await until('the coin is held', async () => /BTC.*0\.00\d*[1-9]/s.test((await list.textContent()) ?? ''));
    await page.getByRole('tab', { name: 'History' }).click();
    await until('both orders have ended', async () => (await orderRow(page).count()) === 2);
    const history = await list.textContent();
    for (const words of ['Completed', 'Cancelled by you']) expect(history).toContain(words);
    await goToScreen(page, stage.exchange.address, '#/pages/assets/Assetrecords');
    for (const words of ['Practice coins', 'Frozen for an order', 'Trade']) {
      await page.getByRole('main').getByText(words).first().waitFor();
    }
    await goToScreen(page, stage.exchange.address, '#/pages/notice/list');
    await page.getByText('Welcome to Dunlin').waitFor();
    expect(phone.complaints).toEqual([]);
  });
});

describe('a practice account', () => {
  it('lets a stranger trade within ten seconds of the first paint', async () => {
    const { context, page } = await openPhone(stage.browser, {}, withWorker);
    const watch = startWatch();
    await page.goto(stage.exchange.address);
    await tap(page, 'Try with a practice account');
    await page.waitForURL(/trade\/trade/);
    await until('orders can be sent', async () => mayTrade(page));
    const tookMs = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      return paint === undefined ? null : performance.now() - paint;
    });
    expect(tookMs).not.toBeNull();
    expect(tookMs).toBeLessThan(watch.stop().allowedMs(tradingWithinMs));
    await context.close();
  });
});

describe('two tabs', () => {
  it('have one socket, and an order of one tab appears in the other', async () => {
    await until('nobody is connected', async () => (await openSockets()) === 0);
    const { context, page, complaints } = await openPhone(stage.browser, {
      ...limitOrders,
      ...(await practiceSession(stage.exchange.address)),
    });
    const other = await context.newPage();
    for (const tab of [page, other]) await goToScreen(tab, stage.exchange.address, '#/pages/trade/trade?pair=BTCUSDT');
    await until('orders can be sent', async () => (await mayTrade(page)) && mayTrade(other));
    expect(await openSockets()).toBe(1);
    await page.getByRole('textbox', { name: 'Price (USDT)' }).fill('30000');
    await page.getByRole('textbox', { name: 'Amount (BTC)' }).fill('0.01');
    await send(page).click();
    await confirmOrder(page);
    await orderRow(other).first().waitFor();
    await tap(other, 'Cancel BTC/USDT');
    await orderRow(page).first().waitFor({ state: 'detached' });
    expect(await openSockets()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
