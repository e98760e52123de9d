import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { english, generateMnemonic } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { imageStoredSidePx } from '#protocol/core/limits.ts';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { operatorCommand } from '../operator-console.ts';
import { steeredPrices } from '../steered-exchange.ts';
import { goToScreen, openPhone, practiceSession, until, withWorker } from './phone.ts';
import { registration } from '#server/accounts/account/testing.ts';
import { askExchange } from './ask-exchange.ts';

/** Real-name authentication by taps: from three photos to verified, and refused by the operator in live mode. */

let browser: Browser;
let exchange: BuiltExchange;
let photo: Buffer;
let folder: string;

beforeAll(async () => {
  browser = await openChromium();
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-real-name-'));
  photo = await sharp({
    create: { width: 3_000, height: 2_000, channels: 3, background: '#357', noise: { type: 'gaussian', sigma: 30 } },
  })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
});
afterEach(() => exchange.close());
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

/** Everything that live mode wants; the prices come from the test, not from the exchanges that are named. */
const liveSettings = {
  MODE: 'live',
  PRICE_SOURCE: 'htx',
  SEED: '734209118846',
  WALLET_SEED: generateMnemonic(english),
  PUBLIC_ORIGIN: 'https://dunlin.example',
};

const titles = ['Front of the card', 'Back of the card', 'You holding the card'] as const;
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send for review' });

/** Picks a picture behind a button, as the device's own dialog would. */
async function pick(page: Page, button: string, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
}

async function fillIn(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: /^Country or region/ }).click();
  await page.getByRole('searchbox').fill('China');
  await page.getByRole('radio', { name: 'China', exact: true }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Document number').fill(number);
}

async function photosSent(page: Page): Promise<void> {
  await until('three photos sent', async () => (await page.getByText('Sent', { exact: true }).count()) === 3);
}

const operator = (...command: string[]) => operatorCommand(exchange, ...command);

