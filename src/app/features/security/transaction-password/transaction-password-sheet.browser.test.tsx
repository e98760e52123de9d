import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { renderScreen } from '#app/features/account/testing-screens.tsx';
import { askTransactionPassword, passwordSheet, withTransactionPassword } from './transaction-password-question.ts';

function Host() {
  return (
    <main>
      <h1>Below</h1>
      {useObservable(passwordSheet)}
    </main>
  );
}

const question = { title: 'Withdraw 0.5 BTC', facts: [{ key: 'Network fee', value: '0.0001 BTC' }] };
const sheet = () => page.getByRole('dialog', { name: 'Withdraw 0.5 BTC' });
const key = (name: string) => sheet().getByRole('button', { name, exact: true });
const wrong = new ApiRefusal(codes.transactionPasswordWrong, 'error', null);

afterEach(async () => {
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

async function tap(digits: string) {
  for (const digit of digits) await key(digit).click();
}

test('answers the six digits that were tapped, with facts in sight, and closes', async () => {
  await renderScreen('/here', Host, {});
  const answer = askTransactionPassword(question);
  await expect.element(sheet()).toBeVisible();
  await expect.element(sheet().getByText('0.0001 BTC')).toBeVisible();
  await tap('805');
  await key('Delete').click();
  await expect.element(sheet().getByText('2 of 6 digits')).toBeInTheDocument();
  await tap('5263');
  expect(await answer).toBe('805263');
  await expect.element(sheet()).not.toBeInTheDocument();
});

test('takes a keyboard, wherever the focus is, and says what it asks for', async () => {
  await renderScreen('/here', Host, {});
  const answer = askTransactionPassword(question);
  await expect.element(sheet()).toBeVisible();
  const entry = sheet().getByRole('group', { name: 'Transaction password' });
  await expect.element(entry).toHaveFocus();
  await expect.element(entry).toHaveAccessibleDescription('Enter the 6 digits of your transaction password');
  await userEvent.keyboard('80x5{Tab}9{Backspace}263');
  expect(await answer).toBe('805263');
});

test('answers nothing when it is left by Escape or by going back', async () => {
  await renderScreen('/here', Host, {});
  const first = askTransactionPassword(question);
  await expect.element(sheet()).toBeVisible();
  await userEvent.keyboard('12{Escape}');
  expect(await first).toBeNull();
  await expect.element(sheet()).not.toBeInTheDocument();
  const second = askTransactionPassword(question);
  await expect.element(sheet()).toBeVisible();
  history.back();
  expect(await second).toBeNull();
});

test('a newer question answers the older with nothing and starts empty', async () => {
  await renderScreen('/here', Host, {});
  const older = askTransactionPassword({ title: 'Older' });
  await expect.element(page.getByRole('dialog', { name: 'Older' })).toBeVisible();
  await userEvent.keyboard('123');
  const newer = askTransactionPassword(question);
  expect(await older).toBeNull();
  await expect.element(sheet()).toBeVisible();
  await userEvent.keyboard('805263');
  expect(await newer).toBe('805263');
});

test('stays while the call is made, shows a wrong one, clears, and asks again', async () => {
  await renderScreen('/here', Host, {});
  let refuse: (error: Error) => void = () => undefined;
  const send = vi.fn<(password: string) => Promise<string>>();
  send.mockImplementationOnce(() => new Promise((_, reject) => (refuse = reject)));
  send.mockImplementationOnce(() => Promise.resolve('sent'));
  const answer = withTransactionPassword(question, send);
  await expect.element(sheet()).toBeVisible();
  await userEvent.keyboard('111222');
  await expect.element(sheet().getByText('Checking…')).toBeVisible();
  await userEvent.keyboard('3');
  refuse(wrong);
  await expect.element(sheet().getByRole('alert')).toHaveTextContent('The transaction password is wrong.');
  await userEvent.keyboard('805263');
  expect(await answer).toBe('sent');
  expect(send.mock.calls.map(([password]) => password)).toEqual(['111222', '805263']);
  await expect.element(sheet()).not.toBeInTheDocument();
});

test('leads to setting one where none is set, and asks for no digits', async () => {
  session.set({ token: 'a-token', account: '100001' });
  await renderScreen('/here', Host, { 'GET info': { data: { hasTransactionPassword: false } } });
  const answer = askTransactionPassword(question);
  const way = sheet().getByRole('link', { name: 'Set transaction password' });
  await expect.element(way).toHaveAttribute('href', '#/pages/mine/resetLegalPwd');
  await expect.element(key('1')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(await answer).toBeNull();
  session.set(null);
});

test('answers nothing when the exchange knows of no password: the shell shows that', async () => {
  await renderScreen('/here', Host, {});
  const refusal = new ApiRefusal(codes.setTransactionPasswordFirst, 'error', null);
  const answer = withTransactionPassword(question, () => Promise.reject(refusal));
  await expect.element(sheet()).toBeVisible();
  await userEvent.keyboard('805263');
  expect(await answer).toBeNull();
  await expect.element(sheet()).not.toBeInTheDocument();
});

test('hands every other failure on, and closes', async () => {
  await renderScreen('/here', Host, {});
  const refusal = new ApiRefusal(codes.insufficientWalletBalance, 'error', null);
  const answer = withTransactionPassword(question, () => Promise.reject(refusal)).catch((error: unknown) => error);
  await expect.element(sheet()).toBeVisible();
  await userEvent.keyboard('805263');
  expect(await answer).toBe(refusal);
  await expect.element(sheet()).not.toBeInTheDocument();
});
