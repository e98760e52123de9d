import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import { handAccounts } from '#server/stream/testing-feeds.ts';
import { createStreamServer } from '#server/stream/stream-server.ts';
import type { TopicSource } from '#server/core/topics/topic-source.ts';
import type { AccountSource } from '#server/core/topics/account-source.ts';
import { tasksDuring } from '../page-tasks.ts';
import type { Row } from './row.ts';

/** How a page bears ticks: the built page on a processor slowed 6 times, with a stream that the bench feeds. */

const throttle = 6;
const usualWarmUpMs = 8_000;
const measuredMs = 30_000;
/** What a user begins to feel. */
const taskMostMs = 50;
const heapMostMb = 1;
const megabyte = 1_024 * 1_024;

/** The exchange's pages and calls at an address whose stream is another one. */
export interface FedExchange {
  readonly address: string;
  close(): Promise<void>;
}

export async function feedExchange(
  exchange: string,
  publicSources: readonly TopicSource[],
  accountSource: AccountSource = handAccounts(),
): Promise<FedExchange> {
  const stream = createStreamServer({
    publicSources,
    accountSource,
    sessions: {
      lookUp: () => Promise.resolve({ userId: 1n, sessionId: 1n }),
      onRevoked: () => () => undefined,
    },
    clock: Date.now,
    log: { warn: () => undefined, error: () => undefined },
  });
  const front = createFront(exchange);
  stream.attach(front);
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  return {
    address: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    async close() {
      await stream.close();
      front.closeAllConnections();
      front.close();
    },
  };
}

function createFront(exchange: string): Server {
  return createServer((asked, answer) => {
    const options = { method: asked.method, headers: asked.headers };
    const onward = request(new URL(asked.url ?? '/', exchange), options, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
}

/** What an account of the exchange is known by. */
export interface User {
  readonly token: string;
  readonly id: string;
}

/** Registers a practice account. */
export async function practiceUser(exchange: string): Promise<User> {
  const answer = await fetch(`${exchange}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"kind":"practice"}',
  });
  const { data } = (await answer.json()) as { data: { token: string; profile: { id: string } } };
  return { token: data.token, id: data.profile.id };
}

/** Opens a screen of the built page, signed in, with things that the device remembers. */
export async function openSignedIn(
  browser: Browser,
  address: string,
  { token, id }: User,
  hash: string,
  stored: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${address}/icons/icon.svg`);
  await page.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    { token, 'dunlin.account': id, ...stored },
  );
  await page.goto(`${address}/${hash}`);
  return page;
}

/** What moves while a page is measured. */
export interface Motion {
  /** What is offered, as in `changes of price offered`. */
  readonly what: string;
  /** Moves things at the rate until it is stopped; returns how many moved. */
  move(ended: AbortSignal): Promise<number>;
  /** How long until the browser has compiled what runs with each tick; a screen with more on it takes longer. */
  readonly warmUpMs?: number;
  /** A figure on the screen that moves with them. */
  figure(): Promise<string | null>;
}

/**
 * Measures a page for 30 seconds that nobody touches, so that ticks cause what runs: its longest task, how busy it is
 * and what its heap has grown by.
 *
 * @throws Error when the figure on the screen did not move
 */
export async function measureUnderTicks(browser: Browser, page: Page, motion: Motion): Promise<Row[]> {
  const { warmUpMs = usualWarmUpMs } = motion;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const ending = new AbortController();
  const moving = motion.move(ending.signal);
  await sleep(warmUpMs);
  const seen = await motion.figure();
  const heapBefore = await heapBytes(session);
  const startedAt = performance.now();
  const tasks = await tasksDuring(browser, page, () => sleep(measuredMs));
  const seconds = (performance.now() - startedAt) / 1_000;
  const heapAfter = await heapBytes(session);
  if ((await motion.figure()) === seen) throw new Error('the prices on the screen did not move');
  ending.abort();
  const moved = await moving;
  return [
    { what: motion.what, value: moved / (seconds + warmUpMs / 1_000), unit: 'per second' },
    { what: 'longest task, CPU', value: Math.max(...tasks), unit: 'ms', most: taskMostMs },
    { what: `tasks over ${taskMostMs} ms`, value: tasks.filter((ms) => ms > taskMostMs).length, unit: '', most: 0 },
    { what: 'main thread busy', value: tasks.reduce((sum, ms) => sum + ms, 0) / (seconds * 10), unit: '%' },
    { what: 'heap growth', value: (heapAfter - heapBefore) / megabyte, unit: 'MB', most: heapMostMb },
  ];
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
