import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walletBranches, walletSeed } from '#server/custody/chains/wallet-seed.ts';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { type EvmNode, startEvmNode } from '../evm-node.ts';
import { goToScreen, openPhone, type Phone, practiceSession, until } from './phone.ts';
import { askExchange } from './ask-exchange.ts';

/** Money in and out, tap by tap: from the test chain and a real EVM node to the filled wallet, and back to the node. */

const seed = 'test test test test test test test test test test test junk';
/** SLIP-44 coin type of Ethereum. */
const ether = 60;
const transactionPassword = '135792';
const usdt = 1_000_000n;

let node: EvmNode;
let exchange: BuiltExchange;
let browser: Browser;

beforeAll(async () => {
  node = await startEvmNode();
  [exchange, browser] = await Promise.all([
    startBuiltExchange({ EVM_RPC_URL: node.url, EVM_TOKENS: node.tokens, EVM_BLOCK_MS: '500', WALLET_SEED: seed }),
    openChromium(),
  ]);
  // The account that pays out has gas, and coins of those who deposited before.
  const payer = walletSeed(seed).account(ether, walletBranches.paying, 0n).address;
  await node.setBalance(payer, 10n ** 18n);
  await node.sendToken(payer, 1_000n * usdt);
  await node.mine();
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
  await node.close();
});

const tap = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function send(session: { readonly token: string }, path: string, body: unknown): Promise<unknown> {
  const answer = await askExchange(`${exchange.address}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session.token}` },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { code: number }).code;
}

/** The address on screen, whole. */
async function shownAddress(page: Page): Promise<string> {
  const text = await page.locator('main [translate="no"]').first().textContent();
  return text ?? '';
}

async function chooseNetwork(page: Page, name: string): Promise<void> {
  await tap(page, /^Network/);
  await dialog(page, 'Choose the network').getByRole('radio', { name }).click();
  await dialog(page, 'Choose the network').waitFor({ state: 'detached' });
}

const coming = (page: Page) => page.getByRole('list', { name: 'Deposits on the way' });

/** What the spot wallet shows of a coin. */
async function spotAmount(page: Page, asset: string): Promise<string> {
  await goToScreen(page, exchange.address, '#/pages/assets/tradeAccount?wallet=spot');
  const row = page.getByRole('button', { name: new RegExp(`^${asset}`) });
  await row.waitFor();
  return (await row.textContent()) ?? '';
}

/** The form, on the network of the node. */
async function openWithdrawal(page: Page): Promise<void> {
  await goToScreen(page, exchange.address, '#/pages/assets/assets');
  await page.getByRole('link', { name: 'Withdraw' }).click();
  await page.getByRole('heading', { name: 'Withdraw', level: 1 }).waitFor();
  await chooseNetwork(page, 'Ethereum (ERC-20)');
}

async function fill(page: Page, address: string, amount: string, remark: string): Promise<void> {
  await field(page, 'Address').fill(address);
  await field(page, 'Amount (USDT)').fill(amount);
  await field(page, 'Remark').fill(remark);
}

