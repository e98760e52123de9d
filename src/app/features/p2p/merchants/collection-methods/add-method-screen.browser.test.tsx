import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { signIn } from '#app/platform/session/sign-in.ts';
import { wipeDevice } from '#app/platform/storage/wipe.ts';
import { type Answer, renderScreen } from '#app/features/account/testing-screens.tsx';
import { AddMethodScreen } from './add-method-screen.tsx';

const verification = {
  state: 'verified',
  reason: null,
  documentType: 'passport',
  name: 'M** L**',
  number: 'K****67',
  submittedAt: 1,
  decidedAt: 1,
};
const added = {
  id: '3',
  method: 'bank',
  holder: 'Mei Lin',
  account: '••••1486',
  bank: 'First Bank',
  branch: null,
  region: 'CN',
  bankCode: null,
  branchCode: null,
  kind: null,
  qr: null,
  createdAt: 1,
};

const open = (answer: Answer, state = 'verified') =>
  renderScreen('/pages/business/bankcard', () => <AddMethodScreen method="bank" to="/pages/notice/list" />, {
    'GET verify': { data: { ...verification, state } },
    'GET cnyPayList': { data: { list: [] } },
    'POST cnyPayAdd': answer,
  });

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
/** A field with suggestions. */
const bank = () => page.getByRole('combobox', { name: 'Bank', exact: true });
const add = () => page.getByRole('button', { name: 'Add bank account' });

async function choose(country: string): Promise<void> {
  await page.getByRole('button', { name: /^Country of the account/ }).click();
  await page.getByRole('radio', { name: country, exact: false }).click();
}

async function fill(card: string): Promise<void> {
  await choose('China');
  await field('Account holder').fill('Mei Lin');
  await field('Card number').fill(card);
  await bank().fill('First Bank');
}

let account = 400_000;

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  account += 1;
  signIn('token', String(account));
});

test('says what is missing or wrong in place, before anything is sent', async () => {
  const { calls } = await open({ data: added });
  await expect.element(page.getByText('Your verified name: M** L**')).toBeVisible();
  await add().click();
  await expect.element(page.getByText('Enter your name as the account has it.')).toBeVisible();
  await expect.element(page.getByText('Enter the name of the bank.')).toBeVisible();
  await fill('4539 5787 6362 1487');
  await add().click();
  await expect.element(page.getByText('This card number cannot be right. Check each digit.')).toBeVisible();
  expect(calls.filter(({ name }) => name === 'POST cnyPayAdd')).toEqual([]);
});

test('sends the account and goes on to who asked for it', async () => {
  const { calls, path } = await open({ data: added });
  await fill('4539 5787 6362 1486');
  await add().click();
  await expect.poll(path).toBe('/pages/notice/list');
  expect(calls.find(({ name }) => name === 'POST cnyPayAdd')?.body).toEqual({
    method: 'bank',
    holder: 'Mei Lin',
    region: 'CN',
    account: '4539578763621486',
    bankCode: null,
    branchCode: null,
    kind: null,
    bank: 'First Bank',
    branch: '',
  });
});

test('shows at the holder that the name is not the verified one', async () => {
  await open({ refusal: 'enterName', data: { why: 'not-own-name' } });
  await fill('4539 5787 6362 1486');
  await add().click();
  await expect
    .element(page.getByText('This is not your verified name. Accounts of others are not accepted.'))
    .toBeVisible();
  await expect.element(field('Account holder')).toHaveAttribute('aria-invalid', 'true');
});

test('leads to the identity without one', async () => {
  await open({ data: added }, 'not-verified');
  await expect.element(page.getByRole('link', { name: 'Verify identity' })).toBeVisible();
  await expect.element(add()).toHaveAttribute('aria-disabled', 'true');
});

test('asks for an IBAN where there are IBANs, and names a wrong check digit', async () => {
  const { calls } = await open({ data: added });
  await choose('Europe and others (IBAN)');
  await expect.element(field('IBAN')).toHaveAccessibleDescription('As in DE89 3704 0044 0532 0130 00');
  await field('Account holder').fill('Mei Lin');
  await bank().fill('Sparkasse');
  await field('IBAN').fill('de89 3704 0044 0532 0130 01');
  await add().click();
  const wrong = 'IBAN: this cannot be right, the check digits do not fit. Compare each digit.';
  await expect.element(field('IBAN')).toHaveAccessibleDescription(wrong);
  await expect.element(field('IBAN')).toHaveAttribute('aria-invalid', 'true');
  await field('IBAN').fill('IBAN DE89 3704 0044 0532 0130 0');
  await add().click();
  await expect.element(page.getByText('An IBAN of DE has 22 characters, not 21.')).toBeVisible();
  await field('IBAN').fill('IBAN ｄｅ８９–3704 0044 0532 0130 00');
  await add().click();
  await expect
    .poll(() => calls.find(({ name }) => name === 'POST cnyPayAdd')?.body)
    .toMatchObject({ region: 'EU', account: 'DE89370400440532013000', bankCode: null, kind: null });
});

test('asks for the numbers of the country, and says which of them is wrong', async () => {
  const { calls } = await open({ data: added });
  await choose('Japan');
  for (const label of ['Bank code', 'Branch code', 'Account number']) {
    await expect.element(field(label)).toBeVisible();
  }
  await field('Account holder').fill('Mei Lin');
  await bank().fill('三菱UFJ銀行');
  await field('Bank code').fill('０００５');
  await field('Branch code').fill('12');
  await field('Account number').fill('123456');
  await page.getByRole('radio', { name: 'Savings' }).click();
  await add().click();
  await expect.element(page.getByText('Branch code: 3 digits, not 2.')).toBeVisible();
  await expect.element(page.getByText('Account number: 7 digits, not 6.')).toBeVisible();
  await field('Branch code').fill('123');
  await field('Account number').fill('0123456');
  await add().click();
  await expect
    .poll(() => calls.find(({ name }) => name === 'POST cnyPayAdd')?.body)
    .toEqual({
      method: 'bank',
      holder: 'Mei Lin',
      region: 'JP',
      account: '0123456',
      bankCode: '0005',
      branchCode: '123',
      kind: 'savings',
      bank: '三菱UFJ銀行',
      branch: '',
    });
});

test('suggests the banks of the country, and takes any other', async () => {
  await open({ data: added });
  const suggested = () => Array.from((bank().element() as HTMLInputElement).list?.options ?? [], ({ value }) => value);
  await choose('Thailand');
  await expect.poll(suggested).toContain('ธนาคารกสิกรไทย');
  await choose('United Kingdom');
  await expect.poll(suggested).toContain('Barclays');
  expect(suggested()).not.toContain('ธนาคารกสิกรไทย');
  await expect.element(field('Sort code')).toHaveAccessibleDescription('6 digits');
});

test('shows what the exchange says of an account at its field', async () => {
  await open({ refusal: 'enterAccount', data: { field: 'bankCode', why: 'check-digits' } });
  await choose('United States');
  await field('Account holder').fill('Mei Lin');
  await bank().fill('Chase');
  await field('Routing number (ABA)').fill('021000021');
  await field('Account number').fill('000123456789');
  await add().click();
  await expect.element(field('Routing number (ABA)')).toHaveAttribute('aria-invalid', 'true');
  const wrong = 'Routing number (ABA): this cannot be right, the check digits do not fit. Compare each digit.';
  await expect.element(page.getByText(wrong)).toBeVisible();
});
