import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOutput } from '#protocol/calls.ts';
import type { Ticker } from '#protocol/market-data/entities/market.ts';
import type { TopicSource } from '#server/core/topics/topic-source.ts';
import { openChromium, startBuiltExchange } from '../built-exchange.ts';
import type { Row } from './row.ts';
import { feedExchange, measureUnderTicks, openSignedIn, practiceUser } from './slowed-page.ts';

export const name = 'market-page';

const ticksPerSecond = 2_000;
const moveEveryMs = 20;
const firstRow = 'ul a[href*="kline"]';

/**
 * The built market screen for 30 seconds under 2,000 changes of price a second, with the processor slowed 6 times:
 * the longest task of the page and what its heap has grown by.
 */
export async function run(): Promise<Row[]> {
  const exchange = await startBuiltExchange();
  const feed = await movingTickers(exchange.address);
  const fed = await feedExchange(exchange.address, feed.sources);
  const browser = await openChromium();
  try {
    const user = await practiceUser(exchange.address);
    const page = await openSignedIn(browser, fed.address, user, '#/pages/home/market');
    await page.locator(firstRow).first().waitFor();
    return await measureUnderTicks(browser, page, {
      what: 'changes of price offered',
      move: (ended) => feed.move(ended),
      figure: () => page.locator(`${firstRow} [data-direction]`).nth(1).textContent(),
    });
  } finally {
    await browser.close();
    await fed.close();
    await exchange.close();
  }
}

interface Feed {
  readonly sources: readonly TopicSource[];
  /** Moves prices at the rate until it is stopped; returns how many moved. */
  move(ended: AbortSignal): Promise<number>;
}

/** The exchange's own pairs with prices that go up and down. */
async function movingTickers(exchange: string): Promise<Feed> {
  const answer = await fetch(`${exchange}/api/common/huobiTicket`);
  const { data } = (await answer.json()) as { data: CallOutput<'GET common/huobiTicket'> };
  const current = new Map<string, Ticker>(data.list.map((ticker) => [ticker.pair, ticker]));
  const pairs = [...current.keys()];
  const due = new Map<string, Set<() => void>>();
  const listen = (pair: string, received: () => void) => {
    const listeners = due.get(pair) ?? new Set();
    due.set(pair, listeners.add(received));
    return () => void listeners.delete(received);
  };
  const ticker: TopicSource<'ticker'> = {
    kind: 'ticker',
    has: (topic) => current.has(topic.slice('ticker:'.length)),
    open: (topic, received) => {
      const pair = topic.slice('ticker:'.length);
      const now = () => current.get(pair) ?? null;
      return { snapshot: now, take: now, close: listen(pair, received) };
    },
  };
  const tickers: TopicSource<'tickers'> = {
    kind: 'tickers',
    has: () => true,
    open: (_topic, received) => {
      const moved = new Set<string>();
      const stops = pairs.map((pair) =>
        listen(pair, () => {
          moved.add(pair);
          received();
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
    for (const received of due.get(pair) ?? []) received();
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
