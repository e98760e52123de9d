import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '#protocol/core/codes.ts';
import { connectToStore, startServer, type ServerProcess } from '../faults/server-process.ts';
import { ask, registerPractice } from '../faults/tapping-client.ts';
import { overRounds, type Row } from './row.ts';
import { median, quantile } from '../../tools/statistics/quantiles.ts';

export const name = 'robots';

/** Rounds, and seconds of each of their two stretches: `ROUNDS` and `SECONDS`. */
const rounds = Number(process.env['ROUNDS'] ?? 5);
const stretchMs = Number(process.env['SECONDS'] ?? 10) * 1_000;
const wanted = Number(process.env['ROBOTS'] ?? 5_000);
/** What one person may have at most. */
const perOwner = 50;
const pairsMost = 30;
/** Calls that start robots at the same time. */
const startedAtOnce = 16;
/** People who trade while it is measured, and how long each waits between two orders. */
const people = 8;
const paceMs = 20;
/** An exchange that was held goes on this long before it is measured: its makers have caught up by then. */
const warmMs = 4_000;
const settledWithinMs = 900_000;

/** An exchange whose makers quote every pair. */
interface Market {
  readonly server: ServerProcess;
  readonly tokens: readonly string[];
}

/**
 * The p99 of a person’s order beside `ROBOTS` running grids (5,000 by default) on thirty pairs that the house quotes and
 * trades all the time, and on an exchange without one. Both run on this machine; while one is measured the other is held.
 * The stretches of a round follow each other, in turns; the latencies are medians of the rounds.
 */
export async function run(): Promise<Row[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'dunlin-bench-robots-'));
  const servers: ServerProcess[] = [];
  const open = async (folder: string): Promise<Market> => {
    const server = await startServer(path.join(root, folder));
    servers.push(server);
    return {
      server,
      tokens: await Promise.all(Array.from({ length: people }, () => registerPractice(server.address))),
    };
  };
  try {
    const [without, beside] = [await open('without'), await open('beside')];
    hold(without);
    const startedPerSecond = await startRobots(beside.server.address);
    const resting = await settled(path.join(root, 'beside'));
    hold(beside);
    const p99 = { without: [] as number[], beside: [] as number[] };
    const trades: number[] = [];
    const measure = async (market: Market, into: number[]) => {
      letGo(market);
      await sleep(warmMs);
      into.push(quantile(await order(market), 0.99));
      hold(market);
    };
    for (let round = 0; round < rounds; round += 1) {
      if (round % 2 === 0) await measure(without, p99.without);
      const before = await tradesOf(path.join(root, 'beside'));
      await measure(beside, p99.beside);
      trades.push((await tradesOf(path.join(root, 'beside'))) - before);
      if (round % 2 === 1) await measure(without, p99.without);
    }
    return [
      { what: 'robots that run', value: wanted, unit: 'robots' },
      { what: 'orders of theirs in the books', value: resting, unit: 'orders' },
      { what: 'robots started a second', value: startedPerSecond, unit: 'per second' },
      { what: 'fills of theirs in a stretch', ...overRounds(trades), unit: 'fills' },
      { what: 'p99 of a person’s order without robots', ...overRounds(p99.without), unit: 'ms' },
      { what: 'p99 of a person’s order beside them', ...overRounds(p99.beside), unit: 'ms' },
      { what: 'the same, of that without', value: median(p99.beside) / median(p99.without), unit: 'ratio', most: 1.3 },
    ];
  } finally {
    for (const { pid } of servers) process.kill(pid, 'SIGCONT');
    await Promise.all(servers.map((server) => server.stop()));
    await rm(root, { recursive: true, force: true });
  }
}

function hold({ server }: Market): void {
  process.kill(server.pid, 'SIGSTOP');
}

function letGo({ server }: Market): void {
  process.kill(server.pid, 'SIGCONT');
}

