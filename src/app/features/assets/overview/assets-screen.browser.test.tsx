import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { codes } from '#protocol/core/codes.ts';
import { amountsHidden, toggleHiddenAmounts } from '#app/platform/format/hidden-amounts.ts';
import { createAppQueryClient } from '#app/platform/storage/query-client.ts';
import { signIn } from '#app/platform/session/sign-in.ts';
import { wipeDevice } from '#app/platform/storage/wipe.ts';
import { renderPart } from '#app/ui/testing-text.tsx';
import { Toaster } from '#app/ui/overlays/Toaster.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { AssetsScreen } from './assets-screen.tsx';
import { openCharts } from './charts-open.ts';
import { hideSmall } from './small-balances.ts';

const at = Date.parse('2026-07-01T00:00:00Z');
const dayMs = 24 * 3_600_000;
const nextAt = Date.now() + dayMs;

const balances = [
  { wallet: 'spot', asset: 'USDT', available: '9000.5', frozen: '999.5', locked: '0', valuation: '10000.00' },
  { wallet: 'spot', asset: 'BTC', available: '0.1', frozen: '0', locked: '0', valuation: '6000.00' },
  { wallet: 'spot', asset: 'DOGE', available: '2', frozen: '0', locked: '0', valuation: '0.40' },
];

function ticker(pair: string, last: string) {
  return { pair, last, open: last, high: last, low: last, volume: '1', turnover: '1', change: '0.00', at };
}

/** What the exchange answers, by the end of the path. */
function answers(): Record<string, unknown> {
  return {
    'web/config': { pcUrl: null, mode: 'practice', features: ['wallet'], now: at },
    wallet: { total: '16000.40', totalYesterday: '15000.00', flowsToday: '0.00', wallets: [], balances, at },
    'wallet/costs': {
      list: [
        { asset: 'BTC', amount: '0.1', cost: '5000.00000000' },
        { asset: 'DOGE', amount: '2', cost: null },
      ],
      complete: true,
      at,
    },
    'common/huobiTicket': { list: [ticker('BTCUSDT', '61234.5'), ticker('DOGEUSDT', '0.2')] },
    'common/platformRate': { list: [{ currency: 'USD', symbol: '$', rate: '1' }], at },
    'common/symbolsList': {
      list: [],
      assets: [
        { id: 'USDT', name: 'Tether', decimals: 2 },
        { id: 'BTC', name: 'Bitcoin', decimals: 8 },
        { id: 'DOGE', name: 'Dogecoin', decimals: 2 },
      ],
    },
  };
}

let given = answers();
let recharges: { readonly asset: string; readonly key: string | null }[] = [];
let refuseNext = false;
/** Each test is another user, so that no wait of an earlier one counts. */
let account = 100_007;

function exchange(url: string, init: RequestInit): Response {
  const path = Object.keys(given).find((each) => url.endsWith(each));
  if (url.endsWith('recharge')) {
    const { asset } = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as { asset: string };
    recharges.push({ asset, key: new Headers(init.headers).get('idempotency-key') });
    if (refuseNext)
      return Response.json({ code: codes.verificationTooOften, msg: '', type: 'error', data: { nextAt } });
    return Response.json({ code: codes.success, msg: '', type: 'ok', data: { asset, amount: '10000', nextAt } });
  }
  if (path === undefined) return Response.json({ code: 404, msg: '', type: 'error', data: null }, { status: 404 });
  return Response.json({ code: codes.success, msg: '', type: 'ok', data: given[path] });
}

async function renderAssets(): Promise<void> {
  const client = createAppQueryClient(() => undefined);
  await renderPart(
    <QueryClientProvider client={client}>
      <AssetsScreen />
      <Toaster />
    </QueryClientProvider>,
  );
}

const total = () => page.getByRole('region', { name: 'Total balance' });

async function unfoldCharts(): Promise<void> {
  await page.getByRole('button', { name: /^Charts/ }).click();
  await expect.element(page.getByRole('list', { name: 'Allocation' })).toBeVisible();
}

async function openPracticeCoins(): Promise<void> {
  await renderAssets();
  await page.getByRole('button', { name: 'Practice coins' }).click();
  await expect.element(page.getByRole('button', { name: 'Get USDT' })).toBeVisible();
}

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  if (amountsHidden.get()) toggleHiddenAmounts();
  hideSmall(false);
  openCharts(false);
  toast.clear();
  given = answers();
  recharges = [];
  refuseNext = false;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => Promise.resolve(exchange(url, init)));
  account += 1;
  signIn('token', String(account));
});