it('goes from photo to verified in practice mode, and back to the page that asked for it', async () => {
  exchange = await startBuiltExchange();
  const signedIn = await practiceSession(exchange.address);
  const { page, context, complaints } = await openPhone(browser, signedIn, withWorker);
  const uploads: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/upload/img')) uploads.push(request.postDataBuffer()?.length ?? 0);
  });

  // A call that needs a verified name answers 998: the form comes, and knows where the user was.
  const refusal = JSON.stringify({ code: 2004, data: null, msg: 'noRealName', type: '998' });
  await page.route('**/api/cashflow**', (route) => route.fulfill({ body: refusal, contentType: 'application/json' }));
  await page.goto(`${exchange.address}/#/pages/assets/Assetrecords`);
  await sendButton(page).waitFor();
  expect(page.url()).toContain('#/pages/mine/real_authentication?to=');
  await page.unroute('**/api/cashflow**');

  // What is wrong is said in place, before anything is sent.
  await sendButton(page).click();
  await page.getByText('Choose the country that issued the document.').waitFor();
  expect(await page.getByText(/^This photo is missing\./).count()).toBe(3);
  await fillIn(page, '110105194912310021');
  await page.getByText(/this number cannot be right/).waitFor();
  await page.getByLabel('Document number').fill('11010519491231002x');
  await page.getByText(/this number cannot be right/).waitFor({ state: 'detached' });
  await pick(page, `Choose: ${titles[0]}`, Buffer.from('<html>'));
  await page.getByText('This file is not a JPG or PNG picture. Choose another one.').first().waitFor();

  // Without a connection nothing is lost, and the screen says how to continue.
  await context.setOffline(true);
  await pick(page, `Camera: ${titles[0]}`, photo);
  await page.getByRole('button', { name: `Try again: ${titles[0]}` }).waitFor();
  await until('sending waits', async () => (await sendButton(page).getAttribute('aria-disabled')) === 'true');
  await context.setOffline(false);
  uploads.length = 0;
  await page.getByRole('button', { name: `Try again: ${titles[0]}` }).click();
  await pick(page, `Choose: ${titles[1]}`, photo);
  await pick(page, `Choose: ${titles[2]}`, photo);
  await photosSent(page);
  expect(uploads).toHaveLength(3);
  expect(Math.max(...uploads), 'shrunk on the phone').toBeLessThan(photo.length);

  await until('the way on', async () => (await sendButton(page).getAttribute('aria-disabled')) === null);
  await sendButton(page).click();
  await page.getByRole('heading', { name: 'Under review' }).waitFor();
  await page.getByText('110****2X').waitFor();
  await page.getByRole('heading', { name: 'Verified', exact: true }).waitFor({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Continue' }).click();
  await until('the page that asked', async () => page.url().endsWith('#/pages/assets/Assetrecords'));

  await goToScreen(page, exchange.address, '#/pages/notice/list');
  await page.getByText('Identity verified').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

/** Registers by email in live mode, with the code that the operator reads from the outbox. */
async function liveSession(): Promise<{ token: string; 'dunlin.account': string }> {
  const email = 'ada@example.com';
  const post = async (call: string, body: object) => {
    const response = await askExchange(`${exchange.address}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { code: number; data: { token: string; profile: { id: string } } };
  };
  await post('common/checkEmailSend', { email, purpose: 'register' });
  const [code = ''] = /\b\d{6}\b/.exec(await operator('outbox')) ?? [];
  const password = 'quiet-Heron-71';
  const { data } = await post('register', registration(email, code, password));
  return { token: data.token, 'dunlin.account': data.profile.id };
}

it('waits for the operator in live mode, is refused with a reason, and may be sent again', async () => {
  exchange = await startBuiltExchange(liveSettings, steeredPrices().open);
  const { page, context, complaints } = await openPhone(browser, await liveSession(), withWorker);
  await goToScreen(page, exchange.address, '#/pages/mine/authentication');
  await page.getByRole('link', { name: /^Passport/ }).click();
  await page.getByRole('radio', { name: 'Passport' }).and(page.locator('[aria-checked="true"]')).waitFor();
  await page.getByRole('radio', { name: 'ID card' }).click();
  await fillIn(page, '11010519491231002X');
  for (const title of titles) await pick(page, `Choose: ${title}`, photo);
  await photosSent(page);
  await until('the way on', async () => (await sendButton(page).getAttribute('aria-disabled')) === null);
  await sendButton(page).click();
  await page.getByRole('heading', { name: 'Under review' }).waitFor();

  // The operator sees what was sent, without where it was taken, and says no.
  expect(await operator('review', '1')).toContain('11010519491231002X');
  await operator('review', '1', '--save', folder, '--by', 'grace');
  const head = await sharp(await readFile(path.join(folder, 'review-1-front.jpg'))).metadata();
  expect([head.format, head.width, head.exif]).toEqual(['jpeg', imageStoredSidePx, undefined]);
  expect(await page.getByRole('heading', { name: 'Under review' }).count()).toBe(1);
  await operator('refuse', '1', '--reason', 'The number cannot be read.', '--by', 'grace');
  await page.getByRole('heading', { name: 'Rejected' }).waitFor();
  await page.getByText('The number cannot be read.').waitFor();

  // The same document again, with other photos: what was typed is gone, and it is approved.
  await page.getByRole('link', { name: /^ID card/ }).click();
  expect(await page.getByLabel('First name').inputValue()).toBe('');
  await fillIn(page, '11010519491231002X');
  for (const title of titles) await pick(page, `Choose: ${title}`, photo);
  await photosSent(page);
  await until('the way on', async () => (await sendButton(page).getAttribute('aria-disabled')) === null);
  await sendButton(page).click();
  await page.getByRole('heading', { name: 'Under review' }).waitFor();
  await operator('approve', '2', '--by', 'grace');
  await page.getByRole('heading', { name: 'Verified', exact: true }).waitFor();
  expect(await operator('review-log')).toMatch(/approved {2}grace[^]*refused {3}grace: The number cannot be read\./);
  expect(complaints).toEqual([]);
  await context.close();
});
