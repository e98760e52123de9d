import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/core/config/config.ts';
import { openBesideServer } from '#server/core/store/beside-server.ts';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { operatorCommand } from '../operator-console.ts';
import { goToScreen, openPhone, overflowing, type Phone, practiceSession } from './phone.ts';
import { askExchange } from './ask-exchange.ts';

/**
 * A coin by clicks, from the form to a pair that trades: entered in five steps, kept on the phone, proven with a code,
 * asked about by the desk, answered, accepted, and traded without a restart.
 */

let exchange: BuiltExchange;
let browser: Browser;
let phone: Phone;
let page: Page;
let picture: Buffer;

const contract = '0x4b1e9c07d2a86f13b5e40c9d7a21f8e653c7a2e9';
const because = ['--by', 'grace'] as const;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  const session = await practiceSession(exchange.address);
  await linkEmail(session);
  picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer();
  phone = await openPhone(browser, { lang: 'en', ...session });
  ({ page } = phone);
});

afterAll(async () => {
  await phone.context.close();
  await browser.close();
  await exchange.close();
});

/**
 * Gives the account an email and lets its registration be long ago, so that sending asks for a code: linking one by clicks
 * is what another walk does.
 */
async function linkEmail(session: Awaited<ReturnType<typeof practiceSession>>): Promise<void> {
  const database = openBesideServer(readConfig({ DATA_DIR: exchange.dataFolder }));
  try {
    const own = [session['dunlin.account']];
    await database.pool.query(`UPDATE users SET email = 'avocet@example.com' WHERE id = $1`, own);
    await database.pool.query('UPDATE sessions SET proven_at = NULL, proven_by = NULL WHERE user_id = $1', own);
  } finally {
    await database.close();
  }
  const headers = { authorization: `Bearer ${session.token}` };
  const answer = await askExchange(`${exchange.address}/api/verifySwitch`, { headers });
  expect(await answer.json()).toMatchObject({ data: { prove: ['email'] } });
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const says = (text: string | RegExp) => page.getByText(text).first().waitFor({ timeout: 30_000 });
const operator = (...command: readonly string[]) => operatorCommand(exchange, ...command);

const field = (name: string) => page.getByRole('textbox', { name, exact: true });

async function fill(fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await field(label).fill(text);
}

async function focused(): Promise<string> {
  return page.evaluate(() => {
    const field = document.activeElement;
    return document.querySelector(`label[for="${field?.id ?? ''}"]`)?.textContent ?? '';
  });
}

describe('an application for a coin', () => {
  it('is found by searching, and a step is checked alone, with the first error in focus', async () => {
    await goToScreen(page, exchange.address, '#/pages/home/market');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('searchbox').fill('list a coin');
    await page.getByRole('link', { name: /^List a coin/ }).click();
    await says('None yet. Your applications and their answers appear here.');
    await button('Start an application').click();
    await fill({ 'Full name': 'Avocet', Abbreviation: 'btc' });
    await button('Next: supply').click();
    await says('Enter its name in Latin letters, as in Avocet.');
    await says('BTC is listed already.');
    await expect.poll(focused).toBe('English name');
    await fill({ 'English name': 'Avocet', Abbreviation: 'avo', 'Where it is active': 'Europe' });
    await says('AVO/USDT');
    await says(/^Draft kept on this phone, \d\d:\d\d$/);
    await button('Next: supply').click();
  });

  it('shows what its supply leads to', async () => {
    await page.getByRole('heading', { name: 'Supply' }).waitFor();
    await fill({ 'Total issuance (AVO)': '10000000', 'In circulation (AVO)': '2400000' });
    await fill({ 'Official holdings (AVO)': '8000000', 'Contract address': contract });
    await button('Next: links and papers').click();
    await says('With what circulates this is more than the total issuance.');
    await fill({ 'Official holdings (AVO)': '6000000' });
    await says('24%');
    await says('60%');
    await says('16%');
    await says('The team holds more than 50%. The review counts that as a risk for buyers.');
    await says('The form is right. We read the contract in review.');
    expect(await overflowing(page)).toEqual([]);
    await button('Next: links and papers').click();
  });

  it('is closed and opened again with the draft, also over a reload', async () => {
    await fill({ 'Official site': 'https://avocet.example' });
    await button('Close').click();
    await says('Draft: AVO');
    await page.reload();
    await button('Continue the draft').click();
    await page.getByRole('heading', { name: 'Links and papers' }).waitFor();
    expect(await field('Official site').inputValue()).toBe('avocet.example');
    await fill({ 'Block explorer': 'explorer.example/avo', 'White paper': 'avocet.example/paper.pdf' });
    await button('Next: documents').click();
  });

  it('takes a document, is read once more, and is sent with a code', async () => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Choose: Document 1').click()]);
    await chooser.setFiles({ name: 'audit.jpg', mimeType: 'image/jpeg', buffer: picture });
    await says('1 picture');
    await button('Next: check').click();
    await says('10,000,000 AVO');
    await says('avocet.example/paper.pdf');
    await button(/^Verification/).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('This sends your application to list a coin.').waitFor();
    await sheet.getByRole('button', { name: 'Send code' }).click();
    await sheet.getByRole('button', { name: 'Fill in' }).click();
    await sheet.getByRole('button', { name: 'Confirm' }).click();
    await says('Nothing more is needed from you.');
    await button('Send for review (practice)').click();
    await says('Under review');
    // Within the seconds in which practice mode would accept it by itself.
    await operator('applications', 'ask', '1', '--reason', 'Who audits the contract?', ...because);
  });

  it('is asked about by a notice, and answered', async () => {
    await says('Question for you');
    await goToScreen(page, exchange.address, '#/pages/notice/list');
    await page.getByText('A question about your coin').first().click();
    await page.getByRole('link', { name: 'Open the application' }).click();
    await page.getByRole('link', { name: /^AVO, Avocet/ }).click();
    await says('Who audits the contract?');
    await field('Your answer').fill('Knot Labs, in May.');
    await button('Send the answer').click();
    await says('Knot Labs, in May.');
    await says(/^We answer by (Mon|Tue|Wed|Thu|Fri|Sat)/);
  });

  it('is accepted, and the coin and its pair trade without a restart', async () => {
    expect(await operator('applications', 'show', '1')).toContain('documents   1');
    await operator('approve', '1', ...because);
    await says('Listed, trades as AVOUSDT');
    await page.getByRole('link', { name: 'Trade AVOUSDT (practice)' }).click({ timeout: 30_000 });
    await page.waitForURL(/trade\/trade\?pair=AVOUSDT/);
    await field('Total (USDT)').fill('25');
    await button('Buy AVO (practice)').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Buy for 25\.00 USDT/ })
      .click();
    // What was spent is gone from what is available.
    await says(/^9,97[4-6]\.\d\d/);
    expect(phone.complaints).toEqual([]);
  });
});
