import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Topic } from '../../../contract/channels.ts';
import type { ListedContract } from '../../../contract/entities/contract.ts';
import type { Candle } from '../../../contract/entities/market.ts';
import type { TopicUpdate } from '../../../hub/protocol.ts';
import { HubLink } from '../../platform/stream/hub-link.ts';
import { stream } from '../../platform/stream/stream.ts';
import { renderPart } from '../../ui/testing-words.tsx';
import { changeChoice, defaultChoice } from '../chart/chart-choice.ts';
import { ContractChart } from './contract-chart.tsx';

const contract: ListedContract = {
  id: 'BTCPERP',
  name: 'BTC/USDT',
  pair: 'BTCUSDT',
  base: 'BTC',
  wallet: 'contract',
  tickSize: '0.1',
  priceDecimals: 1,
  lotSize: '0.001',
  minLots: 1,
  maxLots: 200_000,
  leverages: [1, 20],
  tiers: [{ costMost: null, maintenanceRate: '0.06', leverageMost: 20 }],
  openFeeRate: '0.0005',
  closeFeeRate: '0.0005',
  overnightFeeRate: '0.0003',
  premiumBound: '0.005',
  hours: null,
};

const quarterMs = 15 * 60_000;
const runningMs = Math.floor(Date.now() / quarterMs) * quarterMs;
const candle = (back: number, close: string): Candle => [runningMs - back * quarterMs, close, close, close, close, '1'];
/** What was asked of the exchange. */
const asked: string[] = [];
let generation: () => number = () => 0;
let sequence = 0;

beforeEach(async () => {
  asked.length = 0;
  changeChoice(defaultChoice);
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const last = url.includes('pair=BTCPERP') ? '61000.0' : '50000.0';
    const data = { list: [3, 2, 1, 0].map((back) => candle(back, last)), more: false, features: [] };
    return Promise.resolve(Response.json({ code: 200, data, msg: 'success', type: 'ok' }));
  });
  const link = new HubLink({
    transports: [() => () => ({ send: () => undefined, close: () => undefined })],
    tab: 'tab',
    url: 'ws://exchange/stream',
    now: Date.now,
    visible: () => true,
    token: () => null,
    topics: stream.topics,
    heard: (message) => stream.hear(message),
    lost: () => undefined,
  });
  stream.attach(link);
  generation = () => link.generation;
  stream.hear({ kind: 'connection', state: 'online', sinceMs: Date.now(), offsetMs: 0 });
  await renderPart(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ContractChart contract={contract} />
    </QueryClientProvider>,
  );
});

afterEach(() => vi.unstubAllGlobals());

function tell(topic: Topic, data: Candle): void {
  sequence += 1;
  const update = { topic, is: 'snapshot', seq: sequence, data } as unknown as TopicUpdate;
  stream.hear({ kind: 'updates', generation: generation(), updates: [update] });
}

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
  tell('kline:BTCPERP:15m', candle(0, '61234.5'));
  tell('kline:BTCUSDT:15m', candle(0, '50001.0'));
  expect(await reading()).toContain('close 61,234.5');
  expect(asked.filter((url) => url.includes('kline') && !url.includes('pair=BTCPERP'))).toEqual([]);
});
