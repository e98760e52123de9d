import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { exchangeAnswered } from '#app/platform/offline/reachability.ts';
import { session } from '#app/platform/session/session.ts';
import { accountDraft, registerDraft } from './drafts.ts';
import { RegisterScreen } from './register-screen.tsx';
import { renderScreen } from '../testing-screens.tsx';
import { patience } from '../../../../../tests/pace.ts';

const email = page.getByRole('textbox', { name: 'Email' });
const code = page.getByRole('textbox', { name: 'Verification code' });
const password = page.getByLabelText('New password', { exact: true });
const again = page.getByLabelText('Confirm new password', { exact: true });
const invitation = page.getByRole('textbox', { name: 'Invitation code (optional)' });
const create = page.getByRole('button', { name: 'Create account' });

const sent = { resendMs: 2_900, expiresAt: 0, practiceMessage: { to: 'mai@example.com', code: '614984' } };

/** Every account is another one, so that the wait of one test is not that of the next. */
let nextNumber = 0;
function newEmail(): string {
  nextNumber += 1;
  return `mai${nextNumber}@example.com`;
}

beforeEach(() => {
  exchangeAnswered(Date.now());
  accountDraft.clear();
  registerDraft.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  session.set(null);
});

test('a keeper of passwords learns what to generate, and that it is new', async () => {
  await renderScreen('/register', RegisterScreen, {});
  for (const field of [password, again]) {
    await expect.element(field).toHaveAttribute('autocomplete', 'new-password');
    await expect.element(field).toHaveAttribute('passwordrules', expect.stringContaining('maxlength: 18;'));
  }
});

describe('the code of the registration form', () => {
  test('is not asked for before the account is complete', async () => {
    const { calls } = await renderScreen('/register', RegisterScreen, {});
    await email.fill('mai');
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect.element(email).toHaveAccessibleDescription('Enter the full address, such as name@example.com.');
    await expect.element(email).toHaveFocus();
    await expect.element(password).not.toHaveAttribute('aria-invalid');
    expect(calls).toEqual([]);
  });

  test('comes as a message that fills it in, and the next one only after the wait', async () => {
    const { calls } = await renderScreen('/register', RegisterScreen, { 'POST common/checkEmailSend': { data: sent } });
    await email.fill(newEmail());
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect
      .element(page.getByRole('button', { name: /^Send again in 0:0[1-3]$/ }))
      .toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Fill in' }).click();
    await expect.element(code).toHaveValue('614984');
    await page.getByRole('button', { name: /Send again in/ }).click({ force: true });
    expect(calls).toHaveLength(1);
    const sendAgain = page.getByRole('button', { name: 'Send again', exact: true });
    await expect.element(sendAgain, patience).not.toHaveAttribute('aria-disabled');
    await sendAgain.click();
    await expect.poll(() => calls.length).toBe(2);
  });

  test('counts the wait of a refusal, which says when', async () => {
    const often = { refusal: 'verificationTooOften', data: { waitMs: 42_000 } } as const;
    await renderScreen('/register', RegisterScreen, { 'POST common/checkEmailSend': often });
    await email.fill(newEmail());
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect.element(page.getByRole('button', { name: /^Send again in 0:[34]\d$/ })).toBeVisible();
    await email.fill(newEmail());
    await expect.element(page.getByRole('button', { name: 'Send code' })).not.toHaveAttribute('aria-disabled');
  });
});

describe('the registration form', () => {
  test('shows what is wrong with each field at once', async () => {
    await renderScreen('/register', RegisterScreen, {});
    await email.fill(newEmail());
    await code.fill('12');
    await password.fill('12345');
    await again.fill('12346');
    await create.click();
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAccessibleDescription('The code has 6 digits.');
    await expect.element(password).toHaveAccessibleDescription('Use at least 6 characters.');
    await expect.element(again).toHaveAccessibleDescription('The passwords do not match.');
    await expect.element(page.getByRole('checkbox')).toHaveAccessibleDescription('Agree to continue.');
  });

  test('puts a refusal at the field it is about, and keeps what was typed', async () => {
    await renderScreen('/register', RegisterScreen, { 'POST register': { refusal: 'enterPassword' } });
    const account = newEmail();
    await email.fill(account);
    await code.fill('123456');
    await password.fill('123456');
    await again.fill('123456');
    await page.getByRole('checkbox').click();
    await create.click();
    await expect.element(password).toHaveAccessibleDescription(/not too simple/);
    await expect.element(password).toHaveFocus();
    await expect.element(email).toHaveValue(account);
    await expect.element(code).toHaveValue('123456');
  });

  test('looks up an invitation code from the link, and says when it does not exist', async () => {
    const answers = { 'GET common/checkInviteCode': { refusal: 'referrerNotFound' } } as const;
    await renderScreen('/register?invite=NOPE1234', RegisterScreen, answers);
    await expect.element(invitation).toHaveValue('NOPE1234');
    await email.click();
    await expect.element(invitation).toHaveAccessibleDescription(/This invitation code does not exist/);
    await expect.element(email).toHaveFocus();
    await invitation.fill('');
    await expect.element(invitation).not.toHaveAttribute('aria-invalid');
  });

  test('takes along to log-in where the user wanted to go', async () => {
    const wanted = '/pages/web-view/web-view?url=https%3A%2F%2Fdocs.example%2F';
    const screen = await renderScreen(`/register?${new URLSearchParams({ to: wanted })}`, RegisterScreen, {});
    await page.getByRole('link', { name: 'Log in' }).click();
    await expect.poll(() => screen.path()).toMatch(/^\/pages\/login\/login\?to=/);
    expect(new URLSearchParams(screen.path().split('?')[1]).get('to')?.replaceAll('"', '')).toBe(wanted);
  });
});
