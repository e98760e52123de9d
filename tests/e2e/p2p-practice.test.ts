import { afterAll, beforeAll, expect, it } from 'vitest';
import { photo, pick, verifyIdentity } from './identity-form.ts';
import { goToScreen, overflowing, until } from './phone.ts';
import { setPhoneStage } from './stage.ts';
import { askExchange } from './ask-exchange.ts';

/**
 * Fiat trading alone, by clicks: a newcomer of practice mode buys from, sells to and appeals against the merchants of
 * the house, who act by themselves, and becomes a merchant whose advert they take.
 */

const stage = setPhoneStage();

beforeAll(async () => {
  for (const side of ['buy', 'sell']) {
    await until(`four merchants who let users ${side}`, async () => {
      const answer = await askExchange(`${stage.exchange.address}/api/tradeList?side=${side}&asset=USDT&currency=CNY`, {
        headers: { authorization: `Bearer ${stage.session.token}` },
      });
      const { data } = (await answer.json()) as { data: { list: readonly unknown[] } | null };
      return data?.list.length === 4;
    });
  }
});
afterAll(async () => {
  expect(stage.phone.complaints).toEqual([]);
});

const transactionPassword = '135792';
/** Longer than the slowest step of a merchant of the house that is waited for. */
const actingMs = 60_000;

const button = (name: string | RegExp) => stage.page.getByRole('button', { name }).last();
const says = (text: string | RegExp, timeout = 30_000) => stage.page.getByText(text).first().waitFor({ timeout });
const go = (hash: string) => goToScreen(stage.page, stage.exchange.address, hash);
const sheet = (name: RegExp) => stage.page.getByRole('dialog', { name });
const advertsOf = (nickname: string) => stage.page.getByRole('article').filter({ hasText: `${nickname} (practice)` });

/** Opens the sheet of a merchant's advert, from the board. */
async function choose(side: 'buy' | 'sell', nickname: string) {
  await go(`#/pages/otc/otc?currency=CNY${side === 'sell' ? '&side=sell' : ''}`);
  await advertsOf(nickname)
    .getByRole('button', { name: side === 'buy' ? /^Buy USDT/ : /^Sell USDT/ })
    .first()
    .click();
  return sheet(side === 'buy' ? /^Buy USDT/ : /^Sell USDT/);
}

async function buyFrom(nickname: string): Promise<void> {
  const take = await choose('buy', nickname);
  await take.getByRole('textbox', { name: 'You pay (CNY)' }).fill('500');
  await take.getByRole('button', { name: /^Buy .* USDT \(practice\)/ }).click();
  await stage.page.waitForURL(/\/pages\/otc\/Orderdetails\?id=\d+/);
  await says('Pay the seller');
}

async function payWithoutPicture(): Promise<void> {
  await button(/^I have paid ¥500.00/).click();
  await sheet(/^Paid without a picture/)
    .getByRole('button', { name: /^I have paid/ })
    .click();
  await says('Waiting for the release');
}

/** The seller's three checks and the password. */
async function release(): Promise<void> {
  await says('Did the money arrive?', actingMs);
  for (const box of await stage.page.getByRole('checkbox').all()) await box.check();
  await stage.page.getByLabel('Transaction password').fill(transactionPassword);
  await button(/^Release/).click();
  await says('The coins were released to the buyer.');
}

it('begins at the tile of the home screen, and comes back to the advert once verified', async () => {
  await go('#/pages/index/index');
  await stage.page.getByRole('link', { name: 'P2P' }).first().click();
  await stage.page.getByRole('heading', { name: 'P2P', exact: true }).waitFor();
  await go('#/pages/otc/otc?currency=CNY');
  for (const nickname of ['Quick', 'Slow', 'Curious', 'Silent']) await advertsOf(nickname).first().waitFor();
  const take = await choose('buy', 'Quick');
  await take.getByRole('textbox', { name: 'You pay (CNY)' }).fill('500');
  await take.getByRole('link', { name: 'Verify your identity to trade' }).click();
  await verifyIdentity(stage.page);
  await stage.page.getByRole('link', { name: 'Continue' }).click();
  // The sheet is open again, with what was typed.
  const again = sheet(/^Buy USDT/);
  await again.waitFor();
  expect(await again.getByRole('textbox', { name: 'You pay (CNY)' }).inputValue()).toBe('500');
  await again.getByRole('button', { name: /^Buy .* USDT \(practice\)/ }).click();
  await stage.page.waitForURL(/\/pages\/otc\/Orderdetails\?id=\d+/);
});

