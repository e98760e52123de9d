import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { exampleWithdrawal } from '#protocol/withdrawals/examples.ts';
import { signIn } from '#app/platform/session/sign-in.ts';
import { wipeDevice } from '#app/platform/storage/wipe.ts';
import { type Answer, renderScreen, type ScreenUnderTest } from '../account/testing-screens.tsx';
import { askedPassword } from '../security/transaction-password/transaction-password-question.ts';
import { ethereum as chain } from './testing-chain.ts';
import { WithdrawScreen } from './withdraw-screen.tsx';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const now = Date.now();
const dayMs = 24 * 3_600_000;

const terms = {
  asset: 'USDT',
  available: '512.349',
  chains: [chain],
  addresses: [{ id: '1', chain: 'ETH', address, label: 'Cold wallet', createdAt: now, usableAt: now }],
  ownAddresses: [{ chain: 'ETH', address: '0xde709f2102306220921060314715629080e2fb77' }],
  addressWait: false,
  dailyLimit: '10000',
  dailyUsed: '1500',
  dailyLimitVerified: '1000000',
  verified: false,
  hasTransactionPassword: true,
  withdrawalHoldUntil: null as number | null,
  withdrawalHoldReason: null as 'security' | 'new-device' | null,
  held: null as { value: string; until: number } | null,
  price: '1',
};

const withdrawal = {
  ...exampleWithdrawal,
  id: '7',
  chain: 'ETH',
  address,
  amount: '100',
  fee: '2',
  receives: '98',
  at: now,
  updatedAt: now,
};

/** @param sent what comes of a withdrawal; null for no answer */
function open(
  shown: Partial<typeof terms> = {},
  sent: Answer | null = { data: { withdrawal } },
): Promise<ScreenUnderTest> {
  return renderScreen('/pages/assets/mention', () => <WithdrawScreen asset="USDT" chain={null} />, {
    'GET web/config': { data: { pcUrl: null, mode: 'live', features: ['withdrawals'], now } },
    'GET common/symbolsList': { data: { list: [], assets: [{ id: 'USDT', name: 'Tether', decimals: 2 }] } },
    'GET platformAddress': { data: { chains: [chain], address: null } },
    'GET coinRecord': { data: { list: [], next: null } },
    'GET withdrawPage': { data: { ...terms, ...shown } },
    ...(sent === null ? {} : { 'POST withdrawCoinApp': sent }),
  });
}

const field = (name: string) => page.getByRole('textbox', { name });
const withdraw = () => page.getByRole('button', { name: 'Withdraw', exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Confirm withdrawal' });

async function fill(amount = '100'): Promise<void> {
  await field('Address').fill(address);
  await field('Amount (USDT)').fill(amount);
  await field('Remark (required)').fill('Rent');
}

/** Confirms, and gives the transaction password as its sheet would. */
async function confirmWith(password: string): Promise<void> {
  await withdraw().click();
  await dialog()
    .getByRole('button', { name: /^Withdraw 100 USDT/ })
    .click();
  await expect.poll(() => askedPassword.get()?.sending).toBe(false);
  expect(askedPassword.get()?.title).toBe('Withdraw 100 USDT');
  askedPassword.get()?.answer(password);
}

let account = 300_000;

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  account += 1;
  signIn('token', String(account));
});

afterEach(() => {
  askedPassword.get()?.answer(null);
  askedPassword.set(null);
  vi.unstubAllGlobals();
});

