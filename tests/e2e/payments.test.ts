import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goToScreen, openPhone, type Phone, practiceSession, until } from './phone.ts';
import { setStage } from './stage.ts';
import { askExchange } from './ask-exchange.ts';

/** What keeps money from leaving to the wrong place, by clicks: whom one pays, and where one withdraws to. */

const transactionPassword = '135792';
const stage = setStage('shared');
const phones: Phone[] = [];

interface User {
  readonly page: Page;
  readonly id: string;
  readonly token: string;
}

afterAll(async () => {
  for (const { complaints } of phones) expect(complaints).toEqual([]);
});

/** A user with practice coins, on a phone of their own. */
async function somebody(): Promise<User> {
  const session = await practiceSession(stage.exchange.address);
  const phone = await openPhone(stage.browser, { ...session, lang: 'en' });
  phones.push(phone);
  return { page: phone.page, id: session['dunlin.account'], token: session.token };
}

async function send({ token }: User, method: 'POST' | 'PUT', path: string, body: unknown): Promise<void> {
  const answer = await askExchange(`${stage.exchange.address}/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  expect(((await answer.json()) as { code: number }).code).toBe(200);
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });

/** A fact on screen: its name and its value. */
const fact = (at: ReturnType<typeof dialog>, key: string, value: string) =>
  at
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${key}$`) })
    .locator('xpath=following-sibling::dd[1]')
    .filter({ hasText: new RegExp(`^${value}$`) })
    .waitFor();

async function enterPassword(page: Page, question: string): Promise<void> {
  for (const digit of transactionPassword)
    await dialog(page, question).getByRole('button', { name: digit, exact: true }).click();
}

describe('paying another user', () => {
  it('shows a name and an id to compare: before, in the question for the password, and on the receipt', async () => {
    const [payer, payee] = await Promise.all([somebody(), somebody()]);
    const password = { password: transactionPassword, confirmation: transactionPassword };
    await send(payer, 'POST', 'pwd', { kind: 'transaction', proof: { by: 'nothing' }, ...password });
    await send(payer, 'PUT', 'nickName', { nickname: 'Linus' });
    await send(payee, 'PUT', 'nickName', { nickname: 'Mei Lin' });
    const { page } = payer;
    await goToScreen(page, stage.exchange.address, '#/pages/StationPay/StationPay');
    await field(page, 'Recipient’s user ID').fill(payee.id);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Me•••in', { exact: true }).waitFor();
    await page.getByText(`ID ${payee.id}`, { exact: true }).waitFor();
    await page.getByLabel('Amount (USDT)').fill('25');
    await page.getByRole('button', { name: /^Send/ }).last().click();
    const confirm = dialog(page, 'Confirm transfer');
    await fact(confirm, 'Recipient', 'Me•••in');
    await fact(confirm, 'User ID', payee.id);
    await confirm.getByRole('button', { name: /^Send 25 USDT/ }).click();
    await fact(dialog(page, 'Send 25 USDT'), 'User ID', payee.id);
    await enterPassword(page, 'Send 25 USDT');
    const receipt = dialog(page, 'Sent');
    await fact(receipt, 'To', 'Me•••in');
    await fact(receipt, 'User ID', payee.id);
    await receipt.getByRole('button', { name: 'Done' }).click();
    // The recipient sees enough of the payer to recognise them, and no more.
    await goToScreen(payee.page, stage.exchange.address, '#/pages/StationPay/StationPay?tab=records');
    await payee.page.getByText('From Li•••s').click();
    const masked = `${payer.id.slice(0, 2)}••${payer.id.slice(-2)}`;
    await fact(dialog(payee.page, 'Received'), 'User ID', masked);
  });
});

describe('withdrawing', () => {
  let user: User;

  beforeAll(async () => {
    user = await somebody();
  });

  it('refuses the own deposit address while it is entered', async () => {
    const { page } = user;
    await goToScreen(page, stage.exchange.address, '#/pages/assets/charge?asset=USDT&chain=TEST');
    await page.getByRole('img', { name: 'QR code of your address' }).waitFor();
    const own = (await page.locator('main [translate="no"]').first().textContent()) ?? '';
    expect(own).toMatch(/^dt1/);
    await goToScreen(page, stage.exchange.address, '#/pages/assets/mention?asset=USDT&chain=TEST');
    await field(page, 'Address').fill(own);
    await page.getByText('This is your own deposit address. Enter another one.').first().waitFor();
    expect(await field(page, 'Address').getAttribute('aria-invalid')).toBe('true');
  });

  it('keeps what was filled in while the transaction password is set, and marks the remark as required', async () => {
    const { page } = user;
    const other = 'dt1mlcz867gr26gpl522dqqtyjyn2fl9yq0wct4hv';
    await field(page, 'Address').fill(other);
    await field(page, 'Amount (USDT)').fill('150');
    await field(page, 'Remark (required)').fill('Rent');
    await page.getByRole('button', { name: 'Set it' }).click();
    await page.getByRole('heading', { name: 'Transaction password', level: 1 }).waitFor();
    await page.getByLabel('New transaction password', { exact: true }).fill(transactionPassword);
    await page.getByLabel('Confirm new transaction password').fill(transactionPassword);
    await page.getByRole('main').getByRole('button').last().click();
    await page.getByRole('heading', { name: 'Withdraw', level: 1 }).waitFor();
    expect(await field(page, 'Address').inputValue()).toBe(other);
    expect(await field(page, 'Amount (USDT)').inputValue()).toBe('150');
    expect(await field(page, 'Remark (required)').inputValue()).toBe('Rent');
    await until('the password is known', async () => {
      return (await page.getByRole('button', { name: /^Withdraw \(/ }).getAttribute('aria-disabled')) !== 'true';
    });
    await page.getByRole('button', { name: /^Withdraw \(/ }).click();
    await dialog(page, 'Confirm withdrawal')
      .getByRole('button', { name: /^Withdraw 150 USDT/ })
      .click();
    await enterPassword(page, 'Withdraw 150 USDT');
    await dialog(page, 'Withdrawal').getByRole('button', { name: 'Done' }).click();
    // What was sent is not offered again.
    await until('the form is empty', async () => (await field(page, 'Address').inputValue()) === '');
  });
});

describe('a sheet without a network', () => {
  it('says so above the sheet, whose cross stays in reach', async () => {
    const { page } = await somebody();
    await goToScreen(page, stage.exchange.address, '#/pages/assets/mention?asset=USDT&chain=TEST');
    await page.getByRole('button', { name: /^Coin/ }).click();
    const sheet = dialog(page, 'Choose a coin to withdraw');
    await sheet.waitFor();
    // Notices are drawn by code that comes after the screen's.
    await page.locator('[role="alert"]').first().waitFor({ state: 'attached' });
    await page.context().setOffline(true);
    await sheet.getByText(/^No connection\./).waitFor();
    const [notice, cross] = await Promise.all([
      sheet.getByText(/^No connection\./).boundingBox(),
      sheet.getByRole('button', { name: 'Close' }).boundingBox(),
    ]);
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(cross?.y ?? 0);
    await page.context().setOffline(false);
    await sheet.getByText(/^No connection\./).waitFor({ state: 'detached' });
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });
  });
});
