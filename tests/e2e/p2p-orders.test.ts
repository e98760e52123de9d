import sharp from 'sharp';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideAppeal } from '#server/p2p/orders/appeals/operate-appeals.ts';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { type P2pTraders, p2pTraders, type PhoneTrader, transactionPassword } from './p2p-traders.ts';
import { overflowing } from './phone.ts';
import { patience } from '../pace.ts';

/** Fiat orders by clicks, with the two sides on a phone each: every way an order ends, and what both see of it. */

let exchange: BuiltExchange;
let browser: Browser;
let traders: P2pTraders;
/** A merchant, and somebody who takes the merchant's adverts. */
let mei: PhoneTrader;
let ada: PhoneTrader;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange({ P2P_HOLD: 'on' }), openChromium()]);
  traders = p2pTraders(exchange, browser);
  mei = await traders.trader();
  ada = await traders.trader({}, { colorScheme: 'light' });
}, 120_000);
beforeEach(async () => {
  // Cancellations of other tests do not count here.
  await traders.database.pool.query(`UPDATE fiat_orders SET cancel_number = NULL WHERE cancel_number IS NOT NULL`);
});
afterAll(async () => {
  expect([...mei.phone.complaints, ...ada.phone.complaints]).toEqual([]);
  await traders.close();
  await browser.close();
  await exchange.close();
});

const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).last().click();
const detailsOf = (order: string) => `#/pages/otc/Orderdetails?id=${order}`;

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 300, height: 500, channels: 3, background: '#1573bd' } })
    .jpeg()
    .toBuffer();
}

async function addPicture(page: Page): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, /^Add a picture/)]);
  await chooser.setFiles({ name: 'paid.jpg', mimeType: 'image/jpeg', buffer: await picture() });
  await says(page, /^Added \d/);
}

/** The seller's three checks and the password. */
async function release(page: Page): Promise<void> {
  await says(page, 'Did the money arrive?');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByLabel('Transaction password').fill(transactionPassword);
  await press(page, /^Release/);
}

describe('an order', () => {
  it('is bought with a picture and released, while both look', async () => {
    const order = await traders.market.order(ada, mei, 'buy');
    await traders.open(ada, detailsOf(order));
    await traders.open(mei, `#/pages/otc/Orderdetailsdd?id=${order}`);
    await says(mei.page, 'Waiting for the payment');
    await says(ada.page, 'Pay the seller');
    await addPicture(ada.page);
    expect(await overflowing(ada.page)).toEqual([]);
    await press(ada.page, /^I have paid ¥144.00/);
    await says(ada.page, 'Waiting for the release');
    await mei.page.getByRole('button', { name: 'Picture of the payment' }).waitFor();
    expect(await overflowing(mei.page)).toEqual([]);
    // What is missing is named until nothing is.
    await says(mei.page, 'Open your account and tick the first check.');
    await release(mei.page);
    await says(mei.page, 'The coins were released to the buyer.');
    await says(ada.page, 'The coins are in your fiat wallet.');
    await ada.page.getByRole('button', { name: 'Save the receipt' }).waitFor();
    await press(ada.page, 'Good');
    await ada.page.getByRole('button', { name: 'Good', pressed: true }).waitFor();
    await says(ada.page, 'Rating saved');
    expect(await overflowing(ada.page)).toEqual([]);
    expect(await mei.page.getByRole('button', { name: 'Good' }).count()).toBe(0);
    // What was bought stays for a day: a form that would move it away says how much of it, until when and why.
    await traders.open(ada, '#/pages/assets/transfer?asset=USDT&from=fiat');
    await says(ada.page, /^You bought coins from other people\. Coins worth 20.* USDT stay in your account until/);
    expect(await overflowing(ada.page)).toEqual([]);
  });

  it('leaves coins in the account that a click cannot send away for a day', async () => {
    const eve = await traders.trader();
    const to = { by: 'id', id: mei.id };
    const send = (asset: string, amount: unknown) =>
      traders.call('POST freeTransferForWallet', { step: 'pay', to, asset, amount, transactionPassword }, eve.as);
    for (const asset of ['USDT', 'BTC']) {
      const { available } = await traders.call('GET withdrawPage', { asset }, eve.as);
      await send(asset, available);
    }
    const order = await traders.market.order(eve, mei, 'buy');
    await traders.call('POST tradePaid', { id: order }, eve.as);
    await traders.call('POST otcFinish', { id: order, received: true, transactionPassword }, mei.as);
    await traders.call('POST transfer', { asset: 'USDT', from: 'fiat', to: 'spot', amount: '20' }, eve.as);
    const { page } = eve;
    await traders.open(eve, `#/pages/StationPay/StationPay?to=${mei.id}`);
    await page.getByLabel('Recipient’s user ID').fill(mei.id);
    await press(page, 'Continue');
    await says(page, /^You bought coins from other people\. Coins worth 20.* USDT stay in your account until/);
    await page.getByLabel('Amount (USDT)').fill('15');
    await press(page, /^Send/);
    await page
      .getByRole('dialog', { name: 'Confirm transfer' })
      .getByRole('button', { name: /^Send 15 USDT/ })
      .click();
    const keypad = page.getByRole('dialog', { name: 'Send 15 USDT' });
    for (const digit of transactionPassword) await keypad.getByRole('button', { name: digit, exact: true }).click();
    await says(page, /bought from other people/);
    expect(await overflowing(page)).toEqual([]);
    const { available } = await traders.call('GET withdrawPage', { asset: 'USDT' }, eve.as);
    expect(available).toBe('20');
    expect(eve.phone.complaints).toEqual([]);
  });

  it('is sold to a merchant who pays without a picture', async () => {
    const order = await traders.market.order(ada, mei, 'sell');
    await traders.open(ada, detailsOf(order));
    await traders.open(mei, detailsOf(order));
    await press(mei.page, /^I have paid/);
    const sheet = mei.page.getByRole('dialog', { name: 'Paid without a picture?' });
    await sheet.getByRole('button', { name: /^I have paid/ }).click();
    await says(mei.page, 'Waiting for the release');
    await says(ada.page, 'Did the money arrive?');
    await ada.page.getByLabel('Transaction password').fill('000000');
    for (const box of await ada.page.getByRole('checkbox').all()) await box.check();
    await press(ada.page, /^Release/);
    await ada.page.locator('[aria-invalid="true"]').waitFor();
    await release(ada.page);
    await says(ada.page, 'The coins were released to the buyer.');
    await says(mei.page, 'The coins are in your fiat wallet.');
  });

  it('asks a merchant before the third cancellation of a day', async () => {
    const before = [await traders.market.order(ada, mei, 'sell'), await traders.market.order(ada, mei, 'sell')];
    const order = await traders.market.order(ada, mei, 'sell');
    for (const id of before) await traders.call('POST tradeCancel', { id, notPaid: true }, mei.as);
    await traders.open(mei, detailsOf(order));
    await traders.open(ada, detailsOf(order));
    await press(mei.page, 'Cancel');
    const sheet = mei.page.getByRole('dialog', { name: 'Cancel the order?' });
    await sheet.getByText(/This one costs 250.00 USDT/).waitFor();
    await sheet.getByRole('checkbox', { name: 'I have not paid' }).check();
    await sheet.getByRole('button', { name: /^Cancel and lose 250.00 USDT/ }).click();
    await says(mei.page, 'The coins went back to the seller.');
    await says(ada.page, 'The coins are back in your fiat wallet.');
  });

  it('closes for both when its time runs out', async () => {
    const order = await traders.market.order(ada, mei, 'buy');
    await traders.payWithin(order, 12_000);
    await traders.open(ada, detailsOf(order));
    await traders.open(mei, detailsOf(order));
    // What came with the order is shown until the answer is there that knows of the shorter time.
    await expect.poll(() => ada.page.getByRole('timer').textContent(), patience).toMatch(/^00:\d\d$/);
    await says(ada.page, /^Closed at/);
    await ada.page.getByRole('link', { name: 'Order again' }).waitFor();
    await says(ada.page, /^It counts as cancellation 1 of the day/);
    await says(mei.page, /^Closed at/);
  });
});