/** On the keypad of the sheet, key by key. */
async function enterPassword(page: Page, question: string): Promise<void> {
  const sheet = dialog(page, question);
  for (const digit of transactionPassword) await sheet.getByRole('button', { name: digit, exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
}

/** A step of the way that is behind. */
const step = (page: Page, name: string) =>
  dialog(page, 'Withdrawal').locator('li[data-state="done"]').filter({ hasText: name });

const entry = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Addresses' }).getByRole('listitem').filter({ hasText: label });

async function addAddress(page: Page, address: string, label: string): Promise<void> {
  await tap(page, 'Add an address');
  const sheet = dialog(page, 'Add an address');
  await sheet.getByRole('button', { name: /^Network/ }).click();
  await dialog(page, 'Network').getByRole('radio', { name: 'Ethereum (ERC-20)' }).click();
  await sheet.getByRole('textbox', { name: 'Address' }).fill(address);
  await sheet.getByRole('textbox', { name: 'Label' }).fill(label);
  await sheet.getByRole('button', { name: 'Add address' }).click();
  await enterPassword(page, `Add ${label} to the address book`);
  await entry(page, label).waitFor();
}

async function pick(page: Page, label: string): Promise<void> {
  await tap(page, 'Address book');
  await dialog(page, 'Address book')
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .click();
  await dialog(page, 'Address book').waitFor({ state: 'detached' });
}

describe('money in and out', () => {
  let phone: Phone;
  let page: Page;

  beforeAll(async () => {
    const session = await practiceSession(exchange.address);
    const password = { password: transactionPassword, confirmation: transactionPassword };
    expect(await send(session, 'pwd', { kind: 'transaction', proof: { by: 'nothing' }, ...password })).toBe(200);
    phone = await openPhone(browser, { ...session, lang: 'en' });
    ({ page } = phone);
  });

  afterAll(() => phone.context.close());

  it('comes in from the test chain: blocks are seen, and the wallet is filled', async () => {
    await goToScreen(page, exchange.address, '#/pages/assets/assets');
    await page.getByRole('link', { name: 'Deposit' }).click();
    await field(page, 'Search coins')
      .or(page.getByRole('searchbox', { name: 'Search coins' }))
      .fill('teth');
    await tap(page, /^USDT/);
    await dialog(page, 'Choose the network')
      .getByRole('radio', { name: /test chain/i })
      .click();
    await page.getByRole('img', { name: 'QR code of your address' }).waitFor();
    expect(await shownAddress(page)).toMatch(/^dt1[0-9a-z]{20,}$/);
    await tap(page, 'Get test coins');
    await coming(page)
      .getByText(/^Block \d of 2$/)
      .waitFor();
    await coming(page).getByText('Available').waitFor();
    expect(await spotAmount(page, 'USDT')).toContain('11,000.00');
  });

  it('comes in from an EVM node as its blocks come', async () => {
    await goToScreen(page, exchange.address, '#/pages/assets/charge?asset=USDT');
    await chooseNetwork(page, 'Ethereum (ERC-20)');
    await page.getByText(/^Your USDT address on Ethereum/).waitFor();
    const address = await shownAddress(page);
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    await node.sendToken(address, 25n * usdt);
    await node.mine();
    await coming(page).getByText('Credited, locked').waitFor();
    await coming(page).getByText('Block 1 of 2').waitFor();
    await node.mine();
    await coming(page).getByText('Available').waitFor();
    expect(await spotAmount(page, 'USDT')).toContain('11,025.00');
    await goToScreen(page, exchange.address, '#/pages/assets/rechargeRecord');
    await tap(page, /^USDT.*25 USDT/);
    await dialog(page, 'Deposit').getByRole('button', { name: 'Copy the hash' }).waitFor();
    await page.goBack();
  });

  it('is sent to the EVM node, and is in its block', async () => {
    const to = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
    await openWithdrawal(page);
    await fill(page, to, '100', 'Rent');
    await tap(page, /^Withdraw \(/);
    const confirming = dialog(page, 'Confirm withdrawal');
    const received = (await confirming.textContent()) ?? '';
    for (const text of [to, '100 USDT', '98 USDT', 'Rent', 'cannot be undone']) expect(received).toContain(text);
    await confirming.getByRole('button', { name: /^Withdraw 100 USDT/ }).click();
    await enterPassword(page, 'Withdraw 100 USDT');
    const way = dialog(page, 'Withdrawal').getByRole('list', { name: 'Withdrawal progress' });
    await way.getByText('Under review').waitFor();
    await node.mineEvery(500);
    await step(page, 'Confirmed').waitFor({ timeout: 60_000 });
    await node.mineEvery(0);
    expect(await node.tokenBalance(to)).toBe(98n * usdt);
    await dialog(page, 'Withdrawal').getByRole('button', { name: 'Copy the hash' }).waitFor();
    await dialog(page, 'Withdrawal').getByRole('button', { name: 'Done' }).click();
    expect(await spotAmount(page, 'USDT')).toContain('10,925.00');
    await goToScreen(page, exchange.address, '#/pages/assets/Assetrecords?kind=withdrawal');
    const record = page.getByRole('main').getByRole('button', { name: /Withdrawal/ });
    await record.waitFor();
    expect(await record.allTextContents()).toEqual([expect.stringMatching(/^Withdrawal.*−100 USDTCompleted$/)]);
    await goToScreen(page, exchange.address, '#/pages/assets/withdrawalRecord');
    await page.getByRole('button', { name: /^USDT.*100 USDT.*Confirmed/ }).waitFor();
  });

  it('does not leave to the own address, nor to one that is none', async () => {
    await goToScreen(page, exchange.address, '#/pages/assets/charge?asset=USDT&chain=ETH');
    await page.getByText(/^Your USDT address on Ethereum/).waitFor();
    const own = await shownAddress(page);
    await openWithdrawal(page);
    await field(page, 'Address').fill(own);
    await page.getByText('This is your own deposit address. Enter another one.').first().waitFor();
    await fill(page, own, '100', 'Rent');
    await tap(page, /^Withdraw \(/);
    await until('the own address is refused at its field', async () => {
      return (await field(page, 'Address').getAttribute('aria-invalid')) === 'true';
    });
    expect(await dialog(page, 'Confirm withdrawal').count()).toBe(0);
    // One letter of the other case: the checksum no longer holds.
    await field(page, 'Address').fill('0x8617E340B3D01FA5F11F306F4090FD50E238070d');
    await tap(page, /^Withdraw \(/);
    await dialog(page, 'Confirm withdrawal')
      .getByRole('button', { name: /^Withdraw 100 USDT/ })
      .click();
    await enterPassword(page, 'Withdraw 100 USDT');
    await page
      .getByText(/^The address is not valid/)
      .first()
      .waitFor();
    await field(page, 'Amount (USDT)').fill('9');
    await page.getByText('The minimum withdrawal is 10 USDT.').first().waitFor();
    await field(page, 'Amount (USDT)').fill('99999');
    await page
      .getByText(/^You have [\d,.]+ USDT available\.$/)
      .first()
      .waitFor();
  });

  it('keeps addresses in a book, and has new ones wait once that is switched on', async () => {
    await goToScreen(page, exchange.address, '#/pages/assets/bindMentionAddress');
    await addAddress(page, '0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'Landlord');
    expect(await entry(page, 'Landlord').textContent()).not.toContain('Usable from');
    await page.getByRole('switch', { name: '24-hour wait for new addresses' }).click();
    await page.getByRole('switch', { name: '24-hour wait for new addresses', checked: true }).waitFor();
    await addAddress(page, '0x52908400098527886E0F7030069857D2E4169EE7', 'Stranger');
    await entry(page, 'Stranger')
      .getByText(/^Usable from /)
      .waitFor();

    await openWithdrawal(page);
    await pick(page, 'Stranger');
    await page
      .getByText(/^This address is new\. Money can go there from /)
      .first()
      .waitFor();
    await field(page, 'Address').fill('0xde709f2102306220921060314715629080e2fb77');
    await page
      .getByText(/^With the 24-hour wait on, money can only go to addresses in your book\./)
      .first()
      .waitFor();
    await pick(page, 'Landlord');
    await page.getByText('In your address book: Landlord').waitFor();

    await goToScreen(page, exchange.address, '#/pages/assets/bindMentionAddress');
    await tap(page, 'Remove Stranger');
    await page.getByRole('button', { name: 'Remove address' }).click();
    await entry(page, 'Stranger').waitFor({ state: 'detached' });
  });

  it('holds withdrawals for a day once the wait was switched off', async () => {
    await page.getByRole('switch', { name: '24-hour wait for new addresses' }).click();
    await page.getByRole('button', { name: 'Switch it off' }).click();
    await enterPassword(page, 'Switch off the 24-hour wait');
    await page.getByRole('switch', { name: '24-hour wait for new addresses', checked: false }).waitFor();
    await openWithdrawal(page);
    await page.getByText(/^Withdrawals unlock 24 h after a password change: /).waitFor();
    expect(await page.getByRole('button', { name: /^Withdraw \(/ }).getAttribute('aria-disabled')).toBe('true');
    expect(phone.complaints).toEqual([]);
  });
});