afterEach(() => vi.unstubAllGlobals());

describe('Assets', () => {
  test('values what is held exactly at the last prices', async () => {
    await renderAssets();
    // 10,000 + 0.1 × 61,234.5 + 2 × 0.2
    await expect.element(total().getByText('16,123.85', { exact: true })).toBeVisible();
    await expect.element(page.getByText('+1,123.85 (+7.49%) today')).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: /BTC/ }))
      .toHaveTextContent('BTC 0.10000000Cost 50,000.00 each6,123.45+1,123.45 (+22.46%)');
    await unfoldCharts();
    await expect.element(page.getByRole('list', { name: 'Allocation' })).toHaveTextContent('USDT62.0%BTC37.9%DOGE0.0%');
  });

  test('counts neither deposits nor withdrawals as profit, today and over time', async () => {
    const history = [
      { at: at - 2 * dayMs, total: '500.00', flows: '0.00' },
      { at: at - dayMs, total: '10500.00', flows: '10000.00' },
      { at, total: '10605.00', flows: '9900.00' },
    ];
    given['wallet'] = { ...(given['wallet'] as object), flowsToday: '1000.00' };
    given['wallet?history=30'] = { ...(given['wallet'] as object), history };
    given['wallet?history=7'] = {
      ...(given['wallet'] as object),
      history: history.slice(0, 1).concat(history[0] ?? []),
    };
    await renderAssets();
    // 16,123.85 − 15,000 − 1,000, of 16,000
    await expect.element(page.getByText('+123.85 (+0.77%) today')).toBeVisible();
    await unfoldCharts();
    const card = page.getByRole('region', { name: 'Value over time' });
    await expect.element(card).toMatchTextContent(/\+205\.00 \(\+1\.97%\) since/);
    await expect.element(card).toMatchTextContent(/Deposits less withdrawals: \+9,900\.00 USDT, not counted as profit/);
    await card.getByRole('radio', { name: '7 days' }).click();
    await expect.element(card).toMatchTextContent(/Deposits and withdrawals do not count as profit or loss\./);
  });

  test('hides every amount behind dots of one width, keeps the shares, and remembers it', async () => {
    await renderAssets();
    await unfoldCharts();
    await expect.element(total().getByText('16,123.85', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await expect.element(page.getByRole('button', { name: 'Show amounts' })).toBeVisible();
    const main = document.querySelector('main')?.textContent ?? '';
    for (const amount of ['16,123.85', '10,000', '6,123.45', '0.1000', 'today']) expect(main).not.toContain(amount);
    expect(main).toContain('62.0%');
    const rows = [...document.querySelectorAll('section[aria-label="Coins"] button')];
    const widths = rows.map((row) => row.querySelector('[aria-hidden]:not(svg, img)')?.getBoundingClientRect().width);
    expect(rows).toHaveLength(3);
    expect(new Set(widths).size).toBe(1);
    expect(localStorage.getItem('dunlin.hide')).toBe('1');
  });

  test('leaves small balances out while the switch is on', async () => {
    await renderAssets();
    await expect.element(page.getByRole('button', { name: /DOGE/ })).toBeVisible();
    await page.getByRole('switch', { name: 'Hide balances under 1 USDT' }).click();
    await expect.element(page.getByRole('button', { name: /DOGE/ })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: /BTC/ })).toBeVisible();
    expect(localStorage.getItem('dunlin.hideSmall')).toBe('1');
  });

  test('keeps the charts folded until they are wanted, and remembers it', async () => {
    await renderAssets();
    const charts = page.getByRole('button', { name: /^Charts/ });
    await expect.element(charts).toHaveAttribute('aria-expanded', 'false');
    await expect.element(page.getByRole('region', { name: 'Value over time' })).not.toBeInTheDocument();
    await unfoldCharts();
    expect(localStorage.getItem('dunlin.assetCharts')).toBe('1');
    await charts.click();
    await expect.element(page.getByRole('region', { name: 'Value over time' })).not.toBeInTheDocument();
    expect(localStorage.getItem('dunlin.assetCharts')).toBe('0');
  });

  test('lists all seven wallets, and links those that can be opened', async () => {
    given['wallet'] = {
      ...(given['wallet'] as object),
      balances: [
        ...balances,
        { wallet: 'fiat', asset: 'USDT', available: '5', frozen: '0', locked: '0', valuation: '5.00' },
      ],
    };
    await renderAssets();
    const wallets = page.getByRole('list', { name: 'Wallets' });
    await expect
      .element(wallets)
      .toHaveTextContent('Spot16,123.85Contracts0.00Fiat5.00Gold0.00Options0.00Mining0.00Quant0.00Transfer');
    await expect
      .element(wallets.getByRole('link', { name: /^Gold/ }))
      .toHaveAttribute('href', '#/pages/assets/tradeAccount?wallet=gold');
    await expect.element(wallets.getByRole('link', { name: /^Fiat/ })).toBeVisible();
    await expect.element(wallets.getByRole('link', { name: /^Mining/ })).toBeVisible();
    await expect.element(wallets.getByRole('link', { name: /^Quant/ })).toBeVisible();
  });

  test('shows what coins cost and what they gained, and why where that is not known', async () => {
    await renderAssets();
    await expect.element(page.getByText('+1,123.45 unrealised')).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: /^USDT/ }))
      .toHaveTextContent('USDT 10,000.00No cost basis10,000.00–');
    await expect.element(page.getByRole('button', { name: /^DOGE/ })).toHaveTextContent('DOGE 2.00Cost unknown0.40–');
    await page.getByRole('button', { name: /^DOGE/ }).click();
    const sheet = page.getByRole('dialog', { name: /DOGE/ });
    await expect.element(sheet.getByText(/part of this coin arrived when it had no price here/)).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^BTC/ }).click();
    const btc = page.getByRole('dialog', { name: /BTC/ });
    await expect.element(btc).toMatchTextContent(/Average cost \(USDT\)50,000\.00Cost \(USDT\)5,000\.00/);
    await btc.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Average cost' }).click();
    await expect.element(page.getByRole('dialog', { name: 'How cost and profit are counted' })).toBeVisible();
  });

  test('hides costs and profit with the amounts', async () => {
    await renderAssets();
    await expect.element(page.getByText('+1,123.45 unrealised')).toBeVisible();
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await expect.element(page.getByText('+1,123.45 unrealised')).not.toBeInTheDocument();
    const main = document.querySelector('main')?.textContent ?? '';
    for (const amount of ['50,000', '1,123.45', '22.46']) expect(main).not.toContain(amount);
  });

  test('folds the coins of least value into one row, which opens to all', async () => {
    const coins = ['ETH', 'SOL', 'XRP', 'ADA', 'TRX', 'LINK'];
    const others = coins.map((asset, place) => ({
      wallet: 'spot',
      asset,
      available: String(10 - place),
      frozen: '0',
      locked: '0',
      valuation: `${100 - 10 * place}.00`,
    }));
    given['wallet'] = { ...(given['wallet'] as object), balances: [...balances, ...others] };
    given['common/huobiTicket'] = {
      list: [
        ticker('BTCUSDT', '61234.5'),
        ticker('DOGEUSDT', '0.2'),
        ...coins.map((coin) => ticker(`${coin}USDT`, '10')),
      ],
    };
    await renderAssets();
    const rest = page.getByRole('button', { name: /^TRX, LINK, DOGE/ });
    await expect.element(rest).toHaveTextContent('TRX, LINK, DOGE110.40');
    await rest.click();
    await expect.element(page.getByRole('button', { name: /^LINK/ })).toBeVisible();
    await expect.element(rest).not.toBeInTheDocument();
  });

  test('offers practice coins to a user who has none', async () => {
    given['wallet'] = { total: '0.00', totalYesterday: null, flowsToday: null, wallets: [], balances: [], at };
    await renderAssets();
    await page.getByRole('button', { name: 'Get practice coins' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Practice coins' })).toBeVisible();
  });
});

describe('Practice coins', () => {
  test('are received once: the amount is shown, and when the coin is available again', async () => {
    await openPracticeCoins();
    await page.getByRole('button', { name: 'Get USDT' }).click();
    await expect.element(page.getByText('10,000 USDT added')).toBeVisible();
    await expect.element(page.getByText(/^Received\. More from /)).toBeVisible();
    const button = page.getByRole('button', { name: 'Get USDT' });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    (button.element() as HTMLElement).click();
    expect(recharges).toHaveLength(1);
    expect(recharges[0]?.key).toMatch(/^[\w-]{16,64}$/);
    await expect.element(page.getByRole('button', { name: 'Get BTC' })).not.toHaveAttribute('aria-disabled');
  });

  test('that were taken elsewhere say so, with the time of the refusal', async () => {
    refuseNext = true;
    await openPracticeCoins();
    await page.getByRole('button', { name: 'Get BTC' }).click();
    await expect.element(page.getByText('BTC was already received')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Get BTC' })).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByText(/^Received\. More from /)).toBeVisible();
  });
});
