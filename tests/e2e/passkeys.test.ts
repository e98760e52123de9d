import type { Browser, CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAddress } from '#server/practice/test-chain/test-address.ts';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import {
  goToScreen,
  storedOnDevice,
  openPhone,
  type Phone,
  practiceSession,
  store,
  until,
  withWorker,
} from './phone.ts';

/**
 * A phone whose owner logs in and unlocks the app by their finger: Chromium's own virtual authenticator is the phone.
 */

let exchange: BuiltExchange;
/** Passkeys belong to a name: the same server by it. */
let address: string;
let browser: Browser;
let phone: Phone;
let page: Page;
let device: CDPSession;
let authenticatorId: string;
let account: string;

const show = (hash: string) => goToScreen(page, address, hash);
const tap = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
const lock = () => page.getByRole('dialog', { name: 'Dunlin is locked' });

/** Whether the phone verifies its user. */
const recognise = (isUserVerified: boolean) =>
  device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

function stored(key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** Loads the page again while a stranger holds the phone. */
async function reloadLocked(): Promise<void> {
  await recognise(false);
  await page.reload();
  await lock().getByRole('button', { name: 'Unlock' }).waitFor();
  await until('the phone gave up', async () => (await lock().locator('[aria-busy]').count()) === 0);
}

async function unlock(): Promise<void> {
  await recognise(true);
  await lock().getByRole('button', { name: 'Unlock' }).click();
  await lock().waitFor({ state: 'detached' });
}

/** What of the page beneath can be seen, read out or reached. */
async function within(): Promise<{ text: string; focused: string[] }> {
  const focused: string[] = [];
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    focused.push(await page.evaluate(() => document.activeElement?.closest('#app')?.id ?? ''));
  }
  const text = await page.evaluate(() => document.getElementById('app')?.innerText.trim() ?? '');
  return { text, focused: focused.filter((id) => id !== '') };
}

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  address = exchange.address.replace('127.0.0.1', 'localhost');
  phone = await openPhone(browser, {}, withWorker);
  ({ page } = phone);
  const session = await practiceSession(exchange.address);
  account = session['dunlin.account'];
  device = await phone.context.newCDPSession(page);
  await device.send('WebAuthn.enable', { enableUI: false });
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  ({ authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options }));
  await page.goto(address);
  await store(page, { ...session, lang: 'en' });
  await page.reload();
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

describe('a passkey', () => {
  it('is added with a name, and once on one phone', async () => {
    await show('#/pages/mine/security');
    await tap('Add a passkey');
    const sheet = page.getByRole('dialog', { name: 'Add a passkey' });
    await sheet.getByRole('textbox', { name: 'Name' }).fill('My phone');
    await sheet.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('Passkey added').waitFor();
    await page.getByText('My phone').waitFor();
    await sheet.waitFor({ state: 'detached' });
    await tap('Add a passkey');
    await sheet.getByRole('button', { name: 'Add passkey' }).click();
    await sheet.getByText('This device already holds a passkey of your account.').waitFor();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });
  });

  it('logs in without a password, and only its owner', async () => {
    await show('#/pages/mine/userCenter');
    await tap('Log out');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
    await until('nobody is signed in', async () => (await stored('token')) === null);
    // Log-out leads home once everything is wiped: what is opened before that would be left again.
    await page.waitForURL(/#\/$/);
    await show('#/pages/login/login');
    await recognise(false);
    await tap('Use a passkey');
    await page.getByText('It was cancelled, or took too long. Nothing changed.').waitFor();
    expect(await stored('token')).toBeNull();
    await recognise(true);
    await tap('Use a passkey');
    await page.waitForURL(/#\/pages\/index\/index/);
    expect(await stored('dunlin.account')).toBe(account);
  });
});

