import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '#app/platform/session/session.ts';

import { type Answer, renderScreen } from '../account/testing-screens.tsx';
import { FixedTermsScreen } from '../fixed-terms/fixed-terms-screen.tsx';

const day = 86_400_000;
const terms = { version: 1, asset: 'USDT', cycle: 'weekly', days: 7, dayMs: day, ratePpm: 1_000, exitPpm: 500_000 };
const limits = { minimum: '10', maximum: '20000', quota: '1000', taken: '1000', limitedBy: 'quota' };
const full = { id: '1', ...terms, ...limits, left: '0' };
const open = { id: '2', ...terms, ...limits, cycle: 'monthly', taken: '0', left: '1000' };

function answers(alerts: readonly object[], changed: readonly object[] = []): Record<string, Answer> {
  return {
    'GET web/config': { data: { pcUrl: null, mode: 'practice', features: ['fixed-terms'], now: Date.now() } },
    'GET finPeriodicList': { data: { at: Date.now(), list: [full, open] } },
    'GET finPeriodicMyOrderList': {
      data: { list: [], next: null, counts: { 'not-earned': 0, earned: 0, 'earned-in-advance': 0, revoked: 0 } },
    },
    'GET stockAlerts': { data: { list: alerts } },
    'PUT stockAlerts': { data: { list: changed } },
  };
}

const alert = { product: 'fixed-term', item: '1', at: 1 };
const Screen = () => <FixedTermsScreen />;

beforeEach(() => session.set({ token: 'token', account: '100001' }));
afterEach(() => session.set(null));

test('a bell stands beside what is sold out alone, asks for a notice, and says that it will come', async () => {
  const { calls } = await renderScreen('/fixed', Screen, answers([], [alert]));
  const bell = page.getByRole('button', { name: 'Notify me when USDT Weekly is back' });
  await expect.element(bell).toHaveAttribute('aria-pressed', 'false');
  await expect.element(page.getByText('quota is full')).toBeVisible();
  expect(page.getByRole('button', { name: /^Notify me/ }).elements()).toHaveLength(1);
  await bell.click();
  await expect.element(bell).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByText('you’ll be notified')).toBeVisible();
  expect(calls.find(({ name }) => name === 'PUT stockAlerts')?.body).toEqual({
    product: 'fixed-term',
    item: '1',
    on: true,
  });
});

test('takes it back again', async () => {
  const { calls } = await renderScreen('/fixed', Screen, answers([alert]));
  const bell = page.getByRole('button', { name: 'Notify me when USDT Weekly is back' });
  await expect.element(bell).toHaveAttribute('aria-pressed', 'true');
  await bell.click();
  await expect.element(bell).toHaveAttribute('aria-pressed', 'false');
  expect(calls.find(({ name }) => name === 'PUT stockAlerts')?.body).toMatchObject({ on: false });
});
