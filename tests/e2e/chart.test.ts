import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openWholeChromium } from '../built-exchange.ts';
import { sharedExchange } from '../shared-exchange.ts';
import { goToScreen, openPhone, overflowing, type Phone, practiceSession, withWorker } from './phone.ts';

/** The K-line screen tap by tap: its figures, the whole screen with everything that chooses what is shown. */

let exchange: BuiltExchange;
let browser: Browser;
let phone: Phone;
let page: Page;

/** A device that can hold its screen, and writes down what it was asked for. */
function holdableScreen(): void {
  const asked: string[] = [];
  Object.assign(globalThis, { orientations: asked });
  Object.assign(screen.orientation, {
    lock: (orientation: string) => Promise.resolve(void asked.push(orientation)),
    unlock: () => void asked.push('free'),
  });
  const matches = globalThis.matchMedia.bind(globalThis);
  globalThis.matchMedia = (query) => (query.includes('standalone') ? matches('all') : matches(query));
}

const orientations = () => page.evaluate(() => (globalThis as unknown as { orientations: string[] }).orientations);

beforeAll(async () => {
  [exchange, browser] = await Promise.all([sharedExchange(), openWholeChromium()]);
  phone = await openPhone(browser, { lang: 'en', ...(await practiceSession(exchange.address)) }, withWorker);
  ({ page } = phone);
  await phone.context.addInitScript(holdableScreen);
});

afterAll(async () => {
  await phone.context.close();
  await browser.close();
  await exchange.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const ready = () => page.locator('[data-testid="kline"][data-state="ready"]').last().waitFor();
const whole = () => page.getByRole('dialog', { name: 'Chart', exact: true });

async function openChart(pair: string): Promise<void> {
  await goToScreen(page, exchange.address, `#/pages/market/kline?pair=${pair}`);
  await ready();
}

describe('the K-line screen', () => {
  it('computes indicators with figures of one’s own, which it checks, remembers and takes back', async () => {
    await openChart('BTCUSDT');
    await page.getByText(/^MA7\s/).waitFor();
    await button('Chart settings').click();
    await button('Indicator parameters').click();
    const figure = (group: string, name: string) =>
      page.getByRole('group', { name: group, exact: true }).getByRole('textbox', { name, exact: true });
    await figure('MA', 'Period 1').fill('10');
    await figure('MACD', 'Fast').fill('30');
    await page.getByText('Must be less than slow').waitFor();
    await figure('RSI', 'Period 1').fill('501');
    await page.getByText('From 1 to 500').waitFor();
    expect(await overflowing(page)).toEqual([]);
    await page.reload();
    await ready();
    await page.getByText(/^MA10\s/).waitFor();
    await page.getByText(/^MACD 12 26 9/).waitFor();
    await button('Chart settings').click();
    await button('Indicator parameters').click();
    await button('Reset parameters').click();
    expect(await figure('MA', 'Period 1').inputValue()).toBe('7');
    await page.goBack();
    await page.goBack();
    await page.getByText(/^MA7\s/).waitFor();
  });

  it('has interval, pair and settings in the whole screen, which stays while the pair changes', async () => {
    await openChart('BTCUSDT');
    await button('Full screen').click();
    await whole().waitFor();
    expect(await orientations()).toEqual(['landscape']);
    await whole().getByRole('radio', { name: '1h', exact: true }).click();
    await ready();
    await whole().getByRole('button', { name: 'Chart settings' }).click();
    await page.getByRole('dialog', { name: 'Chart settings' }).getByRole('radio', { name: 'Line' }).click();
    await page.goBack();
    await whole().getByRole('button', { name: 'BTC/USDT' }).click();
    await page
      .getByRole('dialog', { name: 'Choose a pair' })
      .getByRole('radio', { name: /ETH\/USDT/ })
      .click();
    await page.waitForURL(/pair=ETHUSDT/);
    await whole().getByRole('button', { name: 'ETH/USDT' }).waitFor();
    await ready();
    expect(await whole().getByRole('radio', { name: '1h', exact: true }).getAttribute('aria-checked')).toBe('true');
    expect(await orientations()).toEqual(['landscape']);
    expect(await overflowing(page)).toEqual([]);
    await page.setViewportSize({ width: 640, height: 360 });
    expect((await whole().getByTestId('kline').boundingBox())?.height).toBeGreaterThan(220);
    expect(await overflowing(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 640 });
    await whole().getByRole('button', { name: 'Leave full screen' }).click();
    await whole().waitFor({ state: 'detached' });
    expect(await orientations()).toEqual(['landscape', 'free']);
    await page.getByRole('heading', { name: 'ETH/USDT chart' }).waitFor();
    expect(phone.complaints).toEqual([]);
  });

  it('keeps the candles seen without a network, shown with their age, until there is one again', async () => {
    await openChart('SOLUSDT');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await ready();
    await phone.context.setOffline(true);
    await page.reload();
    await page.getByText(/^Not connected\. Candles as of /).waitFor();
    await page.getByText(/^MA7\s/).waitFor();
    expect(await overflowing(page)).toEqual([]);
    await phone.context.setOffline(false);
    await page.getByText(/Candles as of /).waitFor({ state: 'detached', timeout: 60_000 });
  });
});