describe('the app lock', () => {
  it('is switched on once the phone verifies the user', async () => {
    await show('#/pages/mine/security');
    const fingerprint = page.getByRole('switch', { name: 'Unlock with fingerprint' });
    await recognise(false);
    await fingerprint.click();
    await page.getByText('It was cancelled, or took too long. Nothing changed.').waitFor();
    expect(await stored('fingerBool')).not.toBe('1');
    await recognise(true);
    await fingerprint.click();
    await until('it is on', async () => (await fingerprint.getAttribute('aria-checked')) === 'true');
    expect(await stored('fingerBool')).toBe('1');
    expect(await stored('isface')).not.toBe('1');
  });

  it('covers everything at launch until the phone recognises its owner', async () => {
    await show('#/pages/assets/assets');
    await reloadLocked();
    expect(await stored('isFinger')).toBe('false');
    expect(await within()).toEqual({ text: '', focused: [] });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await lock().waitFor();
    expect(await within()).toEqual({ text: '', focused: [] });
    await lock().getByRole('button', { name: 'Unlock' }).click();
    await lock().getByText('It was cancelled, or took too long. Nothing changed.').waitFor();
    expect(await within()).toEqual({ text: '', focused: [] });
    await unlock();
    expect(await stored('isFinger')).toBe('true');
    await page.locator('main').getByText('USDT').first().waitFor();
  });

  it('locks again when the app was out of sight for minutes, and covers it meanwhile', async () => {
    await page.locator('#app h1').first().waitFor();
    const turn = (isHidden: boolean, laterMs: number) =>
      page.evaluate(
        ([hidden, later]) => {
          const now = Date.now();
          Date.now = () => now + later;
          Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event('visibilitychange'));
          return document.getElementById('app')?.innerText.trim() ?? '';
        },
        [isHidden, laterMs] as const,
      );
    expect(await turn(true, 0)).toBe('');
    expect(await turn(false, 60_000)).not.toBe('');
    expect(await lock().count()).toBe(0);
    expect(await turn(true, 0)).toBe('');
    await recognise(false);
    expect(await turn(false, 181_000)).toBe('');
    await lock().waitFor();
    expect(await within()).toEqual({ text: '', focused: [] });
    await until('the phone gave up', async () => (await lock().locator('[aria-busy]').count()) === 0);
    await unlock();
    await page.locator('main').getByText('USDT').first().waitFor();
  });

  it('allows no withdrawal by itself', async () => {
    const to = testAddress(`0x${'5d'.repeat(20)}`);
    const withdrawal = { asset: 'USDT', chain: 'TEST', address: to, amount: '50', remark: 'out' };
    const answer = await page.evaluate(async (body) => {
      const response = await fetch('/api/withdrawCoinApp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('token')}`,
          'idempotency-key': 'an-unlocked-app-asks-for-it',
        },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { msg: string };
    }, withdrawal);
    expect(answer.msg).toBe('setTransactionPasswordFirst');
  });

  it('opens without the server', async () => {
    await storedOnDevice(page, ['wallet', 'USDT']);
    await exchange.stop();
    await reloadLocked();
    expect(await within()).toEqual({ text: '', focused: [] });
    await unlock();
    await page.locator('main').getByText('USDT').first().waitFor();
    await exchange.startAgain();
  });

  it('can be left by logging out, which leaves nothing behind', async () => {
    await reloadLocked();
    await lock().getByRole('button', { name: 'Log out instead' }).click();
    await lock().getByRole('button', { name: 'Back' }).click();
    await lock().getByRole('button', { name: 'Log out instead' }).click();
    await lock().getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByRole('button', { name: 'Try with a practice account' }).waitFor();
    for (const key of ['token', 'dunlin.account', 'dunlin.unlock']) expect(await stored(key)).toBeNull();
    expect(await stored('fingerBool')).toBe('0');
    await page.reload();
    await page.getByRole('button', { name: 'Try with a practice account' }).waitFor();
    expect(await lock().count()).toBe(0);
    expect(phone.complaints).toEqual([]);
  });

  it('goes with the passkey it opens by', async () => {
    await recognise(true);
    await show('#/pages/login/login');
    await tap('Use a passkey');
    await page.waitForURL(/#\/pages\/index\/index/);
    await show('#/pages/mine/security');
    const face = page.getByRole('switch', { name: 'Unlock with face' });
    await face.click();
    await until('it is on', async () => (await face.getAttribute('aria-checked')) === 'true');
    await tap('Remove My phone');
    const question = page.getByRole('alertdialog');
    await question.getByText('the app lock on this device is switched off').waitFor();
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Passkey removed').waitFor();
    await until('the lock is off', async () => (await face.getAttribute('aria-checked')) === 'false');
    await page.reload();
    await page.locator('#app h1').first().waitFor();
    expect(await lock().count()).toBe(0);
  });
});
