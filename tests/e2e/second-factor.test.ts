import { createHmac } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltExchange, openChromium } from '../built-exchange.ts';
import { sharedExchange } from '../shared-exchange.ts';
import { goToScreen, openPhone, type Phone } from './phone.ts';
import { askExchange } from './ask-exchange.ts';

/** An authenticator, tap by tap: switched on, asked for at the log-in, and replaced by a recovery code. */

const email = 'bittern@example.com';
const password = 'quiet-Shore-41';
const stepMs = 30_000;

let exchange: BuiltExchange;
let browser: Browser;
let phone: Phone;
let page: Page;
let secret = '';
let recoveryCode = '';
/** The step whose code was used last: none is taken twice. */
let used = 0;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([sharedExchange(), openChromium()]);
  phone = await openPhone(browser, { lang: 'en', ...(await registered()) });
  ({ page } = phone);
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

async function call(name: string, body: object) {
  const [method = '', path = ''] = name.split(' ');
  const headers = { 'content-type': 'application/json' };
  const response = await askExchange(`${exchange.address}/api/${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { data: Record<string, never> | null }).data;
}

/** A user with an email and a password, signed in. */
async function registered() {
  // A machine that is slow to start turns the first calls away.
  let sent = await call('POST common/checkEmailSend', { email, purpose: 'register' });
  for (let time = 0; sent === null && time < 20; time += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    sent = await call('POST common/checkEmailSend', { email, purpose: 'register' });
  }
  const code = (sent?.['practiceMessage'] as unknown as { code: string } | undefined)?.code ?? '';
  const form = { kind: 'account', account: { by: 'email', email }, code, password, confirmation: password };
  const made = await call('POST register', { ...form, invitationCode: '', agreed: true });
  const { token, profile } = made as unknown as { token: string; profile: { id: string } };
  return { token, 'dunlin.account': profile.id };
}

function base32(text: string): Buffer {
  const bits = Array.from(text, (char) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of the next step that was not used; the exchange takes the one after the present, too. */
async function nextCode(): Promise<string> {
  while (used >= Math.floor(Date.now() / stepMs) + 1) await new Promise((resolve) => setTimeout(resolve, 500));
  used = Math.max(used + 1, Math.floor(Date.now() / stepMs));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(used));
  const mac = createHmac('sha1', base32(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

const tap = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

async function logOut(): Promise<void> {
  await goToScreen(page, exchange.address, '#/pages/mine/userCenter');
  await tap('Log out');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  // It leads home once everything is wiped: what is opened before that would be left again.
  await page.waitForURL(/#\/$/);
}

async function logIn(): Promise<void> {
  await goToScreen(page, exchange.address, '#/pages/login/login');
  await page.getByLabel('Email', { exact: true }).last().fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByLabel('Authenticator code').waitFor();
}

it('is switched on by its first code, and gives ten recovery codes once', async () => {
  await goToScreen(page, exchange.address, '#/pages/mine/security');
  await tap(/^Authenticator app/);
  const sheet = page.getByRole('dialog', { name: 'Authenticator app' });
  await sheet.getByRole('button', { name: 'Set up' }).click();
  await sheet.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  secret = ((await sheet.locator('code').textContent()) ?? '').replaceAll(' ', '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await sheet.getByLabel('Code shown by the app').fill('000000');
  await sheet.getByRole('button', { name: 'Switch on' }).click();
  await sheet.getByText(/verification code is wrong/i).waitFor();
  await sheet.getByLabel('Code shown by the app').fill(await nextCode());
  await sheet.getByRole('button', { name: 'Switch on' }).click();
  const codes = sheet.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  recoveryCode = (await codes.first().textContent()) ?? '';
  await sheet.getByRole('button', { name: 'I have saved them' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByText('On, 10 recovery codes left').waitFor();
});

it('is asked for after a right password', async () => {
  await logOut();
  await logIn();
  await page.getByLabel('Authenticator code').fill('000000');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByText(/verification code is wrong/i).waitFor();
  await page.getByLabel('Authenticator code').fill(await nextCode());
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/#\/pages\/index\/index/);
}, 120_000);

it('is replaced by a recovery code, which works once', async () => {
  await logOut();
  await logIn();
  await page.getByLabel('Authenticator code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/#\/pages\/index\/index/);
  await goToScreen(page, exchange.address, '#/pages/mine/security');
  await page.getByText('On, 9 recovery codes left').waitFor();
});

it('puts the word that was set into letters', async () => {
  await tap(/^Anti-phishing word/);
  const sheet = page.getByRole('dialog', { name: 'Anti-phishing word' });
  await sheet.getByLabel('Your word').fill('abc');
  await sheet.getByRole('button', { name: 'Set word' }).click();
  await sheet.getByText('Use at least 4 characters.').waitFor();
  await sheet.getByLabel('Your word').fill('blue heron');
  await sheet.getByRole('button', { name: 'Set word' }).click();
  await page.getByText('Begins with "b"').waitFor();
});