describe('Withdraw', () => {
  test('refuses the own address while it is entered, and marks what is required', async () => {
    const screen = await open();
    await field('Address').fill('0xDE709F2102306220921060314715629080E2FB77');
    await expect.element(page.getByText('This is your own deposit address. Enter another one.').first()).toBeVisible();
    await expect.element(field('Address')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('Remark (required)')).toHaveAttribute('aria-required', 'true');
    await field('Amount (USDT)').fill('100');
    await field('Remark (required)').fill('Rent');
    await withdraw().click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(screen.calls.some(({ name }) => name === 'POST withdrawCoinApp')).toBe(false);
  });

  test('is as it was left, but for another user', async () => {
    await open();
    await fill();
    await cleanup();
    await open();
    await expect.element(field('Address')).toHaveValue(address);
    await expect.element(field('Amount (USDT)')).toHaveValue('100');
    await expect.element(field('Remark (required)')).toHaveValue('Rent');
    await cleanup();
    signIn('other', '299999');
    await open();
    await expect.element(field('Address')).toHaveValue('');
  });

  test('shows every missing field, at the field', async () => {
    await open();
    await withdraw().click();
    await expect.element(page.getByText('Enter an address.').first()).toBeVisible();
    for (const name of ['Address', 'Amount (USDT)', 'Remark (required)'])
      await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('Address')).toHaveFocus();
    await field('Address').fill(address);
    // The key of the keyboard sends the form as the button does, and leads to what is wrong next.
    await field('Remark (required)').fill('Rent');
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Amount (USDT)')).toHaveFocus();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('takes the maximum, truncated to the coin, and shows what arrives', async () => {
    await open();
    await page.getByRole('button', { name: 'Max' }).click();
    await expect.element(field('Amount (USDT)')).toHaveValue('512.34');
    await expect.element(page.getByText('510.34 USDT')).toBeVisible();
    await expect.element(page.getByText('8,500.00 of 10,000 USDT')).toBeVisible();
  });

  test('picks an address of the book', async () => {
    await open();
    await page.getByRole('button', { name: 'Address book' }).click();
    await page.getByRole('button', { name: /Cold wallet/ }).click();
    await expect.element(field('Address')).toHaveValue(address);
    await expect.element(page.getByText('In your address book: Cold wallet')).toBeVisible();
  });

  test('repeats everything, asks for the transaction password, sends once, and shows the way', async () => {
    const screen = await open();
    await fill();
    await withdraw().click();
    await expect.element(dialog()).toBeVisible();
    const shown = dialog().element().textContent;
    for (const text of [address, '100 USDT', '2 USDT', '98 USDT', 'Rent', 'cannot be undone'])
      expect(shown).toContain(text);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await confirmWith('135790');
    await expect.element(page.getByRole('list', { name: 'Withdrawal progress' })).toBeVisible();
    const sent = screen.calls.filter(({ name }) => name === 'POST withdrawCoinApp');
    expect(sent.map(({ body }) => body)).toEqual([
      { asset: 'USDT', chain: 'ETH', address, amount: '100', remark: 'Rent', transactionPassword: '135790' },
    ]);
    await expect.element(field('Amount (USDT)')).toHaveValue('');
  });

  test('says in the way of one that its network does not accept that it takes longer, and is reserved', async () => {
    await open({}, { data: { withdrawal: { ...withdrawal, state: 'approved', delayed: true } } });
    await fill();
    await confirmWith('805263');
    const way = page.getByRole('list', { name: 'Withdrawal progress' });
    await expect.element(way.getByText(/takes longer than usual.*stays reserved/)).toBeVisible();
  });

  test('shows a refusal at the field it is about', async () => {
    await open({}, { refusal: 'ownAddress' });
    await fill();
    await confirmWith('135790');
    await expect.element(page.getByText('This is your own deposit address. Enter another one.').first()).toBeVisible();
    await expect.element(field('Address')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(dialog()).not.toBeInTheDocument();
    await field('Address').fill(`${address}1`);
    await expect.element(field('Address')).not.toHaveAttribute('aria-invalid');
  });

  test('shows a refusal of the whole where it was confirmed, with its time', async () => {
    await open({}, { refusal: 'withdrawalHold', data: { until: now + dayMs } });
    await fill();
    await confirmWith('135790');
    await expect.element(dialog()).toBeVisible();
    await expect
      .element(
        dialog()
          .getByText(/Withdrawals are on hold for 24 hours\. It unlocks at /)
          .first(),
      )
      .toBeVisible();
  });

  test('says without an answer that it may be done, never that it is not', async () => {
    await open({}, null);
    await fill();
    await confirmWith('135790');
    await expect.element(page.getByText('We don’t know yet whether this went through.').first()).toBeVisible();
    expect(document.body.textContent).not.toContain('Nothing was withdrawn');
  });

  test('is closed with the reason during the hold, and without a transaction password', async () => {
    await open({ withdrawalHoldUntil: now + dayMs });
    await fill();
    await expect.element(withdraw()).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByText(/^Withdrawals unlock 24 h after a password change: /)).toBeVisible();
    (withdraw().element() as HTMLElement).click();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('says that a device is new, and how much that was bought from others has to stay', async () => {
    await open({
      withdrawalHoldUntil: now + dayMs,
      withdrawalHoldReason: 'new-device',
      held: { value: '200', until: now + dayMs },
    });
    await fill();
    await expect.element(page.getByText(/^This device is new to your account/)).toBeVisible();
    await expect.element(page.getByText(/^Withdrawals from this new device unlock at /)).toBeVisible();
    await expect
      .element(page.getByText(/^You bought coins from other people. Coins worth 200 USDT stay/))
      .toBeVisible();
  });

  test('leads to the transaction password when there is none', async () => {
    const screen = await open({ hasTransactionPassword: false });
    await expect.element(withdraw()).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Set it' }).click();
    await expect.poll(screen.path).toBe('/pages/mine/resetLegalPwd');
  });

  test('keeps to the book while new addresses wait', async () => {
    const later = [{ id: '1', chain: 'ETH', address, label: 'Cold wallet', createdAt: now, usableAt: now + dayMs }];
    await open({ addressWait: true, addresses: later });
    await fill();
    await withdraw().click();
    await expect.element(page.getByText(/^This address is new\. Money can go there from /).first()).toBeVisible();
    await field('Address').fill('0x8617E340B3D01FA5F11F306F4090FD50E238070D');
    await expect.element(page.getByText(/Add it there first\./).first()).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});
