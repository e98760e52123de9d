import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goToScreen, overflowing, until } from './phone.ts';
import { setPhoneStage } from './stage.ts';
import { askExchange } from './ask-exchange.ts';
import { asUser } from './filled-account.ts';

/** What a user has, by clicks: coins with their cost and profit, all seven wallets, charts on demand. */

const stage = setPhoneStage({ exchange: 'shared' });
let token: string;

const show = (hash: string) => goToScreen(stage.page, stage.exchange.address, hash);
const row = (name: RegExp) =>
  stage.page.getByRole('region', { name: 'Coins', exact: true }).getByRole('button', { name });
const openCharts = () => stage.page.getByRole('button', { name: /^Charts/ });

beforeAll(async () => {
  ({ token } = stage.session);
});

afterAll(async () => {
  expect(stage.phone.complaints).toEqual([]);
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
    const bought = await askExchange(`${stage.exchange.address}/api/currency`, {
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
    await stage.page.getByText(/unrealised$/).waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
  });

  it('say how the cost is counted', async () => {
    await stage.page.getByRole('button', { name: 'Average cost' }).click();
    const sheet = stage.page.getByRole('dialog', { name: 'How cost and profit are counted' });
    await sheet.getByText('Transfers between your wallets change nothing.').waitFor();
    await stage.page.keyboard.press('Escape');
    await row(/^BTC/).click();
    await stage.page.getByRole('dialog', { name: /BTC/ }).getByText('Average cost (USDT)').waitFor();
    await stage.page.keyboard.press('Escape');
  });

  it('list all seven wallets, and follow a transfer', async () => {
    const wallets = stage.page.getByRole('list', { name: 'Wallets' });
    for (const name of ['Spot', 'Contracts', 'Fiat', 'Gold', 'Options', 'Mining', 'Quant']) {
      await wallets.getByText(name, { exact: true }).waitFor();
    }
    expect(await wallets.getByRole('link', { name: /^Quant/ }).count()).toBe(1);
    const cost = await costOf(/^BTC/);
    const moved = await askExchange(`${stage.exchange.address}/api/transfer`, {
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
    await stage.page.waitForURL(/tradeAccount\?wallet=option/);
    await stage.page.goBack();
  });

  it('fold the charts, and remember when they are wanted', async () => {
    await show('#/pages/assets/assets');
    expect(await openCharts().getAttribute('aria-expanded')).toBe('false');
    await openCharts().click();
    await stage.page.getByRole('list', { name: 'Allocation' }).waitFor();
    await stage.page.getByRole('region', { name: 'Value over time' }).waitFor();
    await stage.page.reload();
    await stage.page.getByRole('list', { name: 'Allocation' }).waitFor();
    await openCharts().click();
    await stage.page.getByRole('list', { name: 'Allocation' }).waitFor({ state: 'detached' });
  });

  it('convert what is too small to sell together, once a day', async () => {
    const ask = asUser(stage.exchange.address, token);
    for (const asset of ['DOGE', 'XRP']) {
      const { quote } = await ask<{ quote: { id: string } }>(`convertPage?from=USDT&to=${asset}&amount=2`);
      await ask('convert', { quote: quote.id });
    }
    const { page } = stage;
    await show('#/pages/assets/tradeAccount?wallet=spot');
    await page.getByRole('link', { name: /^Convert small balances/ }).click();
    await page.getByRole('checkbox', { name: 'All: 2 coins' }).waitFor();
    await page.getByText(/^Prices hold for \d+ s$/).waitFor();
    await page.getByRole('checkbox', { name: /^DOGE/ }).click();
    expect(await overflowing(page)).toEqual([]);
    await page.getByRole('button', { name: /^Convert for 1\.\d{4} USDT/ }).click();
    const receipt = page.getByRole('dialog', { name: 'Converted' });
    await receipt.getByText(/^[\d.]+ XRP$/).waitFor();
    await receipt.getByRole('button', { name: 'Done' }).click();
    // What was left out stays, and waits for tomorrow.
    await page.getByText(/^Already converted today\. You can do it again from/).waitFor();
    await page.getByRole('main').getByText('DOGE', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Convert for/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Records' }).click();
    await page
      .getByRole('main')
      .getByRole('button', { name: /Conversion XRP → USDT/ })
      .waitFor();
    await show('#/pages/assets/transfer?tab=convert');
    await page.getByRole('link', { name: 'Convert small balances' }).click();
    await page.getByRole('heading', { name: 'Small balances' }).waitFor();
  });
});
