import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CallName } from '#protocol/calls.ts';
import type { SmallBalances } from '#protocol/wallets/entities/movement.ts';
import { exchangeAnswered, exchangeSilent } from '#app/platform/offline/reachability.ts';
import { signIn } from '#app/platform/session/sign-in.ts';
import { wipeDevice } from '#app/platform/storage/wipe.ts';
import { type Answer, renderScreen } from '#app/features/account/testing-screens.tsx';
import { TransferScreen } from '../transfer-screen.tsx';

const coins = [{ asset: 'USDT', available: '100', minimum: '1', maximum: '50000' }];
const balances = [
  { asset: 'ETH', amount: '0.001', worth: '3.00001234', fee: '0.00300002' },
  { asset: 'DOGE', amount: '4.12', worth: '0.60009999', fee: '0.00060010' },
];

/** The answer of the exchange; its prices hold for some seconds. */
function small(given: Partial<SmallBalances> = {}): Answer {
  const quote = { id: 'quote-of-small-01', expiresAt: Date.now() + 9_000 };
  return { data: { coins, quote: null, small: { into: 'USDT', balances, quote, nextAt: null, ...given } } };
}
const later = Date.now() + 3_600_000;

type Answers = Partial<Record<CallName, Answer | (() => Answer)>>;
function open(answers: Answers) {
  return renderScreen('/pages/assets/transfer', () => <TransferScreen tab="small" />, {
    'GET web/config': { data: { pcUrl: null, mode: 'live', features: ['spot'], now: Date.now() } },
    'GET common/symbolsList': { data: { list: [], assets: [] } },
    ...answers,
  });
}
const send = () => page.getByRole('button', { name: /^Convert for/ });
const box = (name: RegExp) => page.getByRole('checkbox', { name });

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  signIn('token', '310001');
});
afterEach(() => {
  vi.unstubAllGlobals();
  exchangeAnswered(Date.now());
});

test('shows what each brings and the total after the fee, for those that are chosen', async () => {
  await open({ 'GET convertPage': small() });
  await expect.element(box(/^ETH/)).toBeChecked();
  await expect.element(page.getByText('3.0000', { exact: true })).toBeVisible();
  await expect.element(send()).toHaveTextContent('Convert for 3.5965 USDT');
  await expect.element(page.getByText('Spot wallet: 100.00 becomes 103.59')).toBeVisible();
  await expect.element(page.getByText(/^Prices hold for \d s$/)).toBeVisible();
  await box(/^ETH/).click();
  await expect.element(send()).toHaveTextContent('Convert for 0.5994 USDT');
  await expect.element(box(/^All/)).not.toBeChecked();
  await box(/^DOGE/).click();
  await expect.element(send()).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText('Choose at least one coin.')).toBeVisible();
  await box(/^All/).click();
  await expect.element(send()).toHaveTextContent('Convert for 3.5965 USDT');
});

test('converts what is chosen at the prices on screen, shows a receipt and then when it can be done again', async () => {
  const receipt = { into: 'USDT', balances: balances.slice(1), fee: '0.0006001', receives: '0.59949989' };
  const answers: Record<'GET convertPage' | 'POST convert', Answer> = {
    'GET convertPage': small(),
    'POST convert': { data: { small: receipt, at: Date.now() } },
  };
  const screen = await open({
    'GET convertPage': () => answers['GET convertPage'],
    'POST convert': answers['POST convert'],
  });
  await expect.element(box(/^ETH/)).toBeChecked();
  answers['GET convertPage'] = small({ balances: balances.slice(0, 1), quote: null, nextAt: later });
  await box(/^ETH/).click();
  await send().click();
  const dialog = page.getByRole('dialog', { name: 'Converted' });
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByText('0.59949989 USDT')).toBeVisible();
  await expect.element(dialog.getByText('4.12 DOGE')).toBeVisible();
  expect(screen.calls.filter(({ name }) => name === 'POST convert').map(({ body }) => body)).toEqual([
    { quote: 'quote-of-small-01', coins: ['DOGE'] },
  ]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByText(/^Already converted today/)).toBeVisible();
  await expect.element(page.getByText('ETH')).toBeVisible();
  await expect.element(send()).not.toBeInTheDocument();
});

test('sends nothing at prices that are over', async () => {
  const screen = await open({ 'GET convertPage': () => small({ quote: { id: 'quote-of-small-02', expiresAt: 1 } }) });
  await expect.element(page.getByText('The prices are being renewed.')).toBeVisible();
  await send().click({ force: true });
  expect(screen.calls.filter(({ name }) => name === 'POST convert')).toEqual([]);
});

test('asks for new prices when it is refused, and says why', async () => {
  let asked = 0;
  const screen = await open({
    'GET convertPage': () => small({ quote: { id: `quote-of-small-1${(asked += 1)}`, expiresAt: Date.now() + 9_000 } }),
    'POST convert': { refusal: 'orderUpdated' },
  });
  await send().click();
  await expect.element(page.getByText('The order was updated. Check it and place it again.').first()).toBeVisible();
  await vi.waitFor(() => expect(asked).toBeGreaterThan(1));
  await expect.element(send()).not.toHaveAttribute('aria-disabled', 'true');
  expect(screen.calls.filter(({ name }) => name === 'POST convert')).toHaveLength(1);
});

test('says that nothing is small, and when the day was used', async () => {
  await open({ 'GET convertPage': small({ balances: [], quote: null }) });
  await expect.element(page.getByText('Coins too small to sell appear here.')).toBeVisible();
  await expect.element(send()).not.toBeInTheDocument();
});

test('says after the last conversion when the next is possible', async () => {
  await open({ 'GET convertPage': small({ balances: [], quote: null, nextAt: later }) });
  await expect.element(page.getByText(/^Already converted today\. You can do it again from/)).toBeVisible();
});

test('without a connection says so and sends nothing', async () => {
  const answers: Record<'GET convertPage', Answer | null> = { 'GET convertPage': small() };
  const screen = await open({
    'GET convertPage': () => {
      if (answers['GET convertPage'] === null) throw new TypeError('no network');
      return answers['GET convertPage'];
    },
  });
  await expect.element(send()).not.toHaveAttribute('aria-disabled', 'true');
  answers['GET convertPage'] = null;
  exchangeSilent();
  await expect.element(page.getByText('No connection. Convert when you are back online.')).toBeVisible();
  await send().click({ force: true });
  expect(screen.calls.filter(({ name }) => name === 'POST convert')).toEqual([]);
});

test('says when nothing came', async () => {
  await open({});
  await expect.element(page.getByText('Balances did not load')).toBeVisible();
});
