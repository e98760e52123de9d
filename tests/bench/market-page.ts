import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import type { CallOutput } from '../../src/contract/calls.ts';
import type { Ticker } from '../../src/contract/entities/market.ts';
import { createStreamServer } from '../../src/server/stream/stream-server.ts';
import { handAccounts } from '../../src/server/stream/stream-testing.ts';
import type { PublicSource } from '../../src/server/stream/topic-source.ts';
import { openChromium, startBuiltExchange } from '../built-exchange.ts';
import type { Row } from './row.ts';

export const name = 'market-page';

const ticksPerSecond = 2_000;
const moveEveryMs = 20;
const throttle = 6;
const warmUpMs = 8_000;
const measuredMs = 30_000;
/** What a person begins to feel. */
const taskMostMs = 50;
const heapMostMb = 1;
const megabyte = 1_024 * 1_024;

/**
 * The built market screen for 30 seconds under 2,000 changes of price a second, with the processor slowed 6 times:
 * the longest task of the page and what its heap has grown by. Nobody touches it, so ticks cause what runs.
 */
export async function run(): Promise<Row[]> {
  const exchange = await startBuiltExchange();
  const feed = await movingTickers(exchange.address);
  const stream = createStreamServer({
    publicSources: feed.sources,
    accountSource: handAccounts(),
    sessions: {
      lookUp: () => Promise.resolve({ userId: 1n, sessionId: 1n }),
      onRevoked: () => () => undefined,
    },
    clock: Date.now,
    log: { warn: () => undefined, error: () => undefined },
  });
  const front = createFront(exchange.address);
  stream.attach(front);
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const browser = await openChromium();
  try {
    const address = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    return await measure(browser, address, feed);
  } finally {
    await browser.close();
    await stream.close();
    front.closeAllConnections();
    front.close();
    await exchange.close();
  }
}

/** The exchange's pages and calls on a port whose stream is another one. */
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

interface Feed {
  readonly sources: readonly PublicSource[];
  /** Moves prices at the rate until told to stop; returns how many moved. */
  move(ended: AbortSignal): Promise<number>;
}

/** The exchange's own pairs with prices that go up and down. */
async function movingTickers(exchange: string): Promise<Feed> {
  const answer = await fetch(`${exchange}/api/common/huobiTicket`);
  const { data } = (await answer.json()) as { data: CallOutput<'GET common/huobiTicket'> };
  const current = new Map<string, Ticker>(data.list.map((ticker) => [ticker.pair, ticker]));
  const pairs = [...current.keys()];
  const due = new Map<string, Set<() => void>>();
  const listen = (pair: string, told: () => void) => {
    const listeners = due.get(pair) ?? new Set();
    due.set(pair, listeners.add(told));
    return () => void listeners.delete(told);
  };
  const ticker: PublicSource<'ticker'> = {
    kind: 'ticker',
    has: (topic) => current.has(topic.slice('ticker:'.length)),
    open: (topic, told) => {
      const pair = topic.slice('ticker:'.length);
      const now = () => current.get(pair) ?? null;
      return { snapshot: now, take: now, close: listen(pair, told) };
    },
  };
  const tickers: PublicSource<'tickers'> = {
    kind: 'tickers',
    has: () => true,
    open: (_topic, told) => {
      const moved = new Set<string>();
      const stops = pairs.map((pair) =>
        listen(pair, () => {
          moved.add(pair);
          told();
        }),
      );
      const take = () => {
        const changed = [...moved].flatMap((pair) => current.get(pair) ?? []);
        moved.clear();
        return changed.length === 0 ? null : changed;
      };
      return { snapshot: () => [...current.values()], take, close: () => stops.forEach((stop) => stop()) };
    },
  };
  let step = 0;
  const moveOne = () => {
    const pair = pairs[step % pairs.length] ?? '';
    const before = current.get(pair);
    if (before === undefined) return;
    const [whole = '0', fraction = '0'] = before.last.split('.');
    const last = `${whole}.${String((Number(fraction) + 7 + (step % 5)) % 10 ** fraction.length).padStart(fraction.length, '0')}`;
    current.set(pair, {
      ...before,
      last,
      change: `${before.change.split('.')[0] ?? '0'}.${10 + (step % 89)}`,
      at: Date.now(),
    });
    for (const told of due.get(pair) ?? []) told();
    step += 1;
  };
  return {
    sources: [ticker, tickers],
    async move(ended) {
      const [startedAt, first] = [performance.now(), step];
      while (!ended.aborted) {
        const owed = Math.floor(((performance.now() - startedAt) * ticksPerSecond) / 1_000) - (step - first);
        for (let moved = 0; moved < owed; moved += 1) moveOne();
        await sleep(moveEveryMs);
      }
      return step - first;
    },
  };
}

async function measure(browser: Browser, address: string, feed: Feed): Promise<Row[]> {
  const page = await openMarket(browser, address);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const ending = new AbortController();
  const moving = feed.move(ending.signal);
  await sleep(warmUpMs);
  const seen = await firstPrice(page);
  const heapBefore = await heapBytes(session);
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const startedAt = performance.now();
  await sleep(measuredMs);
  const tasks = taskTimes((await browser.stopTracing()).toString());
  const seconds = (performance.now() - startedAt) / 1_000;
  const heapAfter = await heapBytes(session);
  if ((await firstPrice(page)) === seen) throw new Error('the prices on the screen did not move');
  ending.abort();
  const moved = await moving;
  return [
    { what: 'changes of price offered', value: moved / (seconds + warmUpMs / 1_000), unit: 'per second' },
    { what: 'longest task, CPU', value: Math.max(...tasks), unit: 'ms', most: taskMostMs },
    { what: `tasks over ${taskMostMs} ms`, value: tasks.filter((ms) => ms > taskMostMs).length, unit: '', most: 0 },
    { what: 'main thread busy', value: tasks.reduce((sum, ms) => sum + ms, 0) / (seconds * 10), unit: '%' },
    { what: 'heap growth', value: (heapAfter - heapBefore) / megabyte, unit: 'MB', most: heapMostMb },
  ];
}

/** Signs in with a practice account and opens the market. */
async function openMarket(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${address}/icons/icon.svg`);
  await page.evaluate(async () => {
    const answer = await fetch('/api/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"kind":"practice"}',
    });
    const { data } = (await answer.json()) as { data: { token: string; profile: { id: string } } };
    localStorage.setItem('token', data.token);
    localStorage.setItem('dunlin.account', data.profile.id);
  });
  await page.goto(`${address}/#/pages/home/market`);
  await page.locator('ul a[href*="kline"]').first().waitFor();
  return page;
}

function firstPrice(page: Page): Promise<string | null> {
  return page.locator('ul a[href*="kline"] [data-direction]').nth(1).textContent();
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread in microseconds: unlike its duration it does not grow when the machine is busy. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** CPU milliseconds of each task of pages' main threads. */
function taskTimes(text: string): number[] {
  const { traceEvents } = JSON.parse(text) as { readonly traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  return traceEvents
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && main.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1_000);
}
