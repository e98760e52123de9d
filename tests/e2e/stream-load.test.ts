import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DepthUpdate } from '#protocol/core/stream/channels.ts';
import type { Level } from '#protocol/market-data/entities/market.ts';
import { createStreamServer } from '#server/stream/stream-server.ts';
import { handAccounts, handTickers } from '#server/stream/testing-feeds.ts';
import type { TopicSource } from '#server/core/topics/topic-source.ts';
import { chromiumArguments, findChromium } from '../../tools/chromium.ts';
import { paceOfTasks, stolenTime, tasksDuring } from '../page-tasks.ts';
import { buildPage, servePage } from './stream-page.ts';

const pairs = Array.from({ length: 40 }, (_, index) => `PAIR${index}USDT`);
const moveEveryMs = 20;
const loadMs = 2_000;
/** Windows that count at most: a collection of garbage in one of them is no task of the ticks. */
const windowsMost = 4;
/** Windows at most in all: one in which the host took a processor away for a moment says nothing about the page. */
const triesMost = 30;
/** What a host always takes, in hundredths of a second of a window. */
const stolenMost = 2;
/** A long task is 50 ms; the phone this is for is six times slower than a desktop. */
const taskMostMs = 50 / 6;

let browser: Browser;
let page: Awaited<ReturnType<typeof buildPage>>;

beforeAll(async () => {
  page = await buildPage('ticks');
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArguments() });
});
afterAll(async () => {
  await browser.close();
  await page.remove();
});

/** A book of 100 levels a side of which two change with each move. */
function movingBook(): TopicSource<'depth'> & { move(step: number): void } {
  let step = 0;
  let due: () => void = () => undefined;
  const level = (price: number, amount: number): Level => [String(price), String(amount)];
  const side = (from: number, by: 1 | -1) => Array.from({ length: 100 }, (_, index) => level(from + by * index, 1));
  const change = (): DepthUpdate => ({
    bids: [level(1_000 - (step % 20), 1 + (step % 7))],
    asks: [level(1_001 + (step % 20), 1 + (step % 5))],
  });
  return {
    kind: 'depth',
    has: () => true,
    open: (_topic, report) => {
      due = report;
      const snapshot = () => ({ bids: side(1_000, -1), asks: side(1_001, 1) });
      return { snapshot, take: change, close: () => undefined };
    },
    move: (next) => {
      step = next;
      due();
    },
  };
}

test('2,000 changes a second leave a slow phone time: short tasks, only the cells on the screen render', async () => {
  const tickers = handTickers(pairs);
  const book = movingBook();
  const stream = createStreamServer({
    publicSources: [tickers, book],
    accountSource: handAccounts(),
    sessions: { lookUp: () => Promise.resolve(null), onRevoked: () => () => undefined },
    clock: Date.now,
    log: { warn: () => undefined, error: () => undefined },
    limits: { tickMs: 10 },
  });
  const served = await servePage(page.folder, stream);
  const tab = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await tab.goto(`${served.address}/ticks.html`);
  await tab.waitForFunction(() => document.querySelector('b')?.textContent === '1');
  let step = 0;
  const load = async () => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < loadMs) {
      step += 1;
      for (const pair of pairs) tickers.set(pair, String(step));
      book.move(step);
      await sleep(moveEveryMs);
    }
  };
  let tasks: number[] = [];
  let taskAllowedMs = taskMostMs;
  let windows = 0;
  for (let tries = 0; tries < triesMost && windows < windowsMost; tries += 1) {
    const before = await stolenTime();
    const { result, allowedMs } = await paceOfTasks(browser, tab, () => tasksDuring(browser, tab, load));
    [tasks, taskAllowedMs] = [result, allowedMs(taskMostMs)];
    if ((tasks[0] ?? 0) < taskAllowedMs) break;
    if ((await stolenTime()) - before <= stolenMost) windows += 1;
  }
  for (const pair of pairs) tickers.set(pair, '9999');
  await tab.getByText('9999').first().waitFor();
  const { rendersOf } = await tab.evaluate(() => window.ticksPage);
  await tab.close();
  await served.close();

  expect(tasks.length).toBeGreaterThan(100);
  expect(tasks[0]).toBeGreaterThan(0.1);
  expect(tasks[0]).toBeLessThan(taskAllowedMs);
  expect(rendersOf['list']).toBe(1);
  expect(rendersOf['PAIR0USDT']).toBeGreaterThan(20);
  expect(rendersOf['PAIR39USDT']).toBeLessThanOrEqual(2);
});