/** Starts grids around the last price of each pair. @returns how many a second */
async function startRobots(address: string): Promise<number> {
  const { data } = await ask<{ list: { ticker: { pair: string; last: string } }[] }>(
    `${address}/api/common/new/changerSymbolsList?board=spot&size=100`,
    {},
  );
  const listed = await ask<{ list: { id: string; priceDecimals: number }[] }>(`${address}/api/common/symbolsList`, {});
  const decimalsOf = new Map(listed.data.list.map(({ id, priceDecimals }) => [id, priceDecimals]));
  const quotes = data.list.map(({ ticker }) => ticker).slice(0, pairsMost);
  const fromMs = performance.now();
  let next = 0;
  const owners = new Map<number, Promise<string>>();
  const startNext = async () => {
    for (let nth = (next += 1) - 1; nth < wanted; nth = (next += 1) - 1) {
      const owner = Math.floor(nth / perOwner);
      if (!owners.has(owner)) owners.set(owner, registerPractice(address));
      const { pair = 'BTCUSDT', last = '0' } = quotes[nth % quotes.length] ?? {};
      const decimals = decimalsOf.get(pair) ?? 0;
      await startOne(address, { token: await owners.get(owner), nth, pair, last: Number(last), decimals });
    }
  };
  await Promise.all(Array.from({ length: startedAtOnce }, startNext));
  return wanted / ((performance.now() - fromMs) / 1_000);
}

interface Starting {
  readonly token: string | undefined;
  readonly nth: number;
  readonly pair: string;
  readonly last: number;
  readonly decimals: number;
}

async function startOne(address: string, { token = '', nth, pair, last, decimals }: Starting): Promise<void> {
  // Grids of different widths, so that their lines do not all lie at the same prices.
  const width = 0.02 + (nth % 37) / 1_000;
  const at = (factor: number) => (last * factor).toFixed(decimals);
  const parameters = { strategy: 'grid', lower: at(1 - width), upper: at(1 + width), lines: 8, spacing: 'arithmetic' };
  const bounds = { stopLoss: null, takeProfit: null };
  const body = { pair, name: `Robot ${nth}`, amount: '120', from: 'spot', parameters, bounds };
  const key = `bench-robot-${nth}`.padEnd(16, '-');
  for (;;) {
    const { code } = await ask(`${address}/api/quant/create`, { token, key, body });
    if (code === codes.success) return;
    if (code !== codes.busyRetry) throw new Error(`robot ${nth} on ${pair} at ${last}: ${code}`);
    await sleep(50);
  }
}

/** Waits until every robot has its orders in the book. @returns how many these are */
async function settled(directory: string): Promise<number> {
  const client = await connectToStore(directory);
  try {
    for (const until = performance.now() + settledWithinMs; ; await sleep(1_000)) {
      const { rows } = await client.query<{ begun: string; unsent: string; resting: string }>(
        `SELECT (SELECT count(*) FROM robots WHERE begin IS NULL) AS begun,
                count(*) FILTER (WHERE order_id IS NULL) AS unsent, count(order_id) AS resting FROM robot_orders`,
      );
      const [found] = rows;
      if (Number(found?.begun) === wanted && Number(found?.unsent) < wanted / 100) return Number(found?.resting);
      if (performance.now() > until) throw new Error(`robots did not settle: ${JSON.stringify(found)}`);
    }
  } finally {
    await client.end();
  }
}

async function tradesOf(directory: string): Promise<number> {
  const client = await connectToStore(directory);
  try {
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM robot_trades');
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}

/** People place orders that rest, and take them out again. @returns how long each order took, in milliseconds */
async function order({ server: { address }, tokens }: Market): Promise<number[]> {
  const latenciesMs: number[] = [];
  const until = performance.now() + stretchMs;
  const trade = async (token: string, nth: number) => {
    for (let count = 0; performance.now() < until; count += 1) {
      const key = `${nth}-${count}-${Math.round(until)}`.padEnd(16, '-');
      const body = { type: 'limit', pair: 'BTCUSDT', side: 'buy', price: '40000', amount: '0.001' };
      const fromMs = performance.now();
      const { code, data } = await ask<{ order: { id: string } } | null>(`${address}/api/currency`, {
        token,
        key,
        body,
      });
      if (code !== codes.success || data === null) throw new Error(`an order was answered ${code}`);
      latenciesMs.push(performance.now() - fromMs);
      await ask(`${address}/api/cancelCurrency`, { token, key: `c${key}`, body: { id: data.order.id } });
      await sleep(paceMs);
    }
  };
  await Promise.all(tokens.map(trade));
  return latenciesMs;
}
