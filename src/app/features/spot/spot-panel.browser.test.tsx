import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import type { Level, Pair } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { listedPair } from '#protocol/market-data/examples.ts';
import { restingOrder } from '#protocol/spot/examples.ts';
import { toggleHiddenAmounts } from '#app/platform/format/hidden-amounts.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { playBlockedStream, playHub, report } from '#app/platform/stream/testing-hub.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { Toaster } from '#app/ui/overlays/Toaster.tsx';
import { renderPart } from '#app/ui/testing-text.tsx';
import { OpenOrders } from './orders/open-orders.tsx';
import { ordersQuery } from './queries.ts';
import { changeSpotChoice, defaultSpotChoice, newcomersChoice } from './entry-choice.ts';
import { SpotPanel } from './spot-panel.tsx';
import { patience } from '../../../../tests/pace.ts';

const pair: Pair = { ...listedPair, tags: [], listedAt: 0 };

const tick = (last: string) => ({
  pair: 'BTCUSDT',
  last,
  open: '60000',
  high: '62000',
  low: '59000',
  volume: '10',
  turnover: '600000',
  change: '1.2',
  at: Date.now(),
});

const asks: Level[] = [
  ['61000.1', '0.5'],
  ['61000.9', '1.25'],
  ['61010.0', '2'],
];
const bids: Level[] = [
  ['60999.5', '0.4'],
  ['60998.2', '3'],
];

const account = (orders: readonly Order[] = []): AccountUpdate => ({
  orders,
  balances: [{ wallet: 'spot', asset: 'USDT', available: '10000', frozen: '0', locked: '0' }],
  unread: 0,
});

const resting: Order = {
  ...restingOrder,
  id: '1',
  pair: 'BTCUSDT',
  price: '60998.2',
  createdAt: 0,
  updatedAt: 0,
};

const sent = vi.fn<(body: unknown, key: string | null) => void>();
/** Pending calls: lets an answer arrive after the stream has reported it. */
let cancelling: Promise<void> = Promise.resolve();
let placing: Promise<void> = Promise.resolve();
let client: QueryClient;

beforeEach(async () => {
  changeSpotChoice(defaultSpotChoice);
  sent.mockClear();
  placing = Promise.resolve();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('cancelCurrency')) await cancelling;
    if (!url.endsWith('currency') || init?.method !== 'POST') {
      const data = { mode: 'practice', features: ['spot'], pcUrl: null, list: [], next: null, now: 0 };
      return Response.json({ code: 200, data, msg: 'success', type: 'ok' });
    }
    sent(
      JSON.parse(typeof init.body === 'string' ? init.body : 'null'),
      new Headers(init.headers).get('idempotency-key'),
    );
    await placing;
    const data = { order: { ...resting, id: '2' } };
    return Response.json({ code: 200, data, msg: 'success', type: 'ok' });
  });
  playHub();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await renderPart(
    <QueryClientProvider client={client}>
      <SpotPanel pair={pair} firstPrice={null} onView={() => undefined} />
      <OpenOrders pair={pair} pairs={[pair]} />
      <Toaster />
    </QueryClientProvider>,
  );
  report('ticker:BTCUSDT', tick('61000.1'));
  report('depth:BTCUSDT', { bids, asks });
  report('account', account([resting]));
  await shows('10,000.00');
});

afterEach(() => {
  toast.clear();
  vi.unstubAllGlobals();
});

/** Waits until the panel shows a figure: it shares a cell with its unit, so it cannot be matched alone. */
const shows = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text), patience);
const price = () => page.getByRole('textbox', { name: 'Price (USDT)' });
const amount = () => page.getByRole('textbox', { name: 'Amount (BTC)' });
const labels = { sell: 'Sell', buy: 'Buy', market: /^Market/, limit: /^Limit/ } as const;
/** Chooses a side or a type in the form. */
async function choose(part: 'side' | 'type', value: keyof typeof labels): Promise<void> {
  if (part === 'type') await page.getByRole('button', { name: /^Order type/ }).click();
  await page.getByRole('radio', { name: labels[value], exact: true }).first().click();
}
const button = () => page.getByRole('button', { name: /^Buy BTC/ });

