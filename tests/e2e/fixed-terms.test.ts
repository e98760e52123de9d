import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '../../src/protocol/durations.ts';
import { readConfig } from '../../src/server/core/config/config.ts';
import { openBesideServer } from '../../src/server/core/store/beside-server.ts';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { goToScreen, openPhone, overflowing, type Phone, practiceSession } from './phone.ts';

/** Fixed terms tap by tap: one to its yield in a short practice cycle, and another one left early. */

let exchange: BuiltExchange;
let browser: Browser;
let phone: Phone;
let page: Page;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  phone = await openPhone(browser, { lang: 'en', ...(await practiceSession(exchange.address)) });
  ({ page } = phone);
});

afterAll(async () => {
  await phone.context.close();
  await browser.close();
  await exchange.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');

/** Lets running terms have run for longer than they have: a day of a short cycle is a minute, and nobody waits for it. */
async function runFor(ms: number): Promise<void> {
  const database = openBesideServer(readConfig({ DATA_DIR: exchange.dataFolder }));
  await database.pool.query(
    `UPDATE fixed_holdings SET opened_at = opened_at - $1, ends_at = ends_at - $1, next_at = next_at - $1
      WHERE state = 'not-earned'`,
    [ms],
  );
  await database.close();
  await page.reload();
}

async function buy(cycle: RegExp, amount: string): Promise<void> {
  await goToScreen(page, exchange.address, '#/pages/financial/financial');
  await page.getByRole('radio', { name: 'Short cycles' }).click();
  await page.getByRole('link', { name: cycle }).first().click();
  await page.getByRole('textbox', { name: 'Amount (USDT)' }).fill(amount);
  await button(/^Put in 500\.00 USDT \(practice\)/).click();
  await dialog()
    .getByRole('button', { name: /^Put in 500\.00 USDT \(practice\)/ })
    .click();
  await page.getByRole('heading', { name: 'My fixed terms' }).waitFor();
}

describe('a fixed term', () => {
  it('is found from home, shows day by day what one will have, and takes coins', async () => {
    await goToScreen(page, exchange.address, '#/pages/index/index');
    await page.getByRole('link', { name: 'Fixed terms', exact: true }).click();
    await page.getByText('Nothing in fixed terms').waitFor();
    await page.getByText('Interest comes from the earn fund').waitFor();
    expect(await overflowing(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Short cycles' }).click();
    await page.getByRole('link', { name: /^Monthly USDT, 30 minutes/ }).click();
    await page.getByRole('textbox', { name: 'Amount (USDT)' }).fill('500');
    await page.getByText('502.40').first().waitFor();
    await page.getByRole('slider', { name: 'Day' }).fill('12');
    await page.getByText('500.96').first().waitFor();
    await page.getByText('500.48').first().waitFor();
    expect(await overflowing(page)).toEqual([]);
    await buy(/^Weekly USDT, 7 minutes/, '500');
    await button(/Weekly · 7 minutes/).click();
    await dialog().getByText('Set aside for the end').waitFor();
    await dialog().getByText('0.50 USDT').first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('pays its yield at the end', async () => {
    await runFor(3 * minuteMs);
    await button(/Weekly · 7 minutes/).click();
    await dialog().getByText('3 of 7').waitFor();
    await page.keyboard.press('Escape');
    await runFor(5 * minuteMs);
    await expect
      .poll(
        async () => {
          await page.reload();
          await page.getByRole('radio', { name: /^Earned 1/ }).waitFor({ timeout: 2_000 });
          return true;
        },
        { timeout: 40_000 },
      )
      .toBe(true);
    await button(/Weekly · 7 minutes.*Earned/).click();
    await dialog().getByText('Interest paid').waitFor();
    await dialog().getByText('0.50 USDT').first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('is left early at the cost that was shown', async () => {
    await buy(/^Monthly USDT, 30 minutes/, '500');
    await runFor(12 * minuteMs);
    await button(/Monthly · 30 minutes/).click();
    await button('Leave early').click();
    await dialog().getByText('Cost of leaving').waitFor();
    await dialog().getByText('0.48 USDT').locator('visible=true').first().waitFor();
    await button(/^Leave with 500\.48 USDT \(practice\)/).click();
    await page.getByText('500.48 USDT returned').waitFor();
    await button(/Monthly · 30 minutes.*Earned in advance/).waitFor();
    expect(phone.complaints).toEqual([]);
  });
});
