import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestClient } from '#server/stream/testing.ts';
import type { GreedyOrder } from './greedy-user.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { ask, registerPractice } from './tapping-client.ts';
import { startWatch } from '../pace.ts';

/** How much one user at ten times their limits delays the others (p99). */
const factorMost = 2;
/** What two busy processors alone do to a p99 of a few milliseconds. */
const noiseMs = 25;
const windowMs = 1_500;
const windowsOfEach = 5;
const settleMs = 300;
const users = 20;
const streams = 5;

/** Fault tests run without limits; these are the defaults. */
const shippedLimits = { CALLS_PER_MINUTE: '6000', ADDRESS_LIMIT_FACTOR: '1' };

let folder: string;
let exchange: ServerProcess;
/** Those who are measured: enough that each stays within their own budget. */
let tokens: string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-greedy-'));
  exchange = await startServer(folder, shippedLimits);
  tokens = [];
  for (let nth = 0; nth < users; nth += 1) tokens.push(await registerPractice(exchange.address));
});
afterAll(async () => {
  await exchange?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Waiting times in milliseconds at p99: for an answer to a call, and for an account snapshot. */
interface Waits {
  readonly call: number;
  readonly snapshot: number;
}

const p99 = (took: number[]) => took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.99) - 1] ?? 0;

/** A bystander's open stream. */
async function openStream(token: string): Promise<TestClient> {
  const client = new TestClient(`${exchange.address.replace('http', 'ws')}/stream`);
  await client.opened();
  client.say({ op: 'auth', token });
  // With prices on the screen the stream ticks all the time, and a snapshot waits for its tick either way.
  client.say({ op: 'subscribe', topics: ['account', 'tickers', 'depth:BTCUSDT', 'depth:ETHUSDT'] });
  await client.until((c) => snapshots(c) === 1);
  return client;
}

const snapshots = (client: TestClient) => client.topicFrames('account').filter(({ is }) => is === 'snapshot').length;

/** Others, who read their wallets and ask for their accounts again, one thing after the other. */
async function bystanders(): Promise<{ measure(forMs: number): Promise<Waits>; close(): void }> {
  const clients: TestClient[] = [];
  for (const token of tokens.slice(0, streams)) clients.push(await openStream(token));
  return {
    async measure(forMs) {
      const calls: number[] = [];
      const resyncs: number[] = [];
      const endsAtMs = performance.now() + forMs;
      while (performance.now() < endsAtMs) {
        for (let time = 0; time < 4; time += 1) {
          const askedAtMs = performance.now();
          await ask(`${exchange.address}/api/wallet`, { token: tokens[calls.length % tokens.length] ?? '' });
          calls.push(performance.now() - askedAtMs);
          await sleep(10);
        }
        const client = clients[resyncs.length % clients.length] as TestClient;
        client.heard.length = 0;
        const askedAtMs = performance.now();
        client.say({ op: 'resync', topic: 'account' });
        await client.until((c) => snapshots(c) > 0, 20_000);
        resyncs.push(performance.now() - askedAtMs);
      }
      return { call: p99(calls), snapshot: p99(resyncs) };
    },
    close: () => clients.forEach((client) => client.socket.terminate()),
  };
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const mediansOf = (windows: readonly Waits[]): Waits => ({
  call: medianOf(windows.map(({ call }) => call)),
  snapshot: medianOf(windows.map(({ snapshot }) => snapshot)),
});

/** Compares the bystander's p99 without and with the greedy user, in turns within one run: the medians of the windows. */
async function assertFair(way: GreedyOrder['way'], paths: readonly string[] = []): Promise<void> {
  const order: GreedyOrder = { address: exchange.address, token: await registerPractice(exchange.address), way, paths };
  const greedy = new Worker(new URL('./greedy-user.ts', import.meta.url), { workerData: order });
  const other = await bystanders();
  const watch = startWatch();
  const alone: Waits[] = [];
  const beside: Waits[] = [];
  try {
    await other.measure(windowMs);
    for (let turn = 0; turn < windowsOfEach; turn += 1) {
      alone.push(await other.measure(windowMs));
      greedy.postMessage(true);
      await sleep(settleMs);
      beside.push(await other.measure(windowMs));
      const quiet = once(greedy, 'message');
      greedy.postMessage(false);
      await quiet;
    }
  } finally {
    other.close();
    await greedy.terminate();
  }
  const { allowedMs } = watch.stop();
  const figures = { alone: mediansOf(alone), beside: mediansOf(beside) };
  process.stdout.write(`p99 of a bystander in ms, ${way}: ${JSON.stringify(figures)}\n`);
  for (const what of ['call', 'snapshot'] as const) {
    expect(figures.beside[what], what).toBeLessThan(factorMost * figures.alone[what] + allowedMs(noiseMs));
  }
}

test('200 sockets of one user that ask for the account all the time at most double the others’ p99', async () => {
  await assertFair('stream');
});

test('one user with 200 calls under way at most doubles the others’ p99', async () => {
  await assertFair('calls', [
    'cashflow?size=100&kind=fee',
    'wallet?history=90',
    'currencyRecord?state=history&size=100',
  ]);
});
