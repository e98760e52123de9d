import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CallName } from '#protocol/calls.ts';
import { wallets } from '#protocol/wallets/wallets.ts';
import { signIn } from '#app/platform/session/sign-in.ts';
import { changeClientState } from '#app/platform/storage/client-state.ts';
import { wipeDevice } from '#app/platform/storage/wipe.ts';
import { type Answer, renderScreen } from '../account/testing-screens.tsx';
import { TransferScreen, type TransferSearch } from './transfer-screen.tsx';

const answers: Partial<Record<CallName, Answer>> = {
  'GET web/config': { data: { pcUrl: null, mode: 'live', features: ['spot'], now: Date.now() } },
  'GET common/symbolsList': { data: { list: [], assets: [] } },
  'GET transferPage': { data: { wallets, coins: ['USDT', 'BTC', 'ETH'], available: [] } },
};

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  signIn('token', '310001');
});

const open = (search: TransferSearch = {}) =>
  renderScreen('/pages/assets/transfer', () => <TransferScreen {...search} />, answers);
const from = () => page.getByRole('button', { name: /^From/ });
const to = () => page.getByRole('button', { name: /^To/ });
const coin = () => page.getByRole('button', { name: /^Coin/ });

test('remembers the wallets that are chosen', async () => {
  await open();
  await expect.element(from()).toHaveTextContent('From Spot');
  await page.getByRole('button', { name: 'Swap the wallets' }).click();
  await expect.element(to()).toHaveTextContent('To Spot');
  const stored = () => JSON.parse(localStorage.getItem('vuex') ?? '{}') as { transfer: unknown };
  expect(stored().transfer).toEqual({ asset: 'USDT', from: 'contract', to: 'spot' });
});

test('begins with the coin and the wallets of the last visit', async () => {
  changeClientState({ transfer: { asset: 'BTC', from: 'fiat', to: 'spot' } });
  await open();
  await expect.element(coin()).toHaveTextContent('Coin BTC');
  await expect.element(to()).toHaveTextContent('To Spot');
});

test('begins with what the address says', async () => {
  changeClientState({ transfer: { asset: 'BTC', from: 'fiat', to: 'spot' } });
  await open({ asset: 'ETH' });
  await expect.element(coin()).toHaveTextContent('Coin ETH');
  await expect.element(from()).toHaveTextContent('From Spot');
});

test.each([
  { asset: 'BTC', from: 'spot', to: 'spot' },
  { asset: 'GONE', from: 'vault', to: 'spot' },
  { from: 'fiat', to: 'spot' } as never,
])('a stored choice that makes no sense is not used: %o', async (transfer) => {
  changeClientState({ transfer });
  await open();
  await expect.element(coin()).toHaveTextContent('Coin USDT');
  await expect.element(from()).toHaveTextContent('From Spot');
});
