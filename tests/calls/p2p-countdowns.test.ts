import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { minuteMs } from '#protocol/core/durations.ts';
import { p2pExchange } from './p2p-exchange.ts';
import { escrowFaults } from './p2p-standing.ts';

/** What countdowns of fiat orders cost the exchange: one timer and one query of it, however many run. */

const ordersCount = 500;
const takersCount = 10;
const taken = '2';
/** The due orders are looked for this often. */
const lookEveryMs = 500;
const watchedMs = 3_000;
const connectionsMost = 20;
const { caller, market, exchange, trader } = p2pExchange('fiat-countdowns');

afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(await escrowFaults(exchange())).toEqual([]);
});

/** Counts the looks for due orders from now on. @returns how many there were */
function countLooks(): () => number {
  const { pool } = exchange().database;
  const query = vi.spyOn(pool, 'query');
  return () => query.mock.calls.filter(([text]) => /FROM fiat_orders WHERE due_at <= /.test(text)).length;
}

/** Timers from now on that wait for longer than anything but a countdown does. @returns how many were set */
function countLongTimers(): () => number {
  const spies = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setInterval')];
  return () => spies.flatMap(({ mock }) => mock.calls).filter(([, delay]) => Number(delay) > minuteMs).length;
}

async function looksWithin(ms: number): Promise<{ readonly looks: number; readonly most: number }> {
  const looks = countLooks();
  const from = performance.now();
  await sleep(ms);
  // As many as belong into the time that really passed.
  return { looks: looks(), most: Math.ceil((performance.now() - from) / lookEveryMs) };
}

async function countOpen(): Promise<number> {
  const { rows } = await exchange().database.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM fiat_orders WHERE ended_at IS NULL',
  );
  return rows[0]?.count ?? 0;
}

/** Takes orders, as many people would at once. */
async function takeAll(): Promise<void> {
  const mei = await trader();
  const advert = await market.advert(mei, 'sell', String(2 * ordersCount));
  const takers = await Promise.all(Array.from({ length: takersCount }, trader));
  await Promise.all(
    takers.map(async (taker) => {
      const body = await market.takingOf(taker, 'buy', advert, taken);
      for (let nth = 0; nth < ordersCount / takersCount; nth += 1) {
        await caller.done('POST tradeBuy', body, taker.as);
        // Nobody has more than three open: to the limit, these are somebody else's.
        await exchange().database.pool.query('UPDATE fiat_orders SET taker = 0 WHERE taker = $1', [taker.id]);
      }
    }),
  );
}

it(`${ordersCount} countdowns cost the exchange no more timers and looks than none, and all of them end once`, async () => {
  const before = await looksWithin(watchedMs);
  vi.restoreAllMocks();
  expect(before.looks).toBeGreaterThan(0);
  expect(before.looks).toBeLessThanOrEqual(before.most);

  const timers = countLongTimers();
  await takeAll();
  expect(await countOpen()).toBe(ordersCount);
  // Each connection of the store has one that ends it when it falls silent.
  expect(timers()).toBeLessThan(connectionsMost);
  vi.restoreAllMocks();
  const during = await looksWithin(watchedMs);
  expect(during.looks).toBeLessThanOrEqual(during.most);
  vi.restoreAllMocks();

  // All end at once: a look finds many of them.
  const looks = countLooks();
  await exchange().database.pool.query('UPDATE fiat_orders SET pay_until = 1, due_at = 1 WHERE ended_at IS NULL');
  await expect.poll(countOpen, { timeout: 30_000 }).toBe(0);
  expect(looks()).toBeLessThanOrEqual(ordersCount / 100);
  const { rows } = await exchange().database.pool.query<{ count: number; orders: number }>(
    `SELECT count(*)::int AS count, count(DISTINCT fiat_order)::int AS orders FROM fiat_order_events WHERE what = 'expired'`,
  );
  expect(rows).toEqual([{ count: ordersCount, orders: ordersCount }]);
}, 120_000);
