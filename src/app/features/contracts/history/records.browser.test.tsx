import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ContractClosing } from '#protocol/contracts/entities.ts';
import { renderPart } from '#app/ui/testing-text.tsx';
import { recordsQuery } from '../queries.ts';
import { Records } from './record-screen.tsx';

const closing = (id: string): ContractClosing => ({
  id,
  position: '7',
  contract: 'BTCPERP',
  side: 'long',
  lots: 10,
  openPrice: '60000.0',
  closePrice: '60100.0',
  profit: '1',
  fee: '0.3',
  openFee: '0.3',
  overnightFee: '0.1',
  insurance: '0',
  net: '0.3',
  reason: 'manual',
  at: 0,
});

/** Which page is asked for, and whether the network answers it. */
let online = true;

function answer(url: string): Response {
  const isNext = url.includes('cursor');
  if (isNext && !online) throw new TypeError('Failed to fetch');
  const data = { orders: [], positions: [], closings: [closing(isNext ? '1' : '2')], next: isNext ? null : '2' };
  return Response.json({ code: 200, data, msg: 'success', type: 'ok' });
}

function Closings() {
  return <Records show="closings" records={useInfiniteQuery(recordsQuery('closings'))} contracts={[]} />;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('records whose next page did not come can be asked for again', async () => {
  online = false;
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(url).then(answer));
  await renderPart(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Closings />
    </QueryClientProvider>,
  );
  const more = page.getByRole('button', { name: 'Show more' });
  await expect.element(more).toBeVisible();
  expect(page.getByRole('article').elements()).toHaveLength(1);
  online = true;
  await more.click();
  await expect.poll(() => page.getByRole('article').elements()).toHaveLength(2);
  await expect.element(more).not.toBeInTheDocument();
});

test('a closing tells its profit after all fees in the list, and its parts on a tap', async () => {
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(url).then(answer));
  await renderPart(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Closings />
    </QueryClientProvider>,
  );
  // 1 by the price, less 0.3 each for opening and closing and 0.1 for a night.
  const row = page.getByRole('article').first();
  await expect.element(row.getByText('+0.30', { exact: true })).toBeVisible();
  await row.getByRole('button').click();
  const sheet = page.getByRole('dialog');
  for (const part of ['+1 USDT', '−0.1 USDT', '+0.3 USDT'])
    await expect.element(sheet.getByText(part, { exact: true })).toBeVisible();
  expect(sheet.getByText('−0.3 USDT', { exact: true }).elements()).toHaveLength(2);
});
