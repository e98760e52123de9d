import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ContractOrder, ContractPosition, ContractView } from '#protocol/contracts/entities.ts';
import { amountsHidden, toggleHiddenAmounts } from '#app/platform/format/hidden-amounts.ts';
import { language } from '#app/platform/language/language.ts';
import { acceptRisk } from '#app/platform/session/risk-acceptance.ts';
import { session } from '#app/platform/session/session.ts';
import { playHub, report } from '#app/platform/stream/testing-hub.ts';
import { Toaster } from '#app/ui/overlays/Toaster.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { renderPart } from '#app/ui/testing-text.tsx';
import { changeContractChoice, defaultContractChoice } from '../book/contract-choice.ts';
import { ContractPanel } from './contract-panel.tsx';
import { OwnLists } from '../positions/own-lists.tsx';
import { recordsQuery } from '../queries.ts';
import { useOwn } from '../positions/use-own.ts';
import { listedContract as contract } from '#protocol/contracts/examples.ts';
import { heldPosition as held } from '../testing-contract.ts';

const view = (mark: string | null, state: ContractView['state'] = 'open'): ContractView => ({
  contract: 'BTCPERP',
  state,
  mark,
  index: mark,
  last: '60000.0',
  bids: [['59999.0', 500]],
  asks: [['60000.0', 500]],
  openLots: 10,
  session: null,
  at: Date.now(),
});

const account = (positions: readonly ContractPosition[], contractOrders: readonly ContractOrder[] = []) => ({
  orders: [],
  balances: [{ wallet: 'contract', asset: 'USDT', available: '1000', frozen: '0', locked: '0' }],
  unread: 0,
  positions,
  contractOrders,
});

const waiting: ContractOrder = {
  id: '8',
  contract: 'BTCPERP',
  side: 'long',
  type: 'limit',
  price: '59000.0',
  lots: 20,
  filledLots: 0,
  leverage: 5,
  takeProfit: '66000.0',
  stopLoss: '57000.0',
  reserve: '237',
  status: 'open',
  createdAt: 0,
  updatedAt: 0,
};

const sent = vi.fn<(body: unknown) => void>();
/** Pending calls: lets an answer arrive after the stream has reported it. */
let working: Promise<void> = Promise.resolve();
const rendered = vi.fn();
let client = new QueryClient();

function Panel() {
  const own = useOwn();
  useEffect(() => {
    rendered();
  });
  return (
    <>
      <ContractPanel contract={contract} own={own} />
      <OwnLists own={own} contracts={[contract]} />
      <Toaster />
    </>
  );
}

beforeEach(async () => {
  changeContractChoice(defaultContractChoice);
  // For the signed-in user: another test of this browser may have left one.
  acceptRisk('contracts', session.get()?.account ?? '');
  sent.mockClear();
  toast.clear();
  working = Promise.resolve();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : 'null');
    if (init?.method === 'POST' && url.endsWith('contract')) sent(body);
    const order = { id: '8', contract: 'BTCPERP', side: 'long', type: 'market', price: null, lots: 20, filledLots: 20 };
    const data = {
      mode: 'practice',
      features: [],
      pcUrl: null,
      now: 0,
      coins: ['USDT'],
      available: [],
      list: [],
      assets: [],
      order: { ...order, leverage: 5, status: 'filled' },
      position: held,
      closedLots: 100,
      net: '-4.5',
    };
    if (init?.method === 'POST') await working;
    return Response.json({ code: 200, data, msg: 'success', type: 'ok' });
  });
  playHub();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await renderPart(
    <QueryClientProvider client={client}>
      <Panel />
    </QueryClientProvider>,
  );
  report('contract:BTCPERP', view('60000.0'));
  report('account', account([held]));
  await expect.element(page.getByText('1,000.00', { exact: true })).toBeVisible();
});

afterEach(() => {
  if (amountsHidden.get()) toggleHiddenAmounts();
  vi.unstubAllGlobals();
});