it('finishes a purchase: paid, released by the merchant, rated', async () => {
  await says('Pay the seller');
  await payWithoutPicture();
  await says('The coins are in your fiat wallet.', actingMs);
  await button('Good').click();
  await says('Rating saved');
  expect(await overflowing(stage.page)).toEqual([]);
});

/** The order that is appealed against later: until then other tests go on. */
let silentOrder = '';

it('pays a merchant who never releases, with a picture', async () => {
  await buyFrom('Silent');
  silentOrder = new URL(stage.page.url()).hash;
  await button(/^I have paid/).waitFor();
  await pick(stage.page, /^Add a picture/, await photo());
  await says(/^Added \d/);
  await button(/^I have paid ¥500.00/).click();
  await says(/^(?:Waiting for the release|Not released yet)$/);
});

it('answers a merchant who asks before releasing', async () => {
  await buyFrom('Curious');
  await payWithoutPicture();
  await stage.page.getByRole('link', { name: /^Chat with Curious \(practice\)/ }).click();
  await says('Which bank or account did you pay from', actingMs);
  await stage.page.getByRole('textbox', { name: 'Message' }).fill('From my own account, a minute ago.');
  await button('Send').click();
  await says(/The seller released the coins/, actingMs);
  await stage.page.goBack();
  await says('The coins are in your fiat wallet.', actingMs);
});

it('finishes a sale: binds an account on the way, sets a password, and releases after the payment', async () => {
  const take = await choose('sell', 'Quick');
  await take.getByRole('link', { name: 'Add a collection method' }).click();
  await stage.page.getByRole('link', { name: 'Alipay' }).click();
  await stage.page.getByLabel('Account holder').fill('Mei Lin');
  await stage.page.getByLabel(/^Alipay account/).fill('138 0013 6620');
  await button('Add Alipay').click();
  await take.waitFor();
  await take.getByRole('textbox', { name: 'You receive (CNY)' }).fill('300');
  await take.getByRole('button', { name: /^Sell .* USDT \(practice\)/ }).click();
  await stage.page.waitForURL(/\/pages\/otc\/Orderdetailsdd\?id=\d+/);
  await says('Did the money arrive?', actingMs);
  await stage.page.getByRole('link', { name: 'Set one first.' }).click();
  await stage.page.getByLabel('New transaction password').first().fill(transactionPassword);
  await stage.page.getByLabel('Confirm new transaction password').fill(transactionPassword);
  await button('Set password').click();
  await release();
});

it('finishes an appeal against a merchant who never releases', async () => {
  await go(silentOrder);
  await says('Not released yet', actingMs);
  await stage.page.getByRole('link', { name: 'Appeal' }).click();
  await stage.page.getByLabel('What happened').fill('I paid as the picture shows, and nothing was released.');
  await button(/^Open the appeal/).click();
  await says('In escrow until it is decided');
  await says('The coins are in your fiat wallet.', actingMs);
});

it('becomes a merchant whose advert they take', async () => {
  await go('#/pages/business/business');
  await stage.page.getByRole('link', { name: /^Pay 500\.00 USDT/ }).click();
  await button('Transfer').click();
  const transfer = sheet(/^Transfer/);
  await transfer.getByLabel('Amount (USDT)').fill('1000');
  await transfer.getByRole('button', { name: /^Transfer/ }).click();
  await button(/^Pay 500\.00 USDT/).click();
  await sheet(/^Pay the deposit/)
    .getByRole('button', { name: /^Pay 500\.00 USDT/ })
    .click();
  await stage.page.getByRole('heading', { name: 'Merchant centre' }).waitFor({ timeout: actingMs });
  await go('#/pages/business/Advertise');
  await stage.page.getByLabel(/^Amount \(USDT\)/).fill('200');
  await stage.page.getByLabel('Least per order (¥)').fill('100');
  await stage.page.getByLabel('Most per order (¥)').fill('1000');
  await stage.page.getByRole('button', { name: /^Alipay/ }).click();
  await button(/^Publish 200\.00 USDT/).click();
  await sheet(/^Publish the advert/)
    .getByRole('button', { name: /^Publish 200\.00 USDT/ })
    .click();
  await stage.page.waitForURL(/Selladvertising/);
  await go('#/pages/business/business');
  // It is taken and paid for without anything being done here.
  await stage.page.getByRole('link', { name: 'Check' }).click({ timeout: 2 * actingMs });
  await release();
});
