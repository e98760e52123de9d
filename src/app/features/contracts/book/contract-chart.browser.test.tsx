import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Candle } from '#protocol/market-data/entities/market.ts';
import { session } from '#app/platform/session/session.ts';
import { playHub, report } from '#app/platform/stream/testing-hub.ts';
import { renderPart } from '#app/ui/testing-text.tsx';
import { changeChoice, defaultChoice } from '#app/features/chart/chart-choice.ts';
import { ContractChart } from './contract-chart.tsx';
import { listedContract } from '#protocol/contracts/examples.ts';

const quarterMs = 15 * 60_000;
const runningMs = Math.floor(Date.now() / quarterMs) * quarterMs;
const candle = (back: number, close: string): Candle => [runningMs - back * quarterMs, close, close, close, close, '1'];
/** What was asked of the exchange. */
const asked: string[] = [];

beforeEach(async () => {
  asked.length = 0;
  changeChoice(defaultChoice);
  // No user: one left signed in by another test would be asked for own trades.
  session.set(null);
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const last = url.includes('pair=BTCPERP') ? '61000.0' : '50000.0';
    const data = { list: [3, 2, 1, 0].map((back) => candle(back, last)), more: false, features: [] };
    return Promise.resolve(Response.json({ code: 200, data, msg: 'success', type: 'ok' }));
  });
  playHub();
  await renderPart(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ContractChart contract={listedContract} />
    </QueryClientProvider>,
  );
});

afterEach(() => vi.unstubAllGlobals());

/** The running candle as the chart reads it to the keyboard. */
async function reading(): Promise<string> {
  const chart = page.getByTestId('kline');
  (chart.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
  await new Promise((resolve) => setTimeout(resolve, 500));
  return chart.element().querySelector('[role=status]')?.textContent ?? '';
}

test('the chart of a contract is made of its own trades and moves with them, not with those of the pair', async () => {
  await expect.element(page.getByTestId('kline')).toHaveAttribute('data-state', 'ready');
  await expect
    .element(page.getByRole('link', { name: 'Larger chart' }))
    .toHaveAttribute('href', '#/pages/market/kline?pair=BTCPERP');
  expect(await reading()).toContain('close 61,000.0');
  report('kline:BTCPERP:15m', candle(0, '61234.5'));
  report('kline:BTCUSDT:15m', candle(0, '50001.0'));
  expect(await reading()).toContain('close 61,234.5');
  expect(asked.filter((url) => url.includes('kline') && !url.includes('pair=BTCPERP'))).toEqual([]);
});
