import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goToScreen, openPhone, type Phone, practiceSession, until } from './phone.ts';
import { setStage } from './stage.ts';
import { askExchange } from './ask-exchange.ts';

/** Money that moves inside the exchange, by clicks: between wallets, between coins, between two users. */

const transactionPassword = '135792';
const stage = setStage('shared');
const phones: Phone[] = [];

afterAll(async () => {
  for (const { complaints } of phones) expect(complaints).toEqual([]);
});

/** A user with practice coins, on a phone of their own. */
async function somebody(): Promise<{ readonly page: Page; readonly id: string; readonly token: string }> {
  const session = await practiceSession(stage.exchange.address);
  const phone = await openPhone(stage.browser, { ...session, lang: 'en' });
  phones.push(phone);
  return { page: phone.page, id: session['dunlin.account'], token: session.token };
}

async function setTransactionPassword(token: string): Promise<void> {
  const password = { password: transactionPassword, confirmation: transactionPassword };
  const answer = await askExchange(`${stage.exchange.address}/api/pwd`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ kind: 'transaction', proof: { by: 'nothing' }, ...password }),
  });
  expect(((await answer.json()) as { code: number }).code).toBe(200);
}

const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
/** The button that sends a form: it is last, after tabs and fields of the same name. */
const send = (page: Page, name: RegExp) => page.getByRole('button', { name }).last().click();
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });

describe('one user', () => {
  let page: Page;

  beforeAll(async () => {
    ({ page } = await somebody());
  });

  it('moves coins between wallets, and back', async () => {
    await goToScreen(page, stage.exchange.address, '#/pages/assets/assets');
    await page.getByRole('link', { name: 'Transfer', exact: true }).click();
    await page.getByLabel('Amount (USDT)').fill('1000');
    await send(page, /^Transfer/);
    await says(page, '1,000 USDT transferred to Contracts');
    await says(page, 'Available: 9,000');
    await page.getByRole('button', { name: 'Swap the wallets' }).click();
    await says(page, 'Available: 1,000');
    await page.getByRole('button', { name: 'Max' }).click();
    await send(page, /^Transfer/);
    await says(page, '1,000 USDT transferred to Spot');
    await says(page, 'Available: 0');
  });

  it('says what is too much before anything is sent', async () => {
    await page.getByLabel('Amount (USDT)').fill('1');
    await says(page, 'You have 0 USDT available.');
    await send(page, /^Transfer/);
    expect(await page.getByLabel('Amount (USDT)').getAttribute('aria-invalid')).toBe('true');
  });

  it('converts at the rate on screen, and finds both sides in the records', async () => {
    await page.getByRole('tab', { name: 'Convert' }).click();
    await page.getByLabel('Amount (USDT)').fill('500');
    await says(page, /\d+ s, then renewed/);
    await send(page, /^Convert/);
    const confirm = sheet(page, 'Confirm conversion');
    await confirm.getByText('Fee (0.1%)').waitFor();
    await confirm.getByRole('button', { name: /^Convert to/ }).click();
    const done = sheet(page, 'Converted');
    await done.getByText('500 USDT').waitFor();
    await done.getByRole('button', { name: 'Done' }).click();
    await says(page, 'Available: 9,500');
    await page.getByRole('link', { name: 'Records' }).click();
    const row = page.getByRole('main').getByRole('button', { name: /Conversion USDT → BTC/ });
    await row.waitFor();
    expect(await row.textContent()).toMatch(/\+0\.0\d+ BTC−500 USDT$/);
  });

  it('renews a rate that ended', async () => {
    await goToScreen(page, stage.exchange.address, '#/pages/assets/transfer?tab=convert');
    await page.getByLabel('Amount (USDT)').fill('200');
    await says(page, /^(?:[1-3]) s, then renewed/);
    await says(page, /^(?:9|10) s, then renewed/);
  });

  it('lists each transfer as one record, with its ledger entries in the detail', async () => {
    await goToScreen(page, stage.exchange.address, '#/pages/assets/Assetrecords?kind=transfer');
    const main = page.getByRole('main');
    await main.getByRole('button', { name: /Transfer Spot → Contracts/ }).waitFor();
    expect(await main.getByRole('button', { name: /Transfer/ }).count()).toBe(2);
    const row = main.getByRole('button', { name: /Transfer Contracts → Spot/ });
    expect(await row.textContent()).toMatch(/1,000 USDT$/);
    await row.click();
    const detail = sheet(page, 'Transfer Contracts → Spot');
    const entries = detail.getByRole('region', { name: 'Ledger entries' });
    expect(await entries.getByRole('definition').allTextContents()).toEqual(['+1,000 USDT', '−1,000 USDT']);
    await page.goBack();
  });

  it('narrows the records by time and takes them along as a file', async () => {
    await goToScreen(page, stage.exchange.address, '#/pages/assets/Assetrecords');
    await page.getByRole('button', { name: 'All time' }).click();
    await page.getByRole('dialog').getByText('Last 7 days').click();
    await page.waitForURL(/days=7/);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Create file' }).click();
    await says(page, /The file has \d+ ledger entries/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save or share the file' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^dunlin-records-\d{4}-\d\d-\d\d\.csv$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const [head, first] = text.split('\r\n');
    expect(head).toBe('\uFEFFTime,Record,Type,Wallet,Part,Coin,Amount,Reference,Entry number,Record number');
    expect(first).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00,Conversion,(?:Conversion|Fee),Spot,Available,(?:BTC|USDT),-?[\d.]+,/,
    );
  });
});