const open = () => page.getByRole('button', { name: /^Open long/ });
const field = (name: RegExp) => page.getByRole('textbox', { name });

test('shows cost, liquidation and protection of the draft, and sends one order for two taps', async () => {
  await field(/^Lots/).fill('20');
  await page.getByRole('button', { name: 'Take-profit at +50% of the margin' }).click();
  await page.getByRole('button', { name: 'Stop-loss at −25% of the margin' }).click();
  // 20 lots of 0.001 BTC cost 1,200; a fifth of it is margin, 0.6 the fee.
  await expect.element(page.getByText('≈ 240.60', { exact: true })).toBeVisible();
  // (1,200 - 240) / (0.02 * 0.996)
  await expect.element(page.getByText('≈ 48,192.7', { exact: true })).toBeVisible();
  await expect.element(field(/^Take-profit/)).toHaveValue('66,000.0');
  await expect.element(field(/^Stop-loss/)).toHaveValue('57,000.0');
  await open().click();
  const send = page.getByRole('dialog').getByRole('button', { name: /^Open long, 20 lots/ });
  await expect.element(page.getByRole('dialog').getByText('≈ 4.80 USDT', { exact: true })).toBeVisible();
  await send.dblClick();
  await expect.element(field(/^Lots/)).toHaveValue('');
  expect(sent).toHaveBeenCalledTimes(1);
  expect(sent.mock.calls[0]?.[0]).toEqual({
    type: 'market',
    contract: 'BTCPERP',
    side: 'long',
    lots: 20,
    leverage: 5,
    takeProfit: '66000.0',
    stopLoss: '57000.0',
  });
});

test('says what is wrong and sends nothing', async () => {
  await open().click();
  await expect.element(page.getByText('Enter a take-profit price.', { exact: true }).first()).toBeVisible();
  await field(/^Lots/).fill('500');
  await expect.element(page.getByText(/^Not enough USDT\. At most 83 lots/).first()).toBeVisible();
  await field(/^Take-profit/).fill('59000');
  await expect.element(page.getByText('Set it above 60,000.0.', { exact: true }).first()).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
});

test('a tick writes the profit without rendering the list', async () => {
  report('contract:BTCPERP', view('60100.0'));
  await expect.element(page.getByText('+3.99', { exact: true })).toBeVisible();
  // What was asked for before the stream spoke may answer late, and is no tick.
  await expect.poll(() => client.isFetching()).toBe(0);
  await expect
    .poll(() => (rendered.mockClear(), new Promise((done) => setTimeout(() => done(rendered.mock.calls.length), 100))))
    .toBe(0);
  rendered.mockClear();
  report('contract:BTCPERP', view('60300.0'));
  // 0.1 BTC times 300, less 3 paid for opening and 3.015 for closing here, of a margin of 300.
  await expect.element(page.getByText('+23.98', { exact: true })).toBeVisible();
  await expect.element(page.getByText('+7.99%', { exact: true })).toBeVisible();
  expect(rendered).not.toHaveBeenCalled();
});

test('only closing is possible while too few sources are live', async () => {
  report('contract:BTCPERP', view(null, 'reduce-only'));
  await expect.element(page.getByText('You can only close positions: too few price sources are live.')).toBeVisible();
  await expect.element(open()).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Close Long BTC/USDT' }).click();
  const close = page.getByRole('dialog').getByRole('button', { name: /^Close 100 lots/ });
  await expect.element(close).not.toHaveAttribute('aria-disabled', 'true');
});