test('fills the last price once and leaves it to the user then', async () => {
  await expect.element(price()).toHaveValue('61,000.1');
  report('ticker:BTCUSDT', tick('61500'));
  await expect.element(page.getByText('61,500.0', { exact: true })).toBeInTheDocument();
  await expect.element(price()).toHaveValue('61,000.1');
});

test('takes the price of a tapped level, and shows where own orders are', async () => {
  await page.getByRole('button', { name: /60,998\.2/ }).click();
  await expect.element(price()).toHaveValue('60,998.2');
  await expect.element(page.getByText('Price set to 60,998.2 USDT')).toBeInTheDocument();
  expect(
    page
      .getByRole('button', { name: /60,998\.2/ })
      .element()
      .hasAttribute('data-mine'),
  ).toBe(true);
  expect(
    page
      .getByRole('button', { name: /60,999\.5/ })
      .element()
      .hasAttribute('data-mine'),
  ).toBe(false);
});

test('groups prices without rendering the rows again', async () => {
  const best = page.getByRole('button', { name: /61,000\.1/ }).element();
  changeSpotChoice({ grouping: 10 });
  await expect.element(page.getByRole('button', { name: '61,001 1.75000' })).toBeInTheDocument();
  expect(page.getByRole('button', { name: '61,001 1.75000' }).element()).toBe(best);
});

test('buys a share of what is available in whole lots', async () => {
  await page.getByRole('slider').fill('50');
  // 5,000 / 61,000.1 is 0.081967…
  await expect.element(amount()).toHaveValue('0.08196');
  await shows('4,999.56');
});

test('says what is wrong with the allowed value, and sends nothing', async () => {
  await amount().fill('1');
  await button().click();
  await expect.element(page.getByText('Not enough USDT. At most 0.16393 BTC.').first()).toBeVisible();
  await price().fill('900000');
  await amount().fill('0.005');
  await expect.element(page.getByText('More than 10 times the last price. At most 610,001.0.').first()).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
});

test('sends one order for two taps, after the confirm step', async () => {
  await amount().fill('0.01');
  await button().click();
  const send = page.getByRole('button', { name: /^Buy 0\.01000 BTC/ });
  await expect.element(page.getByRole('dialog').getByText('610.00 USDT', { exact: true })).toBeVisible();
  await send.dblClick();
  await expect.element(amount()).toHaveValue('');
  expect(sent).toHaveBeenCalledTimes(1);
  expect(sent.mock.calls[0]?.[0]).toEqual({
    type: 'limit',
    pair: 'BTCUSDT',
    side: 'buy',
    price: '61000.1',
    amount: '0.01',
  });
  expect(sent.mock.calls[0]?.[1]).toMatch(/^[\w-]{16,64}$/);
});

test('answers an order with one haptic and one message', async () => {
  // The switch for less motion silences haptics; browsers of tests may ask for it.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  changeSpotChoice({ skipConfirm: true });
  await amount().fill('0.01');
  await button().click();
  await expect.element(page.getByText('Buy order placed')).toBeVisible();
  // The stream reports the same order: that is no second success.
  report('account', account([resting, { ...resting, id: '2' }]));
  expect(vibrate).toHaveBeenCalledTimes(1);
  expect(page.getByText('Buy order placed').elements()).toHaveLength(1);
  vibrate.mockRestore();
});

