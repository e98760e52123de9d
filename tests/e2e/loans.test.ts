import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { steeredPrices } from '../steered-exchange.ts';
import { goToScreen, openPhone, type Phone, practiceSession } from './phone.ts';
import { askExchange } from './ask-exchange.ts';

/**
 * Two loans on bitcoin whose price the test steers, by clicks: one is warned, topped up, repaid in part and then whole;
 * the collateral of the other is sold through the spot book.
 */

const prices = steeredPrices();
/** Ticks of a whole USDT. */
const perUsdt = 10;
/** Locked of each loan, and how much of it is borrowed against at first. */
const pledged = 0.1;
const share = 0.5;
const waitMs = 45_000;

let exchange: BuiltExchange;
let browser: Browser;
let borrower: Phone;
let sold: Phone;
let lent: number;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange({}, prices.open), openChromium()]);
  const start = prices.simulated('BTCUSDT');
  prices.steer('BTCUSDT', start);
  lent = Math.floor((start / perUsdt) * pledged * share);
  [borrower, sold] = await Promise.all([openFunded(), openFunded()]);
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

/** A phone whose practice account has bitcoin. */
async function openFunded(): Promise<Phone> {
  const session = await practiceSession(exchange.address);
  const answer = await askExchange(`${exchange.address}/api/recharge`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.token}`,
      'content-type': 'application/json',
      'idempotency-key': `practice-bitcoin-${session['dunlin.account']}`,
    },
    body: JSON.stringify({ chain: 'PRACTICE', asset: 'BTC' }),
  });
  expect(answer.ok).toBe(true);
  return openPhone(browser, { lang: 'en', ...session });
}

/** Moves the price to where a debt is this share of what the collateral is worth. */
function steerTo(ratio: number, collateral = pledged): void {
  prices.steer('BTCUSDT', Math.round((lent / collateral / ratio) * perUsdt));
}

const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name });

/** Applies by clicks, from the entry to the loan that runs. */
async function borrow({ page }: Phone): Promise<void> {
  await goToScreen(page, exchange.address, '#/pages/Apply/loanApply');
  await page.getByRole('link', { name: /^Borrow/ }).click();
  await page.getByLabel('Collateral (BTC)').fill(pledged.toString());
  await page.getByLabel('Borrow (USDT)').fill(lent.toString());
  await page.getByRole('radio', { name: '7 days' }).click();
  await page.getByRole('figure', { name: /^Loan-to-value (49\.\d|50\.0)%$/ }).waitFor();
  await button(page, /^Next: about you/).click();
  await page.getByLabel('Contact').fill('mei@example.com');
  await page.getByLabel('ID card or passport number').fill('E12345690');
  await button(page, /^Next: check/).click();
  await button(page, /^Lock 0\.1 BTC and apply \(practice\)/).click();
  await page.getByText('Under review', { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Repay part' }).waitFor({ timeout: waitMs });
}

describe('a loan that is looked after', () => {
  it('keeps what was entered on the device until it is sent', async () => {
    const { page } = borrower;
    await goToScreen(page, exchange.address, '#/pages/loan/form');
    await page.getByLabel('Collateral (BTC)').fill('0.05');
    await page.reload();
    await page.getByLabel('Collateral (BTC)').waitFor();
    expect(await page.getByLabel('Collateral (BTC)').inputValue()).toBe('0.05');
  });

  it('is applied for in three steps and paid out after the review', async () => {
    await borrow(borrower);
    await goToScreen(borrower.page, exchange.address, '#/pages/loan/onlineRepayment_list');
    await borrower.page.getByRole('link', { name: /0\.1 BTC/ }).click();
    await borrower.page.getByText('Paid out', { exact: true }).waitFor();
  });

  it('is warned of a fall, on its screen and by a notice', async () => {
    const { page } = borrower;
    steerTo(0.71);
    await page.getByText('First warning', { exact: true }).waitFor({ timeout: waitMs });
    await page.getByText(/^Warned .* by notice\. The next warning comes at 75%, BTC /).waitFor();
  });

  it('is topped up', async () => {
    const { page } = borrower;
    await page.getByRole('radio', { name: 'Top up' }).click();
    await page.getByLabel('Add (BTC)').fill('0.01');
    await button(page, /^Lock 0\.01 BTC \(practice\)/).click();
    await page.getByText('0.01 BTC locked as collateral').waitFor();
    await page.getByText('First warning', { exact: true }).waitFor({ state: 'detached', timeout: waitMs });
  });

  it('is repaid in part down to 60%, then whole, and frees the collateral', async () => {
    const { page } = borrower;
    await page.getByRole('radio', { name: 'Repay part' }).click();
    await button(page, 'Back to 60%').click();
    await button(page, /^Repay [\d,.]+ USDT \(practice\)/).click();
    await page.getByText(/USDT repaid$/).waitFor();
    await page.getByText('60.0%', { exact: true }).first().waitFor({ timeout: waitMs });
    await page.getByRole('radio', { name: 'Repay all' }).click();
    await button(page, /^Repay [\d,.]+ USDT \(practice\) 0\.11 BTC returned/).click();
    await page.getByText('Collateral released', { exact: true }).waitFor({ timeout: waitMs });
    await page.getByText('0.00 USDT', { exact: true }).waitFor();
    expect(borrower.complaints).toEqual([]);
  });
});

describe('a loan that is not', () => {
  it('has its collateral sold through the book in slices until it is safe, and the rest stays', async () => {
    const { page } = sold;
    prices.steer('BTCUSDT', Math.round((lent / pledged / share) * perUsdt));
    await borrow(sold);
    steerTo(0.85);
    await page.getByText('Collateral sold', { exact: true }).first().waitFor({ timeout: waitMs });
    await page.getByRole('radio', { name: 'Repay part' }).waitFor({ timeout: waitMs });
    expect(await page.getByText('Collateral sold', { exact: true }).count()).toBeGreaterThan(1);
    await goToScreen(page, exchange.address, '#/pages/loan/loanRecords');
    await page.getByRole('link', { name: /BTC/ }).waitFor();
    expect(sold.complaints).toEqual([]);
  });

  it('is announced by a notice that leads to it', async () => {
    const { page } = sold;
    await goToScreen(page, exchange.address, '#/pages/notice/list');
    await page.getByRole('link', { name: /^Collateral is being sold/ }).click();
    await page.getByRole('link', { name: 'Open the loan' }).click();
    await page.waitForURL(/loan\/onlineRepayment\?id=/);
    expect(sold.complaints).toEqual([]);
  });
});