describe('two users', () => {
  it('one sends, and both see it at once', async () => {
    const [payer, payee] = await Promise.all([somebody(), somebody()]);
    await setTransactionPassword(payer.token);
    await goToScreen(payee.page, stage.exchange.address, '#/pages/assets/tradeAccount?wallet=spot');
    await goToScreen(payer.page, stage.exchange.address, '#/pages/StationPay/StationPay');
    await payer.page.getByLabel('Recipient’s user ID').fill(payer.id);
    await payer.page.getByRole('button', { name: 'Continue' }).click();
    await until('oneself is refused', async () => {
      const field = payer.page.getByLabel('Recipient’s user ID');
      return (await field.getAttribute('aria-invalid')) === 'true';
    });
    await payer.page.getByLabel('Recipient’s user ID').fill(payee.id);
    await payer.page.getByRole('button', { name: 'Continue' }).click();
    await says(payer.page, /•••/);
    await payer.page.getByLabel('Amount (USDT)').fill('250');
    await payer.page.getByLabel('Remark').fill('Rent');
    await send(payer.page, /^Send/);
    await sheet(payer.page, 'Confirm transfer')
      .getByRole('button', { name: /^Send 250 USDT/ })
      .click();
    const keypad = sheet(payer.page, 'Send 250 USDT');
    for (const digit of transactionPassword) await keypad.getByRole('button', { name: digit, exact: true }).click();
    await sheet(payer.page, 'Sent').getByRole('button', { name: 'Done' }).click();
    // The recipient did nothing: the screen that was open has the new balance, and the records say from whom.
    await says(payee.page, /10,250/);
    await goToScreen(payee.page, stage.exchange.address, '#/pages/StationPay/StationPay?tab=records');
    await says(payee.page, '+250 USDT');
    await says(payee.page, 'Rent');
    await payer.page.getByRole('tab', { name: 'Records' }).click();
    await says(payer.page, '−250 USDT');
    await goToScreen(payer.page, stage.exchange.address, '#/pages/assets/transfer');
    await says(payer.page, 'Available: 9,750');
    await goToScreen(payee.page, stage.exchange.address, '#/pages/notice/list');
    await says(payee.page, 'Transfer received');
  });
});
