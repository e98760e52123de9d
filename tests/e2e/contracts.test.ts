import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { goToScreen, openPhone, overflowing, type Phone, practiceSession, until } from './phone.ts';

/** A perpetual contract tap by tap: money into its wallet, a position with protection, its profit, and its end. */

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

const dialog = () => page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
const position = () => page.getByRole('article', { name: 'Long BTC/USDT' });
const field = (name: RegExp) => page.getByRole('textbox', { name });

/** The open button of the form, unlike the one in the sheet that asks once more. */
const open = () => button(/^Open long \(practice\)$/);

async function mayOpen(): Promise<boolean> {
  return (await open().getAttribute('aria-disabled')) === null;
}

describe('a perpetual contract', () => {
  it('is found from home, and an empty wallet leads to the transfer', async () => {
    await goToScreen(page, exchange.address, '#/pages/index/index');
    await page.getByRole('link', { name: 'Contracts' }).click();
    await page.waitForURL(/lever\/lever/);
    await page.getByText('Your contract wallet is empty').waitFor();
    await page.getByRole('link', { name: 'Transfer USDT', exact: true }).click();
    await page.waitForURL(/assets\/transfer/);
    await field(/^Amount/).fill('2000');
    await page
      .getByRole('button', { name: /^Transfer/ })
      .last()
      .click();
    await page.getByText(/2,000 USDT transferred/).waitFor();
    await goToScreen(page, exchange.address, '#/pages/lever/lever?contract=BTCPERP');
    await page.getByText('2,000.00', { exact: true }).first().waitFor();
    expect(await overflowing(page)).toEqual([]);
  });

  it('says in words what is missing before anything is sent', async () => {
    await until('positions can be opened', mayOpen);
    await open().click();
    await page.getByText('Enter a take-profit price.').first().waitFor();
    await page.getByText('Enter a stop-loss price.').first().waitFor();
    await field(/^Take-profit/).fill('1');
    await page
      .getByText(/^Set it above/)
      .first()
      .waitFor();
    await field(/^Stop-loss/).fill('900000');
    await page
      .getByText(/^Set it below/)
      .first()
      .waitFor();
    expect(await dialog().count()).toBe(0);
  });

  it('opens long at 20 times with take-profit and stop-loss, after the risk was accepted once', async () => {
    await button(/^Leverage Isolated\s*5×/).click();
    await dialog().getByRole('radio', { name: '20×' }).click();
    await dialog()
      .getByText(/At 20× a fall of about 4\.\d%/)
      .waitFor();
    await button('Set 20×').click();
    await dialog().waitFor({ state: 'detached' });
    await field(/^Lots/).fill('40');
    await button('Take-profit at +50% of the margin').click();
    await button('Stop-loss at −25% of the margin').click();
    await open().click();
    await button('Accept the risk and go on').click();
    const sheet = page.getByRole('dialog', { name: 'Confirm long' });
    await sheet.getByText('Liquidation price').waitFor();
    await sheet.getByText('Maintenance margin').waitFor();
    await sheet.getByRole('button', { name: /^Open long, 40 lots/ }).click();
    await page.getByText('Long position opened').waitFor();
    await position().getByText('0.04 BTC').waitFor();
    await position().getByText('Isolated 20×').waitFor();
  });

  it('shows its profit as the mark price moves', async () => {
    const profit = async () =>
      (await position().textContent())?.match(/Unrealised P&L \(USDT\)([−+]?[\d,.]+)/)?.[1] ?? '';
    const first = await profit();
    expect(first).toMatch(/\d/);
    await until('the profit moves', async () => (await profit()) !== first);
  });

  it('moves its protection by field', async () => {
    await button('Take-profit and stop-loss of Long BTC/USDT').click();
    await dialog().getByRole('button', { name: 'Take-profit at +75% of the margin' }).click();
    await dialog().getByRole('button', { name: 'Set both' }).click();
    await page.getByText('Take-profit and stop-loss set').waitFor();
    await dialog().waitFor({ state: 'detached' });
  });

  it('keeps the wallet while it is open', async () => {
    await goToScreen(page, exchange.address, '#/pages/assets/transfer?asset=USDT&from=contract');
    await field(/^Amount/).fill('1');
    await page
      .getByRole('button', { name: /^Transfer/ })
      .last()
      .click();
    await page.getByText('The contract wallet has an open position. Close it before you transfer.').first().waitFor();
  });

  it('closes half, then the rest, and tells both closings', async () => {
    await goToScreen(page, exchange.address, '#/pages/lever/leverList');
    await button('Close Long BTC/USDT').click();
    await dialog().getByRole('slider').fill('50');
    await dialog()
      .getByRole('button', { name: /^Close 20 lots/ })
      .click();
    await dialog().waitFor({ state: 'detached' });
    await position().getByText('0.02 BTC').waitFor();
    await button('Close Long BTC/USDT').click();
    await dialog()
      .getByRole('button', { name: /^Close 20 lots/ })
      .click();
    await page.getByText('No open positions').waitFor();
    await goToScreen(page, exchange.address, '#/pages/lever/orderList');
    const closings = page.getByRole('article', { name: 'Closing: Long BTC/USDT' });
    await until('two closings', async () => (await closings.count()) === 2);
    expect(await closings.first().textContent()).toContain('Closed by you');
    await page.getByRole('tab', { name: 'Positions' }).click();
    await page.getByRole('article', { name: 'Position: Long BTC/USDT' }).getByRole('button').click();
    for (const fee of ['Opening fee', 'Closing fee', 'Overnight fee', 'Profit after fees']) {
      await dialog().getByText(fee, { exact: true }).waitFor();
    }
    await page.keyboard.press('Escape');
  });

  it('places a delegate that waits, and cancels it', async () => {
    await goToScreen(page, exchange.address, '#/pages/lever/lever?contract=BTCPERP');
    await until('positions can be opened', mayOpen);
    await button(/^Order type/).click();
    await dialog().getByText('Limit', { exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    const price = field(/^Price/);
    await until('the price is filled', async () => /\d/.test(await price.inputValue()));
    await price.fill(String(Math.floor(Number((await price.inputValue()).replaceAll(',', '')) * 0.9)));
    await field(/^Lots/).fill('10');
    await button('Take-profit at +50% of the margin').click();
    await button('Stop-loss at −25% of the margin').click();
    await open().click();
    await dialog()
      .getByRole('button', { name: /^Open long, 10 lots/ })
      .click();
    await page.getByText('Long delegate placed').waitFor();
    await page.getByRole('tab', { name: /^Delegates/ }).click();
    await button('Cancel BTC/USDT').click();
    await page.getByText('No delegates').waitFor();
    expect(phone.complaints).toEqual([]);
  });
});