test('hides own money and sizes where they stand, and leaves prices and percentages', async () => {
  report('contract:BTCPERP', view('60100.0'));
  await expect.element(page.getByText('+3.99', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await expect.element(page.getByRole('button', { name: 'Show amounts' })).toBeVisible();
  const shown = document.body.textContent;
  for (const own of ['1,000.00', '300.00', '0.1 BTC', '100 lots']) {
    expect(shown).not.toContain(own);
  }
  await expect.element(page.getByText('+3.99', { exact: true })).not.toBeInTheDocument();
  for (const open of ['60,000.0', '57,228.9', '+1.33%', 'Risk rate']) expect(shown).toContain(open);
  // What is about to be sent is always shown.
  await page.getByRole('button', { name: 'Close Long BTC/USDT' }).click();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: /^Close 100 lots/ })).toBeVisible();
});

test('writes the size of a lot as the language writes numbers', async () => {
  await expect.element(page.getByText('1 lot is 0.001 BTC')).toBeVisible();
  language.set('yn');
  changeContractChoice({ leverage: 10 });
  await expect.element(page.getByText('1 lot is 0,001 BTC')).toBeVisible();
  language.set('en');
});

test('says that a position is closed also when the stream took it away before the answer came', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  working = promise;
  await page.getByRole('button', { name: 'Close Long BTC/USDT' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Close 100 lots/ })
    .click();
  report('account', account([]));
  await expect.element(page.getByText('No open positions')).toBeVisible();
  resolve();
  await expect.element(page.getByText('100 lots of BTC/USDT: −4.50 USDT after fees')).toBeVisible();
});

test('says that an order is cancelled also when the stream took it away before the answer came', async () => {
  report('account', account([], [waiting]));
  const { promise, resolve } = Promise.withResolvers<void>();
  working = promise;
  await page.getByRole('tab', { name: /^Orders/ }).click();
  await page.getByRole('button', { name: 'Cancel BTC/USDT' }).click();
  report('account', account([]));
  await expect.element(page.getByText('No orders')).toBeVisible();
  resolve();
  await expect.element(page.getByText('Order cancelled')).toBeVisible();
});

test('says why its sheet is gone when a position ends while the user is about to close it', async () => {
  await page.getByRole('button', { name: 'Close Long BTC/USDT' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  report('account', account([]));
  await expect.element(page.getByText('This position is closed')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent).not.toHaveBeenCalled();
});

test('a transfer into the wallet is made over the form, and what was typed stays', async () => {
  await field(/^Lots/).fill('20');
  await page.getByRole('button', { name: 'Transfer USDT to the contract wallet' }).click();
  const sheet = page.getByRole('dialog', { name: 'Transfer' });
  await expect.element(sheet.getByRole('button', { name: 'From Spot' })).toBeVisible();
  await expect.element(sheet.getByRole('button', { name: 'To Contracts' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(field(/^Lots/)).toHaveValue('20');
});

test('an open position tells its profit after fees, what was paid and since when, and the parts on a tap', async () => {
  report('contract:BTCPERP', view('60100.0'));
  const card = page.getByRole('article', { name: 'Long BTC/USDT' });
  // 10 by the price, less 3 paid for opening and 3.005 for closing here.
  await expect.element(card.getByText('+3.99', { exact: true })).toBeVisible();
  await expect.element(card.getByText('3.00', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'P&L after fees (USDT)' }).click();
  const sheet = page.getByRole('dialog', { name: 'Profit and loss' });
  for (const part of ['≈ +10 USDT', '≈ −3 USDT', '≈ −3.005 USDT', '≈ +3.995 USDT'])
    await expect.element(sheet.getByText(part, { exact: true })).toBeVisible();
});

test('keeps open positions and orders as they run, for a start without a network', async () => {
  const pagesOf = (show: 'positions' | 'orders') => client.getQueryData(recordsQuery(show).queryKey)?.pages ?? [];
  const kept = () => [
    pagesOf('positions').flatMap(({ positions }) => positions.map(({ id }) => id)),
    pagesOf('orders').flatMap(({ orders }) => orders.map(({ id }) => id)),
  ];
  await expect.poll(kept).toEqual([[held.id], []]);
  report('account', account([], [waiting]));
  await expect.poll(kept).toEqual([[], [waiting.id]]);
});
