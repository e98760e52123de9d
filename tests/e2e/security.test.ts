import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { goToScreen, openPhone, practiceSession } from './phone.ts';
import { setPhoneStage } from './stage.ts';

/** What protects an account, tap by tap: from one made with one tap to one with every protection, and a change of it. */

const email = 'heron@example.com';
const password = 'quiet-Shore-41';
const better = 'loud-Cliff+73';
const digits = '805263';
/** A contact is sent one code a minute. */
const nextCodeWithinMs = 70_000;

const stage = setPhoneStage({ exchange: 'shared' });

const tap = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const open = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function fillNewPassword(page: Page, text: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(text);
  await page.getByLabel('Confirm new password').fill(text);
}

it('sets a transaction password, and says what is wrong with an easy one', async () => {
  const { page } = stage.phone;
  await goToScreen(page, stage.exchange.address, '#/pages/mine/userCenter');
  await open(page, 'Security');
  await heading(page, 'Security');
  await open(page, /^Transaction password/);
  await heading(page, 'Transaction password');
  const first = page.getByLabel('New transaction password', { exact: true });
  const again = page.getByLabel('Confirm new transaction password');
  for (const [text, words] of [
    ['123456', 'Sequences'],
    ['159753', 'too common'],
  ] as const) {
    await first.fill(text);
    await again.fill(text);
    await tap(page, 'Set password');
    await page.getByText(words).waitFor();
  }
  await first.fill(digits);
  await again.fill(digits);
  await tap(page, 'Set password');
  await page.getByText('Transaction password set').waitFor();
  await heading(page, 'Security');
  await page.getByRole('link', { name: /^Transaction password.*Change/ }).waitFor();
});

it('binds an email with the code on the screen, and then sets a login password with one', async () => {
  const { page } = stage.phone;
  await open(page, /^Login password/);
  await page.getByText('Link an email or phone first').waitFor();
  await open(page, 'Link email');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await tap(page, 'Send code');
  await tap(page, 'Fill in');
  await tap(page, 'Link email');
  await page.getByText('Email linked').waitFor();
  await heading(page, 'Set login password');
  await page.getByText('We send a code to he•••@example.com.').waitFor();
  await tap(page, /^Send/);
  // The exchange says how long to wait, and the button counts it down.
  await page.getByRole('button', { name: /^Send again in/ }).waitFor();
  await page.getByRole('button', { name: 'Send code' }).click({ timeout: nextCodeWithinMs });
  await page.getByText('Practice message to he•••@example.com').waitFor();
  await tap(page, 'Fill in');
  await fillNewPassword(page, 'password1');
  await tap(page, 'Set password');
  await page.getByText('not too simple').waitFor();
  await fillNewPassword(page, password);
  await tap(page, 'Set password');
  await page.getByText('Login password set').waitFor();
  await heading(page, 'Security');
  await page.getByRole('link', { name: /^Email.*he•••@example\.com/ }).waitFor();
});

it('changes the login password: other devices are out, and withdrawals are on hold', async () => {
  const other = await openPhone(stage.browser, { lang: 'en' });
  await goToScreen(other.page, stage.exchange.address, '#/pages/login/login');
  await other.page.getByRole('textbox', { name: 'Email' }).fill(email);
  await other.page.getByLabel('Password', { exact: true }).fill(password);
  await other.page.getByRole('button', { name: 'Log in', exact: true }).click();
  await other.page.waitForURL(/pages\/index\/index/);

  const { page } = stage.phone;
  await open(page, /^Login password/);
  await heading(page, 'Change login password');
  await page.getByLabel('Login password').fill(better);
  await tap(page, 'Next');
  await heading(page, 'New login password');
  await fillNewPassword(page, better);
  await tap(page, 'Change password');
  await page.getByText('The current password is wrong.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Back' }).click();
  await heading(page, 'Change login password');
  await page.getByLabel('Login password').fill(password);
  await tap(page, 'Next');
  await heading(page, 'New login password');
  await fillNewPassword(page, better);
  await tap(page, 'Change password');
  await page.getByText('Login password changed').waitFor();
  await heading(page, 'Security');
  await page.getByText(/^Withdrawals are on hold until .* because a password was changed\.$/).waitFor();

  await other.page.waitForURL(/pages\/login\/login/);
  await other.context.close();
});

it('forgets a proof with the page: a reload of the second step leads to the first', async () => {
  const { page } = stage.phone;
  await goToScreen(page, stage.exchange.address, '#/pages/mine/modifyPwd');
  await page.getByLabel('Login password').fill(better);
  await tap(page, 'Next');
  await heading(page, 'New login password');
  await page.reload();
  await heading(page, 'Change login password');
  expect(await page.getByLabel('Login password').inputValue()).toBe('');
  expect(stage.phone.complaints).toEqual([]);
});

it('leads from an answer with HTTP 401 to setting a transaction password', async () => {
  const phone = await openPhone(stage.browser, { lang: 'en', ...(await practiceSession(stage.exchange.address)) });
  const { page } = phone;
  // The page believes that there is one, as it would when it was long out of touch; the exchange knows better.
  for (const path of ['**/api/info', '**/api/withdrawPage*']) {
    await page.route(path, async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replace(
        /"(hasTransactionPassword|transactionPassword)":false/g,
        '"$1":true',
      );
      await route.fulfill({ response, body: text });
    });
  }
  await goToScreen(page, stage.exchange.address, '#/pages/assets/bindMentionAddress');
  const wait = page.getByRole('switch', { name: '24-hour wait for new addresses' });
  await wait.click();
  await page.getByText('New addresses wait 24 hours').waitFor();
  await wait.click();
  await tap(page, 'Switch it off');
  const sheet = page.getByRole('dialog', { name: 'Switch off the 24-hour wait' });
  for (const digit of digits) await sheet.getByRole('button', { name: digit, exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Set a transaction password' });
  await question.getByRole('button', { name: 'Set it now' }).click();
  await heading(page, 'Transaction password');
  await page.getByLabel('New transaction password', { exact: true }).waitFor();
  await phone.context.close();
});
