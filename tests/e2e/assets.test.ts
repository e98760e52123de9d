import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { goToScreen, openPhone, overflowing, type Phone, practiceSession, until } from './phone.ts';

/** What a user has, by clicks: coins with their cost and profit, all seven wallets, charts on demand. */

let exchange: BuiltExchange;
let browser: Browser;
let phone: Phone;
let page: Page;
let token: string;

const show = (hash: string) => goToScreen(page, exchange.address, hash);
const row = (name: RegExp) => page.getByRole('region', { name: 'Coins', exact: true }).getByRole('button', { name });
const openCharts = () => page.getByRole('button', { name: /^Charts/ });

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  const session = await practiceSession(exchange.address);
  ({ token } = session);
  phone = await openPhone(browser, { ...session, lang: 'en' });
  ({ page } = phone);
});

afterAll(async () => {
  expect(phone.complaints).toEqual([]);
  await browser.close();
  await exchange.close();
});

/** Cost and profit as a row says them; numbers without their marks. */
async function costOf(name: RegExp): Promise<{ readonly average: number; readonly text: string }> {
  const text = (await row(name).textContent()) ?? '';
  return { average: Number(/Cost ([\d,.]+) each/.exec(text)?.[1]?.replaceAll(',', '')), text };
}

describe('assets', () => {
  it('show what was bought at what it cost, with its profit as prices move', async () => {
    await show('#/pages/assets/assets');
    await row(/^BTC/)
      .getByText(/^Cost [\d,.]+ each$/)
      .waitFor();
    const before = await costOf(/^BTC/);
    const bought = await fetch(`${exchange.address}/api/currency`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': `assets-buy-${'0'.repeat(20)}`,
      },
      body: JSON.stringify({ pair: 'BTCUSDT', type: 'market', side: 'buy', total: '5000' }),
    });
    const { data } = (await bought.json()) as { data: { order: { averagePrice?: string; filled: string } } };
    expect(Number(data.order.filled)).toBeGreaterThan(0);
    await until('the cost follows', async () => (await costOf(/^BTC/)).average !== before.average);
    const after = await costOf(/^BTC/);
    expect(Math.abs(after.average / before.average - 1)).toBeLessThan(0.05);
    expect(after.text).toMatch(/[+−]?[\d,]+\.\d\d \([+−]?\d+\.\d\d%\)$/);
    const profit = after.text;
    await until('the profit moves', async () => (await costOf(/^BTC/)).text !== profit);
    await row(/^USDT/).getByText('No cost basis').waitFor();
    await page.getByText(/unrealised$/).waitFor();
    expect(await overflowing(page)).toEqual([]);
  });

  it('say how the cost is counted', async () => {
    await page.getByRole('button', { name: 'Average cost' }).click();
    const sheet = page.getByRole('dialog', { name: 'How cost and profit are counted' });
    await sheet.getByText('Transfers between your wallets change nothing.').waitFor();
    await page.keyboard.press('Escape');
    await row(/^BTC/).click();
    await page.getByRole('dialog', { name: /BTC/ }).getByText('Average cost (USDT)').waitFor();
    await page.keyboard.press('Escape');
  });

  it('list all seven wallets, and follow a transfer', async () => {
    const wallets = page.getByRole('list', { name: 'Wallets' });
    for (const name of ['Spot', 'Contracts', 'Fiat', 'Gold', 'Options', 'Mining', 'Quant']) {
      await wallets.getByText(name, { exact: true }).waitFor();
    }
    expect(await wallets.getByRole('link', { name: /^Quant/ }).count()).toBe(0);
    const cost = await costOf(/^BTC/);
    const moved = await fetch(`${exchange.address}/api/transfer`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': `assets-move-${'0'.repeat(20)}`,
      },
      body: JSON.stringify({ from: 'spot', to: 'option', asset: 'BTC', amount: '0.01' }),
    });
    expect(((await moved.json()) as { code: number }).code).toBe(200);
    await until('the wallet has it', async () =>
      /Options[\d,]*[1-9][\d,]*\.\d\d/.test((await wallets.textContent()) ?? ''),
    );
    expect((await costOf(/^BTC/)).average).toBe(cost.average);
    await wallets.getByRole('link', { name: /^Options/ }).click();
    await page.waitForURL(/tradeAccount\?wallet=option/);
    await page.goBack();
  });

  it('fold the charts, and remember when they are wanted', async () => {
    await show('#/pages/assets/assets');
    expect(await openCharts().getAttribute('aria-expanded')).toBe('false');
    await openCharts().click();
    await page.getByRole('list', { name: 'Allocation' }).waitFor();
    await page.getByRole('region', { name: 'Value over time' }).waitFor();
    await page.reload();
    await page.getByRole('list', { name: 'Allocation' }).waitFor();
    await openCharts().click();
    await page.getByRole('list', { name: 'Allocation' }).waitFor({ state: 'detached' });
  });
});
