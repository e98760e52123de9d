import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallOutput } from '#protocol/calls.ts';
import { createSimulatedSource } from '#server/practice/simulated-source.ts';
import { edgeForTest, handlersForTest } from '#server/http/testing.ts';
import { listContracts } from '../contracts/listed-contracts.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { goldHours, goldIndex } from './gold-index.ts';
import { createMarketHandlers } from './calls.ts';
import { chartedMarkets, type IndexMarket, startIndexMarket } from './index-market.ts';
import type { Market } from './market.ts';
import { startMarket } from './start-market.ts';
import { pairs } from '../pairs.ts';

const now = Date.UTC(2026, 10, 20, 9, 41, 17);
let database: TestDatabase;
let market: Market;
let gold: IndexMarket;
let edge: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  const source = createSimulatedSource([...pairs, goldIndex], 1, null);
  const deps = { source, clock: () => now, logger: pino({ level: 'silent' }) };
  market = await startMarket({ ...deps, database, pairs });
  gold = await startIndexMarket({ ...deps, index: goldIndex, hours: goldHours('market'), lotsPerMs: () => 0.01 });
  const handlers = createMarketHandlers({
    market,
    charted: chartedMarkets([market, gold.market]),
    indices: [goldIndex],
    contracts: () => listContracts([...pairs, goldIndex]),
    clock: () => now,
    isOpen: (pair) => pair !== 'XRPUSDT',
  });
  // Strict mode checks every answer against its schema.
  edge = edgeForTest({ handlers: handlersForTest(handlers) });
});

afterAll(async () => {
  await edge.close();
  await gold.close();
  await market.close();
  await database.close();
});

async function ask<Name extends `GET common/${string}`>(
  name: Name,
  query: Record<string, string> = {},
): Promise<{ status: number; code: number; data: Name extends keyof Answers ? Answers[Name] : never }> {
  const answer = await edge.inject({ method: 'GET', url: `/api/${name.slice(4)}`, query });
  const body = answer.json<{ code: number; data: never }>();
  return { status: answer.statusCode, code: body.code, data: body.data };
}

interface Answers {
  'GET common/huobiTicket': CallOutput<'GET common/huobiTicket'>;
  'GET common/tradeList': CallOutput<'GET common/tradeList'>;
  'GET common/kline': CallOutput<'GET common/kline'>;
  'GET common/symbolsList': CallOutput<'GET common/symbolsList'>;
  'GET common/new/changerSymbolsList': CallOutput<'GET common/new/changerSymbolsList'>;
}

test('tickers of all pairs', async () => {
  const { code, data } = await ask('GET common/huobiTicket');
  expect(code).toBe(200);
  expect(data.list.map((ticker) => ticker.pair)).toEqual(pairs.map((pair) => pair.id));
  for (const ticker of data.list) expect(ticker.change).toMatch(/^-?\d+\.\d\d$/);
});

test('pairs with their limits, a halted one closed, and every coin', async () => {
  const { data } = await ask('GET common/symbolsList');
  expect(data.list).toHaveLength(pairs.length);
  expect(data.list.filter((pair) => !pair.open).map((pair) => pair.id)).toEqual(['XRPUSDT']);
  expect(data.assets[0]).toEqual({ id: 'USDT', name: 'Tether', decimals: 2 });
  expect(data.assets).toHaveLength(pairs.length + 1);
});

test('candles: the newest by default, pages back in time', async () => {
  const { data } = await ask('GET common/kline', { pair: 'BTCUSDT', interval: '15m' });
  expect(data.list).toHaveLength(300);
  expect(data.more).toBe(true);
  const before = String(data.list[0]?.[0]);
  const older = await ask('GET common/kline', { pair: 'BTCUSDT', interval: '15m', before, size: '7' });
  expect(older.data.list).toHaveLength(7);
  expect(older.data.list.at(-1)?.[0]).toBe((data.list[0]?.[0] ?? 0) - 15 * 60_000);
});

test('no trades yet: an empty list', async () => {
  expect((await ask('GET common/tradeList', { pair: 'BTCUSDT' })).data.list).toEqual([]);
});

