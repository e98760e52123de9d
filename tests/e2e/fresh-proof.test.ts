import path from 'node:path';
import { Client } from 'pg';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runningCluster } from '#server/core/store/embedded/embedded-postgres.ts';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { goToScreen, openPhone, type Phone, until } from './phone.ts';
import { askExchange } from './ask-exchange.ts';

/** The question who is there, before what protects an account is changed: by password, a wrong one, and left. */

const email = 'whimbrel@example.com';
const password = 'quiet-Shore-41';

let exchange: BuiltExchange;
let browser: Browser;
let store: Client;
let phone: Phone;
let page: Page;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  const connection = runningCluster(path.join(exchange.dataFolder, 'postgres'));
  if (connection === null) throw new Error('the embedded PostgreSQL does not run');
  store = new Client({ ...connection });
  await store.connect();
  phone = await openPhone(browser, { lang: 'en', ...(await registered()) });
  ({ page } = phone);
});

beforeEach(async () => {
  // The log-in was a proof, and so is each one that is given.
  await store.query('UPDATE sessions SET proven_at = 0');
  await goToScreen(page, exchange.address, '#/pages/mine/security');
});

afterAll(async () => {
  await browser.close();
  await store.end();
  await exchange.close();
});

async function call(name: string, body: object) {
  const [method = '', where = ''] = name.split(' ');
  const headers = { 'content-type': 'application/json' };
  const response = await askExchange(`${exchange.address}/api/${where}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { data: Record<string, never> | null }).data;
}

/** A user with an email and a password, signed in. */
async function registered() {
  let sent: Record<string, never> | null = null;
  // A machine that is slow to start turns the first calls away.
  await until('a code is sent', async () => {
    sent = await call('POST common/checkEmailSend', { email, purpose: 'register' });
    return sent !== null;
  });
  const code =
    ((sent as Record<string, unknown> | null)?.['practiceMessage'] as { code: string } | undefined)?.code ?? '';
  const form = { kind: 'account', account: { by: 'email', email }, code, password, confirmation: password };
  const made = await call('POST register', { ...form, invitationCode: '', agreed: true });
  const { token, profile } = made as unknown as { token: string; profile: { id: string } };
  return { token, 'dunlin.account': profile.id };
}

const proof = () => page.getByRole('dialog', { name: 'Confirm that it is you' });
const word = () => page.getByRole('dialog', { name: 'Anti-phishing word' });

/** Asks for a change, which brings the question up. */
async function askForWord(text: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Anti-phishing word/ })
    .first()
    .click();
  await word().getByLabel('Your word').fill(text);
  await word().getByRole('button', { name: /word$/ }).last().click();
  await proof().waitFor();
}

it('takes the password, and refuses a wrong one', async () => {
  await askForWord('blue heron');
  await proof().getByLabel('Login password').fill('not-this-one-7');
  await proof().getByRole('button', { name: 'Confirm' }).click();
  await proof().getByText('The login password is wrong.').waitFor();
  expect(await proof().getByLabel('Login password').getAttribute('aria-invalid')).toBe('true');
  await proof().getByLabel('Login password').fill(password);
  await proof().getByRole('button', { name: 'Confirm' }).click();
  await proof().waitFor({ state: 'detached' });
  await page.getByText('Begins with "b"').waitFor();
});

it.each([
  ['closed', () => proof().getByRole('button', { name: 'Close' }).click()],
  ['left by Escape', () => page.keyboard.press('Escape')],
])('changes nothing when it is %s, and leaves what was typed where it was', async (_how, leave) => {
  await askForWord('red knot');
  await leave();
  await proof().waitFor({ state: 'detached' });
  expect(await word().getByLabel('Your word').inputValue()).toBe('red knot');
  await word().getByText('Not confirmed. Nothing was changed.').waitFor();
  // Keyboard users continue in the sheet that asked.
  expect(await word().evaluate((sheet) => sheet.contains(document.activeElement))).toBe(true);
  await page.reload();
  await page.getByText('Begins with "b"').waitFor();
});

it('goes with the step back, before the screen does', async () => {
  await askForWord('red knot');
  await page.goBack();
  await proof().waitFor({ state: 'detached' });
  expect(page.url()).toContain('/pages/mine/security');
  expect(phone.complaints).toEqual([]);
});
