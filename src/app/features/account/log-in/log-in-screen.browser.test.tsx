import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exchangeAnswered } from '#app/platform/offline/reachability.ts';
import { session } from '#app/platform/session/session.ts';
import { accountDraft, logInDraft } from './drafts.ts';
import { LogInScreen } from './log-in-screen.tsx';
import { type Answer, renderScreen } from '../testing-screens.tsx';
import { patience } from '../../../../../tests/pace.ts';

const path = '/pages/login/login';
const config: Answer = { data: { pcUrl: null, mode: 'practice', features: ['spot'], now: 0 } };
const profile = { id: '100001', nickname: null, sessions: [] };

const email = page.getByRole('textbox', { name: 'Email' });
const password = page.getByLabelText('Password', { exact: true });
const button = page.getByRole('button', { name: 'Log in', exact: true });

beforeEach(() => {
  exchangeAnswered(Date.now());
  accountDraft.clear();
  logInDraft.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  session.set(null);
});

async function fill(): Promise<void> {
  await email.fill('mai.tran@example.com');
  await password.fill('Kranich-47-see');
}

describe('the log-in form', () => {
  test('says at each field what is missing, leads to the first, and asks the exchange for nothing', async () => {
    const { calls } = await renderScreen(path, LogInScreen, { 'GET web/config': config });
    await button.click();
    await expect.element(email).toHaveFocus();
    await expect.element(email).toHaveAccessibleDescription('Enter your email.');
    await expect.element(password).toHaveAccessibleDescription('Enter a password.');
    await email.fill('mai');
    await expect.element(email).not.toHaveAttribute('aria-invalid');
    await expect.element(password).toHaveAttribute('aria-invalid', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(email).toHaveAccessibleDescription('Enter the full address, such as name@example.com.');
    expect(calls.map(({ name }) => name)).not.toContain('POST login');
  });

  test('shows a wrong password at the field, and clears the error when it is changed', async () => {
    const answers = { 'GET web/config': config, 'POST login': { refusal: 'accountOrPasswordWrong' } } as const;
    await renderScreen(path, LogInScreen, answers);
    await fill();
    await userEvent.keyboard('{Enter}');
    await expect.element(password).toHaveAccessibleDescription('The account or the password is wrong.');
    await expect.element(password).toHaveFocus();
    await expect.element(email).not.toHaveAttribute('aria-invalid');
    await password.fill('another');
    await expect.element(password).not.toHaveAttribute('aria-invalid');
  });

  test('counts down the wait the exchange asks for, and opens again', async () => {
    const often = { refusal: 'verificationTooOften', data: { waitMs: 2_900 } } as const;
    const { calls } = await renderScreen(path, LogInScreen, { 'GET web/config': config, 'POST login': often });
    await fill();
    await button.click();
    await expect.element(page.getByText(/Too many attempts. Try again in 0:0[1-3]/)).toBeVisible();
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await password.click();
    await userEvent.keyboard('{Enter}');
    await expect.element(button, patience).not.toHaveAttribute('aria-disabled');
    expect(calls.filter(({ name }) => name === 'POST login')).toHaveLength(1);
  });

  test('continues to the requested page, with the session stored', async () => {
    const answers = { 'GET web/config': config, 'POST login': { data: { token: 'secret', profile } } };
    const screen = await renderScreen(`${path}?to=%2Fpages%2Fnotice%2Flist`, LogInScreen, answers);
    await fill();
    await button.click();
    await expect.poll(() => screen.path()).toBe('/pages/notice/list');
    expect(session.get()).toEqual({ token: 'secret', account: '100001' });
    const sent = screen.calls.find(({ name }) => name === 'POST login')?.body;
    expect(sent).toEqual({ account: { by: 'email', email: 'mai.tran@example.com' }, password: 'Kranich-47-see' });
    expect(logInDraft.get().password).toBe('');
  });

  test('opens a practice account with one tap and starts at trading', async () => {
    const answers = { 'GET web/config': config, 'POST register': { data: { token: 'secret', profile } } };
    const screen = await renderScreen(path, LogInScreen, answers);
    await page.getByRole('button', { name: /practice account/ }).click();
    await expect.poll(() => screen.path()).toBe('/pages/trade/trade');
    expect(screen.calls.find(({ name }) => name === 'POST register')?.body).toEqual({
      kind: 'practice',
      language: 'en',
    });
  });

  test('is closed with a reason while the exchange is silent', async () => {
    await renderScreen(path, LogInScreen, {});
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveAccessibleDescription('No connection. Log in when you are back online.');
  });
});