test.each(['spot', 'gainers', 'losers', 'volume', 'new'] as const)('board %s', async (board) => {
  const { data } = await ask('GET common/new/changerSymbolsList', { board });
  const changes = data.list.map((row) => Number(row.ticker.change));
  expect(data.list.length).toBeGreaterThan(0);
  for (const row of data.list) expect(row.line).toHaveLength(25);
  if (board === 'spot') expect(data.list).toHaveLength(pairs.length);
  if (board === 'gainers') expect(changes).toEqual(changes.filter((change) => change > 0).toSorted((a, b) => b - a));
  if (board === 'losers') expect(changes).toEqual(changes.filter((change) => change < 0).toSorted((a, b) => a - b));
  if (board === 'new') expect(data.list.map((row) => row.ticker.pair)).toEqual(['SEIUSDT', 'TIAUSDT']);
  if (board === 'volume') {
    const turnovers = data.list.map((row) => Number(row.ticker.turnover));
    expect(turnovers).toEqual(turnovers.toSorted((a, b) => b - a));
  }
});

test('a board is limited to the requested size', async () => {
  expect((await ask('GET common/new/changerSymbolsList', { size: '3' })).data.list).toHaveLength(3);
});

test('unknown pairs are not found', async () => {
  expect((await ask('GET common/kline', { pair: 'NOPEUSDT', interval: '1m' })).code).toBe(404);
  expect((await ask('GET common/tradeList', { pair: 'NOPEUSDT' })).code).toBe(404);
});

test.each<Record<string, string>>([
  { pair: 'BTCUSDT', interval: '2m' },
  { pair: 'BTCUSDT', interval: '1m', size: '1001' },
  { pair: 'BTCUSDT', interval: '1m', size: '0' },
  { pair: 'BTCUSDT', interval: '1m', before: '-1' },
  { pair: 'btcusdt', interval: '1m' },
  { pair: 'BTCUSDT', interval: '1m', extra: '1' },
  { interval: '1m' },
])('bad input %j is refused', async (query) => {
  const { code, status } = await ask('GET common/kline', query);
  expect(code === 200).toBe(false);
  expect(status).toBeLessThan(500);
});

test('the oldest possible page and the longest page still answer', async () => {
  const far = { pair: 'PEPEUSDT', interval: '1M', size: '1000' };
  const all = await ask('GET common/kline', far);
  expect(all.data.more).toBe(false);
  expect(all.data.list.length).toBeGreaterThan(40);
  expect((await ask('GET common/kline', { ...far, before: '0' })).data).toEqual({ list: [], more: false });
  const future = String(Number.MAX_SAFE_INTEGER);
  expect((await ask('GET common/kline', { ...far, before: future })).data).toEqual(all.data);
});

test('contracts and gold have boards of their own, with the tickers of their underlyings', async () => {
  const contracts = (await ask('GET common/new/changerSymbolsList', { board: 'contract' })).data.list;
  expect(contracts[0]).toMatchObject({ contract: { id: 'BTCPERP', name: 'BTC/USDT' }, ticker: { pair: 'BTCUSDT' } });
  const ofGold = (await ask('GET common/new/changerSymbolsList', { board: 'gold' })).data.list;
  expect(ofGold.map(({ contract }) => contract)).toEqual([
    { id: 'XAUPERP', name: 'XAU/USDT' },
    { id: 'XAUMINI', name: 'XAU/USDT Mini' },
  ]);
  expect(ofGold[0]?.line.length).toBeGreaterThan(20);
  const spot = (await ask('GET common/new/changerSymbolsList', { board: 'spot' })).data.list;
  expect(spot.every(({ contract, ticker }) => contract === null && ticker.pair !== 'XAUUSDT')).toBe(true);
});

test('gold has candles, but no trades and is not listed among the pairs', async () => {
  const { data } = await ask('GET common/kline', { pair: 'XAUUSDT', interval: '1d', size: '400' });
  expect(data.list).toHaveLength(400);
  expect(data.list.at(-1)?.[0]).toBe(Date.UTC(2026, 10, 20));
  expect((await ask('GET common/tradeList', { pair: 'XAUUSDT' })).code).toBe(404);
  const symbols = (await ask('GET common/symbolsList')).data;
  expect(symbols.list.map(({ id }) => id)).not.toContain('XAUUSDT');
  expect(symbols.indices).toEqual([
    { id: 'XAUUSDT', base: 'XAU', quote: 'USDT', name: 'Gold', priceDecimals: 2, amountDecimals: 3 },
  ]);
});
