import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { signIn } from '#app/platform/session/sign-in.ts';
import { wipeDevice } from '#app/platform/storage/wipe.ts';
import type { CallName } from '#protocol/calls.ts';
import { type Answer, renderScreen } from '#app/features/account/testing-screens.tsx';
import { TransferScreen } from '../transfer-screen.tsx';

const coins = ['USDT', 'BTC'].map((asset) => ({ asset, available: '1000', minimum: '1', maximum: '900' }));

/** The answer with a rate of its own, which ends soon. */
function offered(id: string): Answer {
  const rate = { from: 'USDT', to: 'BTC', amount: '500', rate: '0.00002', fee: '0.00001', receives: '0.00999' };
  return { data: { coins, quote: { id, ...rate, expiresAt: Date.now() + 2_000 } } };
}

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  signIn('token', '310001');
});
afterEach(() => vi.unstubAllGlobals());

test('an unanswered conversion is checked again at its own rate, and not reported as not done', async () => {
  const answers: Partial<Record<CallName, Answer | (() => Answer)>> = {
    'GET web/config': { data: { pcUrl: null, mode: 'live', features: ['spot'], now: Date.now() } },
    'GET common/symbolsList': { data: { list: [], assets: [] } },
    'GET convertPage': () => offered('1'),
  };
  const screen = await renderScreen('/pages/assets/transfer', () => <TransferScreen tab="convert" />, answers);
  const sent = () => screen.calls.filter(({ name }) => name === 'POST convert').map(({ body }) => body);
  await page.getByRole('textbox', { name: 'Amount (USDT)' }).fill('500');
  await expect.element(page.getByText(/s, then renewed/)).toBeVisible();
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm conversion' });
  const yes = dialog.getByRole('button', { name: /^Convert to 0\.00999 BTC/ });
  await yes.click();
  await expect.element(page.getByText('We don’t know yet whether this went through.').first()).toBeVisible();
  expect(document.body.textContent).not.toContain('Nothing was converted');
  // The exchange is back with another rate: what is asked again is what was sent.
  answers['GET convertPage'] = () => offered('2');
  const quote = { id: '1', from: 'USDT', to: 'BTC', amount: '500', rate: '0.00002', fee: '0.00001' };
  answers['POST convert'] = { data: { quote: { ...quote, receives: '0.00999', expiresAt: 0 }, at: Date.now() } };
  await expect.element(page.getByRole('dialog', { name: 'Converted' }), { timeout: 15_000 }).toBeVisible();
  expect(sent().length).toBeGreaterThan(1);
  for (const body of sent()) expect(body).toEqual({ quote: '1' });
});
