import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import { codes } from '#protocol/core/codes.ts';
import { readConfig } from '#server/core/config/config.ts';
import { type Exchange, startExchange } from '#server/main/exchange.ts';
import { createLogger } from '#server/core/log/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { TestClient } from '#server/stream/testing.ts';
import { type PostgresProxy, startPostgresProxy } from './proxy/postgres-proxy.ts';
import { registerPractice } from './tapping-client.ts';

/** A commit with a lost answer changed an account, without later requests: the open stream gets the change. */

let folder: string;
let store: EmbeddedPostgres;
let proxy: PostgresProxy;
let exchange: Exchange;
let token: string;
let socket: TestClient;
let keys = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-doubt-'));
  store = await startEmbeddedPostgres(path.join(folder, 'postgres'));
  const { host, port, user, password, database } = store.connection;
  proxy = await startPostgresProxy({ host, port });
  const behind = new URL(`postgres://${proxy.host}:${proxy.port}/${database}`);
  behind.username = user;
  behind.password = password;
  exchange = await startExchange({
    config: readConfig({ PORT: '0', HOST: '127.0.0.1', DATABASE_URL: behind.href, DATA_DIR: folder, MAKERS: 'off' }),
    logger: createLogger('silent'),
    appDirectory: null,
  });
  token = await registerPractice(exchange.address);
  socket = new TestClient(`${exchange.address.replace('http', 'ws')}/stream`);
  await socket.opened();
  socket.say({ op: 'auth', token });
  socket.say({ op: 'subscribe', topics: ['account'] });
  await socket.until((client) => client.topicFrames('account')[0]);
});

afterAll(async () => {
  socket.socket.terminate();
  await exchange.close();
  await proxy.close();
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

async function post(call: string, body: object): Promise<number> {
  keys += 1;
  const response = await fetch(`${exchange.address}/api/${call}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `of-a-doubt-${String(keys).padStart(8, '0')}`,
    },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { code: number }).code;
}

/** Waits for a frame of the account that says something, among those that came since a moment. */
async function heardSince(frames: number, words: string): Promise<void> {
  const end = performance.now() + 15_000;
  while (!JSON.stringify(socket.topicFrames('account').slice(frames)).includes(words)) {
    if (performance.now() > end) throw new Error(`the stream did not say ${words}`);
    await sleep(50);
  }
}

test('an order that was stored without an answer is on the stream', async () => {
  const frames = socket.topicFrames('account').length;
  const fault = proxy.arm({ at: 'committed', action: 'cut', application: 'dunlin writer' });
  const code = await post('currency', { type: 'limit', pair: 'BTCUSDT', side: 'buy', price: '20001', amount: '0.001' });
  await fault.fired;
  // Asked again within the exchange, under its key: it is known to be done.
  expect(code).toBe(codes.success);
  await heardSince(frames, '"price":"20001"');
});

test('and so is a cancelled one, which is never retried', async () => {
  const { id } = socket
    .topicFrames('account')
    .flatMap(({ data }) => (data as AccountUpdate).orders)
    .findLast(({ price }) => price === '20001') ?? { id: '' };
  const frames = socket.topicFrames('account').length;
  const fault = proxy.arm({ at: 'committed', action: 'cut', application: 'dunlin writer' });
  expect([codes.success, codes.serverError, codes.notFound]).toContain(await post('cancelCurrency', { id }));
  await fault.fired;
  // The snapshot no longer has it.
  await heardSince(frames, '"is":"snapshot"');
  const last = socket.topicFrames('account').findLast((frame) => frame.is === 'snapshot');
  expect(JSON.stringify(last)).not.toContain(`"${id}"`);
});

test('and a transfer, whose transaction has no fence', async () => {
  const frames = socket.topicFrames('account').length;
  const fault = proxy.arm({ at: 'committed', action: 'cut', application: 'dunlin users' });
  const code = await post('transfer', { asset: 'USDT', from: 'spot', to: 'contract', amount: '12.5' });
  await fault.fired;
  expect(code).toBe(codes.serverError);
  await heardSince(frames, '"available":"12.5"');
});
