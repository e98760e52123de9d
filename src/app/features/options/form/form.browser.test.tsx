import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { OptionRound } from '#protocol/options/entities.ts';
import { acceptRisk } from '#app/platform/session/risk-acceptance.ts';
import { session } from '#app/platform/session/session.ts';
import { playHub, report } from '#app/platform/stream/testing-hub.ts';
import { renderPart } from '#app/ui/testing-text.tsx';
import { waitingRound } from '../testing-round.ts';
import { StakePanel } from './form.tsx';

const now = Date.UTC(2026, 10, 20, 12, 0, 0);
const round: OptionRound = {
  ...waitingRound(now + 50_000),
  pools: { up: '199995', down: '100', flat: '0' },
  entries: 3,
};

const sent = vi.fn<(body: unknown) => void>();
const held = (wallet: string, available: string) => ({ wallet, asset: 'USDT', available, frozen: '0', locked: '0' });

beforeEach(async () => {
  i18n.setMessagesCompiler(compileMessage);
  acceptRisk('options', session.get()?.account ?? '');
  const moved = { asset: 'USDT', from: 'spot', to: 'option', amount: '40', fee: '0', at: now };
  const data = {
    mode: 'practice',
    features: ['options'],
    pcUrl: null,
    now,
    ...moved,
    coins: ['USDT'],
    available: [],
    list: [],
    assets: [],
  };
  sent.mockClear();
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    if (method === 'POST' && url.endsWith('transfer')) sent(JSON.parse(typeof body === 'string' ? body : 'null'));
    return Promise.resolve(Response.json({ code: 200, data, msg: 'success', type: 'ok' }));
  });
  playHub();
  await renderPart(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <StakePanel
        coin={{ coin: 'BTC', pair: 'BTCUSDT', cycles: [60], priceDecimals: 1, open: true }}
        round={round}
        locked={null}
        now={now}
        own={null}
      />
    </QueryClientProvider>,
  );
  report('account', {
    orders: [],
    balances: [{ wallet: 'option', asset: 'USDT', available: '500', frozen: '0', locked: '0' }],
    unread: 0,
    positions: [],
    contractOrders: [],
  });
  await expect.element(page.getByText('Balance 500.00')).toBeVisible();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a tap on a pool that is full says so, and other ways stay open', async () => {
  await page.getByRole('button', { name: /^Up/ }).click();
  await expect.element(page.getByText('The pool is full. Stake less, or wait for the next round.')).toBeVisible();
  await page.getByRole('button', { name: /^Down/ }).click();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: /^Stake 10 USDT on Down/ })).toBeVisible();
  await expect.element(page.getByText(/^The pool is full/)).not.toBeInTheDocument();
  // What it returns is worked out from pools that still change: 10 of 110 share 199,995, less 3%.
  await expect.element(page.getByText('17,645.92 USDT', { exact: true })).toBeVisible();
  expect(page.getByRole('dialog').element().textContent).not.toMatch(/\.\d{5}/);
});

test('an empty wallet is filled over the form, and the stake that was typed stays', async () => {
  await page.getByRole('textbox', { name: 'Stake (USDT)' }).fill('37');
  const account = { orders: [], unread: 0, positions: [], contractOrders: [] };
  report('account', { ...account, balances: [held('option', '0'), held('spot', '900')] });
  await page.getByRole('button', { name: 'Transfer USDT to it' }).click();
  const sheet = page.getByRole('dialog', { name: 'Transfer' });
  await sheet.getByRole('textbox', { name: 'Amount (USDT)' }).fill('40');
  await sheet.getByRole('button', { name: /^Transfer/ }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent.mock.calls[0]?.[0]).toEqual({ asset: 'USDT', from: 'spot', to: 'option', amount: '40' });
  await expect.element(page.getByRole('textbox', { name: 'Stake (USDT)' })).toHaveValue('37');
});