test('shows a newcomer one hint, until the first choice or order', async () => {
  const hint = page.getByText('Trades at once. To name your own price, choose Limit above.');
  changeSpotChoice(newcomersChoice);
  await expect.element(hint).toBeVisible();
  await choose('type', 'limit');
  await choose('type', 'market');
  await expect.element(hint).not.toBeInTheDocument();
  changeSpotChoice(newcomersChoice);
  await expect.element(hint).toBeVisible();
  await page.getByRole('textbox', { name: 'Total (USDT)' }).fill('100');
  await button().click();
  await page.getByRole('dialog').getByRole('button', { name: /^Buy/ }).click();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1), patience);
  await expect.element(hint).not.toBeInTheDocument();
});

test.each([
  ['side', 'sell', 'buy'],
  ['type', 'market', 'limit'],
] as const)('takes the next order when its %s changed while one was on its way', async (part, other, first) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  placing = promise;
  changeSpotChoice({ skipConfirm: true });
  await amount().fill('0.01');
  await button().click();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1), patience);
  await choose(part, other);
  await choose(part, first);
  // Until there is an answer the form sends nothing, although it shows nothing of the first one any more.
  await button().click();
  resolve();
  await expect.element(page.getByText('Buy order placed')).toBeVisible();
  await expect.element(amount()).toHaveValue('');
  expect(sent).toHaveBeenCalledTimes(1);
  await amount().fill('0.02');
  await button().click();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2), patience);
  expect(sent.mock.calls[1]?.[0]).toMatchObject({ type: 'limit', side: 'buy', amount: '0.02' });
  expect(sent.mock.calls[1]?.[1]).not.toBe(sent.mock.calls[0]?.[1]);
});

test('works a market buy out from the book', async () => {
  changeSpotChoice({ type: 'market' });
  await page.getByRole('textbox', { name: 'Total (USDT)' }).fill('10000');
  // 0.163934… BTC at the best ask, in whole lots.
  await shows('≈ 0.16393');
});

test('locks the button with its reason when the stream is lost', async () => {
  stream.receive({ kind: 'connection', state: 'offline', sinceMs: Date.now(), offsetMs: null, polledAsOfMs: null });
  await expect
    .element(page.getByText(/Orders unlock when live prices are back|Orders need a live price/))
    .toBeVisible();
  await expect.element(button()).toHaveAttribute('aria-disabled', 'true');
});

test('hides what is available while amounts are hidden, and nothing of what is typed', async () => {
  await amount().fill('0.1');
  await shows('6,100.01');
  toggleHiddenAmounts();
  await vi.waitFor(() => expect(document.body.textContent).not.toContain('10,000.00'), patience);
  await shows('6,100.01');
  toggleHiddenAmounts();
  await shows('10,000.00');
});

test('cancels while the stream is blocked, takes no order then, and shows no book that stands still', async () => {
  await expect.element(page.getByText('61,010.0')).toBeVisible();
  playBlockedStream(Date.now());
  await expect.element(page.getByText('The order book needs live data.')).toBeVisible();
  await expect.element(page.getByText('61,010.0')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Cancel BTC/USDT' }).click();
  await expect.element(page.getByText('Order cancelled')).toBeVisible();
  await expect.element(button()).toHaveAttribute('aria-disabled', 'true');
});

test('says that an order is cancelled also when the stream took it away before the answer came', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  cancelling = promise;
  await page.getByRole('button', { name: 'Cancel BTC/USDT' }).click();
  report('account', account());
  await expect.element(page.getByText('No open orders')).toBeVisible();
  resolve();
  await expect.element(page.getByText('Order cancelled')).toBeVisible();
});

test('keeps the open orders as they run, for a start without a network', async () => {
  const kept = () =>
    client
      .getQueryData(ordersQuery({ state: 'current' }).queryKey)
      ?.pages.flatMap(({ list }) => list.map(({ id }) => id));
  await expect.poll(kept).toEqual(['1']);
  report('account', account([resting, { ...resting, id: '2', createdAt: 1 }]));
  await expect.poll(kept).toEqual(['2', '1']);
  report('account', account([]));
  await expect.poll(kept).toEqual([]);
});
