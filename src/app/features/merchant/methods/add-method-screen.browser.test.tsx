import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { signIn } from '../../../platform/session/sign-in.ts';
import { wipeDevice } from '../../../platform/storage/wipe.ts';
import { type Answer, renderScreen } from '../../account/testing-screens.tsx';
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
const add = () => page.getByRole('button', { name: 'Add bank card' });

async function fill(card: string): Promise<void> {
  await field('Account holder').fill('Mei Lin');
  await field('Card number').fill(card);
  await field('Bank').fill('First Bank');
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
    account: '4539 5787 6362 1486',
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
