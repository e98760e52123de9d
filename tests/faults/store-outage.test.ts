import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { Order } from '#protocol/spot/entities.ts';
import type { Envelope } from '#protocol/core/envelope.ts';
import { readConfig } from '#server/core/config/config.ts';
import { type Exchange, startExchange } from '#server/main/exchange.ts';
import { createLogger } from '#server/core/log/log.ts';
import { exchangeFaults } from './exchange-faults.ts';
import { runningCluster } from '#server/core/store/embedded/embedded-postgres.ts';
import { findPostmaster } from '#server/core/store/embedded/postmaster.ts';
import { storeTimes } from '#server/core/store/open-store.ts';
import { TestClient } from '#server/stream/testing.ts';
import { clusterProcesses } from './cluster-processes.ts';
import { registerPractice } from './tapping-client.ts';
import { startWatch } from '../pace.ts';
import { holdsWithin } from '../holds-within.ts';

/** Every write is answered within this, whatever the store does. */
const answerMostMs = 5_500;
/** Trading resumes within this after the store's return. */
const tradingMostMs = 10_000;

let folder: string;
let exchange: Exchange;
let token: string;
let socket: TestClient;
let keys = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-outage-'));
  const { users, writer, background, ownership } = storeTimes;
  exchange = await startExchange({
    config: readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, CALLS_PER_MINUTE: '0' }),
    logger: createLogger('silent'),
    appDirectory: null,
    storeTimes: { users, writer, background, ownership: { ...ownership, heartbeatMs: 200, silenceMs: 1_000 } },
  });
  token = await registerPractice(exchange.address);
  socket = new TestClient(`${exchange.address.replace('http', 'ws')}/stream`);
  await socket.opened();
  socket.say({ op: 'auth', token });
  socket.say({ op: 'subscribe', topics: ['account', 'ticker:BTCUSDT', 'health'] });
  await socket.until((client) => client.topicFrames('account')[0]);
});
afterAll(async () => {
  socket.socket.terminate();
  await exchange.close();
  expect(findPostmaster(cluster())).toBeNull();
  await rm(folder, { recursive: true, force: true });
});

const cluster = () => path.join(folder, 'postgres/cluster');

interface Answer {
  readonly status: number;
  readonly code: number;
  readonly data: unknown;
  readonly ms: number;
}

async function call(name: string, body?: object): Promise<Answer> {
  const [method = '', where = ''] = name.split(' ');
  const fromMs = performance.now();
  const response = await fetch(`${exchange.address}/api/${where}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined
        ? {}
        : {
            'content-type': 'application/json',
            'idempotency-key': `of-an-outage-${String((keys += 1)).padStart(8, '0')}`,
          }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { code, data } = (await response.json()) as Envelope;
  return { status: response.status, code, data, ms: performance.now() - fromMs };
}

const placeOrder = () =>
  call('POST currency', { type: 'limit', pair: 'BTCUSDT', side: 'buy', price: '20000', amount: '0.001' });

async function isReady(): Promise<boolean> {
  return (await fetch(`${exchange.address}/readyz`)).status === 200;
}

async function withClient<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const connection = runningCluster(path.join(folder, 'postgres'));
  if (connection === null) throw new Error('the embedded PostgreSQL does not run');
  const client = new Client({ ...connection });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const postmaster = () => findPostmaster(cluster())?.pid ?? 0;

/** What everybody may count on while the store is away. */
async function expectServedFromMemory(): Promise<void> {
  const watch = startWatch();
  const [live, tickers, book, read, write] = await Promise.all([
    fetch(`${exchange.address}/livez`),
    call('GET common/huobiTicket'),
    call('GET common/tradeList?pair=BTCUSDT'),
    call('GET currencyRecord?state=current&size=10'),
    placeOrder(),
  ]);
  expect(live.status).toBe(200);
  expect([tickers.status, book.status]).toEqual([200, 200]);
  const { allowedMs } = watch.stop();
  expect(tickers.ms).toBeLessThan(allowedMs(2_000));
  // What was asked is refused for now, or its outcome is open; never anything else, and never late.
  expect([codes.busyRetry, codes.serverError, codes.success]).toContain(write.code);
  expect([codes.busyRetry, codes.success]).toContain(read.code);
  expect(write.ms).toBeLessThan(allowedMs(answerMostMs));
  expect(read.ms).toBeLessThan(allowedMs(answerMostMs));
}

/** From the return of the store: an order is accepted, and the socket opened before gets it. */
async function expectTradingAgain(): Promise<void> {
  let id = '';
  await holdsWithin('an order is accepted', tradingMostMs, async () => {
    const placed = await placeOrder();
    if (placed.code === codes.success) ({ id } = (placed.data as { order: Order }).order);
    return placed.code === codes.success;
  });
  await holdsWithin('it is ready', tradingMostMs, isReady);
  const isHeard = () => JSON.stringify(socket.topicFrames('account')).includes(`"${id}"`);
  await holdsWithin('the account is on the stream', tradingMostMs, isHeard);
  expect(socket.closeCode).toBeNull();
  const pongs = socket.heard.length;
  socket.say({ op: 'ping', at: 1 });
  await socket.until((client) => client.heard.slice(pongs).find((frame) => 'op' in frame && frame.op === 'pong'));
  expect((await call('POST cancelCurrency', { id })).code).toBe(codes.success);
}

describe('the exchange outlives its PostgreSQL', () => {
  test('whose postmaster is killed', async () => {
    expect((await placeOrder()).code).toBe(codes.success);
    process.kill(postmaster(), 'SIGKILL');
    await holdsWithin('it is not ready', 2_000, async () => !(await isReady()));
    await expectServedFromMemory();
    await holdsWithin('it is started again', 60_000, () => findPostmaster(cluster())?.ready === true);
    await expectTradingAgain();
  });

  test('of which one backend is killed, so that all of it recovers', async () => {
    const backend = await withClient(async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'dunlin writer'`,
      );
      return rows[0]?.pid ?? 0;
    });
    const before = postmaster();
    process.kill(backend, 'SIGKILL');
    await holdsWithin('it is not ready', 2_000, async () => !(await isReady()));
    await expectServedFromMemory();
    await holdsWithin('it has recovered', 60_000, () => findPostmaster(cluster())?.ready === true);
    await expectTradingAgain();
    expect(postmaster()).toBe(before);
  });

  test('that somebody stops', async () => {
    process.kill(postmaster(), 'SIGINT');
    await holdsWithin('it is not ready', 5_000, async () => !(await isReady()));
    await expectServedFromMemory();
    await holdsWithin('it is started again', 60_000, () => findPostmaster(cluster())?.ready === true);
    await expectTradingAgain();
  });

  test('that stands still for some seconds', async () => {
    const stopped = clusterProcesses(cluster());
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    try {
      await holdsWithin('it is not ready', 5_000, async () => !(await isReady()));
      await expectServedFromMemory();
    } finally {
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
    }
    await expectTradingAgain();
  });

  test('and after all of it the books add up', async () => {
    expect(await withClient((client) => exchangeFaults(client))).toEqual([]);
  });
});