describe.each([
  ['release', 'The coins are in your fiat wallet.', 'The coins were released to the buyer.'],
  ['refund', 'The arbiter gave the coins back to the seller.', 'The coins are back in your fiat wallet.'],
] as const)('an appeal that ends in a %s', (outcome, toBuyer, toSeller) => {
  it('is read by both sides', async () => {
    const order = await traders.market.order(ada, mei, 'buy');
    await traders.call('POST tradePaid', { id: order }, ada.as);
    await traders.open(ada, detailsOf(order));
    await traders.open(mei, detailsOf(order));
    await press(mei.page, 'Not received');
    await mei.page.getByRole('link', { name: /It came from another name/ }).click();
    await mei.page.getByLabel('What happened').fill('It came from ZHANG WEI, I sent it back.');
    await press(mei.page, /^Open the appeal/);
    await says(mei.page, 'In escrow until it is decided');
    // Practice mode would decide by itself.
    await traders.database.pool.query('UPDATE fiat_orders SET due_at = NULL WHERE id = $1', [order]);
    await says(ada.page, 'It came from ZHANG WEI, I sent it back.');
    await ada.page.getByRole('link', { name: /^Answer the appeal/ }).click();
    await ada.page.getByLabel('What happened').fill('short');
    await press(ada.page, /^Send the statement/);
    await says(ada.page, 'Write at least 10 characters.');
    await ada.page.getByLabel('What happened').fill('I paid from my own account, see the picture.');
    await addPicture(ada.page);
    await press(ada.page, /^Send the statement/);
    await says(mei.page, 'I paid from my own account, see the picture.');
    const signed = { by: 'tests', reason: 'The number of the transfer decides.', secrets: null, at: Date.now() };
    await decideAppeal(traders.database, BigInt(order), { outcome, penalty: 0n }, signed);
    for (const { page } of [ada, mei]) await says(page, 'The number of the transfer decides.');
    await says(ada.page, toBuyer);
    await says(mei.page, toSeller);
  });
});

describe('the conversation', () => {
  it('carries the order’s changes, marks what was read, and asks before something leads outside', async () => {
    const order = await traders.market.order(ada, mei, 'buy');
    await traders.open(ada, detailsOf(order));
    await ada.page.getByRole('link', { name: /^Chat with/ }).click();
    await says(ada.page, /The order is open/);
    await ada.page.getByRole('textbox', { name: 'Message' }).fill('Add me on Telegram');
    await press(ada.page, 'Send');
    await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Send anyway' }).click();
    await says(ada.page, 'Sent');
    await traders.open(mei, '#/pages/otc/Orderrecord?state=open');
    await mei.page.getByText('1 unread message').first().waitFor({ state: 'attached' });
    await traders.open(mei, detailsOf(order));
    await mei.page.getByRole('link', { name: /^Chat with.*1 unread/ }).click();
    await says(mei.page, /It asks to go on outside Dunlin/);
    await says(ada.page, 'Read');
    await traders.call('POST tradeCancel', { id: order, notPaid: true }, ada.as);
    await says(mei.page, /^Closed. Readable until/);
  });
});
