import type { Page } from 'playwright';
import { beforeEach, afterEach, expect, it } from 'vitest';
import { goToScreen, limitOrders, openPhone, type Phone, practiceSession, until } from './phone.ts';
import { setStage } from './stage.ts';

/** An account made with one tap has nothing that leads back to it: what says so, and what is offered. */

const stage = setStage('shared');
let own: Phone;
let page: Page;

beforeEach(async () => {
  own = await openPhone(stage.browser, {
    lang: 'en',
    ...limitOrders,
    ...(await practiceSession(stage.exchange.address)),
  });
  ({ page } = own);
});

afterEach(async () => {
  expect(own.complaints).toEqual([]);
  await own.context.close();
});

const warning = 'nobody can log in to it again';

it('says before the log-out that the account is lost, leads to an email and back, and then says that everything stays', async () => {
  await goToScreen(page, stage.exchange.address, '#/pages/mine/userCenter');
  await page.getByRole('button', { name: 'Log out' }).click();
  const sheet = page.getByRole('dialog', { name: 'Log out and lose this account?' });
  await sheet.getByText(warning).waitFor();
  await sheet.getByRole('link', { name: /^Add an email/ }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill('wader@example.com');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByRole('button', { name: 'Link email' }).click();
  await page.getByText('Email linked').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByText('Your orders and money are not affected.').waitFor();
  expect(await page.getByText(warning).count()).toBe(0);
});

it('logs out all the same when that is wanted', async () => {
  await goToScreen(page, stage.exchange.address, '#/pages/mine/userCenter');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log out and lose the account' }).click();
  await page.waitForFunction(() => localStorage.getItem('token') === null);
});

async function placeOrder(): Promise<void> {
  await goToScreen(page, stage.exchange.address, '#/pages/trade/trade?pair=BTCUSDT');
  const send = page.getByRole('button', { name: /^Buy BTC/ });
  await until('orders can be sent', async () => (await send.getAttribute('aria-disabled')) === null);
  await page.getByRole('textbox', { name: 'Price (USDT)' }).fill('20000');
  await page.getByRole('textbox', { name: 'Amount (BTC)' }).fill('0.001');
  await send.click();
  await page.getByRole('dialog').getByRole('button', { name: /^Buy / }).click();
  await page.getByText('Buy order placed').first().waitFor();
}

it('advises once after the first order, until it is dismissed', async () => {
  await placeOrder();
  const advice = page.getByText('Secure this account: logging out loses it.');
  await advice.waitFor();
  await page.getByRole('button', { name: 'Secure', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Secure this account' })
    .getByRole('link', { name: /^Add an email/ })
    .waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await advice.waitFor({ state: 'detached' });
  await page.reload();
  await placeOrder();
  expect(await advice.count()).toBe(0);
});
