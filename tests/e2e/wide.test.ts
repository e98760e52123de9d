import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { type FilledAccount, fillAccount, filledSettings } from './filled-account.ts';
import { layoutFaults } from './layout-faults.ts';
import { goToScreen, limitOrders, openPhone, type Phone, until } from './phone.ts';

/** Trade screens on phones, tablets and desktops: what stands beside what, and that another width loses nothing. */

const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1_180 },
  desktop: { width: 1_280, height: 760 },
} as const;
const spot = '#/pages/trade/trade?pair=BTCUSDT';
const contract = '#/pages/lever/lever?contract=BTCPERP';
const gold = '#/pages/lever/lever?contract=XAUPERP';

let exchange: BuiltExchange;
let browser: Browser;
let account: FilledAccount;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(filledSettings), openChromium()]);
  account = await fillAccount(exchange);
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

async function open(size: keyof typeof sizes, hash: string): Promise<Phone> {
  const phone = await openPhone(
    browser,
    { ...limitOrders, ...account.session, lang: 'en' },
    { viewport: sizes[size], isMobile: false },
  );
  await goToScreen(phone.page, exchange.address, hash);
  return phone;
}

const chart = (page: Page) => page.locator('[data-testid="kline"]');
const amount = (page: Page) => page.getByRole('textbox', { name: /^(Amount|Lots)/ });
const send = (page: Page) => page.getByRole('button', { name: /^(Buy BTC|Open long) \(practice\)$/ });

/** Where the parts of a trade screen stand. */
async function parts(page: Page) {
  await chart(page).waitFor();
  const boxOf = async (name: string, part: ReturnType<Page['locator']>) => {
    const box = await part.boundingBox();
    if (box === null) throw new Error(`${name} is not there`);
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  };
  return {
    chart: await boxOf('the chart', chart(page)),
    form: await boxOf('the form', amount(page)),
    book: await boxOf('the book', page.getByRole('region', { name: 'Order book' })),
    orders: await boxOf('the orders', page.getByRole('tab').first()),
    send: await boxOf('the action', send(page)),
  };
}

describe.each([
  ['spot', spot],
  ['contracts', contract],
  ['gold', gold],
])('the screen of %s', (_name, hash) => {
  it('has chart, book and form side by side on a desktop, and orders below', async () => {
    const { page, context, complaints } = await open('desktop', hash);
    const at = await parts(page);
    expect(at.chart.right).toBeLessThanOrEqual(at.book.x);
    expect(at.book.right).toBeLessThanOrEqual(at.form.x);
    expect(at.orders.y).toBeGreaterThanOrEqual(at.chart.bottom);
    expect(at.send.bottom).toBeLessThanOrEqual(sizes.desktop.height);
    expect(await layoutFaults(page)).toEqual([]);
    await context.close();
    expect(complaints).toEqual([]);
  });

  it('has the book beside the chart and orders beside the form on a tablet', async () => {
    const { page, context, complaints } = await open('tablet', hash);
    const at = await parts(page);
    expect(at.chart.right).toBeLessThanOrEqual(at.book.x);
    expect(at.form.y).toBeGreaterThanOrEqual(at.chart.bottom);
    expect(at.form.right).toBeLessThanOrEqual(at.orders.x);
    expect(at.send.bottom).toBeLessThanOrEqual(sizes.tablet.height);
    expect(await layoutFaults(page)).toEqual([]);
    await context.close();
    expect(complaints).toEqual([]);
  });

  it('keeps what was typed and the chart when the window changes its width', async () => {
    const { page, context } = await open('desktop', hash);
    await chart(page).waitFor();
    await amount(page).fill('2');
    await chart(page).evaluate((element) => element.setAttribute('data-same', ''));
    await page.setViewportSize(sizes.tablet);
    await until('the tablet is laid out', async () => (await page.locator('[data-room="tablet"]').count()) === 1);
    expect(await chart(page).getAttribute('data-same')).toBe('');
    expect(await amount(page).inputValue()).toBe('2');
    await page.setViewportSize(sizes.phone);
    await until('the phone is laid out', async () => (await page.locator('[data-room]').count()) === 0);
    expect(await amount(page).inputValue()).toBe('2');
    await context.close();
  });
});

it('loads its code where there is room, and nothing of it on a phone', async () => {
  const loaded = async (size: keyof typeof sizes) => {
    const { page, context } = await open(size, spot);
    await page.getByRole('region', { name: 'Order book' }).getByText('BTC').first().waitFor();
    if (size !== 'phone') await chart(page).waitFor();
    const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await context.close();
    return files.filter((file) => /assets\/wide-(?:chart|pairs)-[^/]*\.js$/.test(file)).length;
  };
  expect(await loaded('desktop')).toBe(2);
  expect(await loaded('tablet')).toBe(1);
  expect(await loaded('phone')).toBe(0);
});

it('leads to the search of pairs by a slash, walks them by arrows, and picks one by Enter', async () => {
  const { page, context } = await open('desktop', spot);
  const pairs = page.getByRole('navigation', { name: 'Pairs' });
  await pairs.getByRole('radio', { name: /^ETH\/USDT/ }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('sol');
  await pairs.getByRole('radio', { name: /^ETH\/USDT/ }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  expect(await pairs.getByRole('searchbox').evaluate((element) => element === document.activeElement)).toBe(false);
  await pairs.getByRole('radio', { name: /^SOL\/USDT/ }).press('Enter');
  await page.getByRole('heading', { name: 'Trade SOL/USDT' }).waitFor();
  await context.close();
});
