import { setTimeout as sleep } from 'node:timers/promises';
import type { Topic } from '#protocol/core/stream/channels.ts';
import type { Row } from '../row.ts';
import { measuredPairs } from '../spot/load-callers.ts';
import { quantile } from '../../../tools/statistics/quantiles.ts';
import { type MeasuredExchange, startApart } from './measured-exchange.ts';
import { residentBytes } from './processor-time.ts';
import { Readers } from './readers.ts';
import { tradeAtPace, TradingPair } from './trading-pair.ts';

export const name = 'link-sockets';

const sockets = Number(process.env['SOCKETS'] ?? 10_000);
const trades = Number(process.env['TRADES'] ?? 200);
const busyMs = Number(process.env['SECONDS'] ?? 10) * 1_000;
const readerProcesses = 2;
const settleMs = 5_000;
/** Between two trades that are followed to the last socket. */
const betweenMs = 100;
/** Every one of them changes a price that each socket shows. More is more than the readers take in beside all else. */
const busyTradesPerSecond = Number(process.env['PACE'] ?? 40);

const [first] = measuredPairs;
/** Of the pair whose trades are followed; and prices of a market list. */
const topics: readonly Topic[] = [
  `trades:${first.base}USDT`,
  ...measuredPairs.map(({ base }): Topic => `ticker:${base}USDT`),
];

/**
 * `SOCKETS` (10,000) sockets on one edge, with an engine behind NATS and another edge that takes the orders: memory and processor time of each, the time from a
 * trade's commit to the last of them over `TRADES` (200) single trades, and deliveries a second while 40 trades come
 * each second (`PACE`) for `SECONDS` (10). The sockets' two processes share the machine's cores with all that is measured.
 */
export async function run(): Promise<Row[]> {
  const exchange = await startApart();
  try {
    await sleep(settleMs);
    const emptyBytes = residentBytes(exchange.streamPid);
    const counts = Array.from({ length: readerProcesses }, () => sockets / readerProcesses);
    const readers = await Readers.open(exchange.streamAddress, counts, topics);
    try {
      await sleep(settleMs);
      const fullBytes = residentBytes(exchange.streamPid);
      const quiet = await sitQuietly(exchange);
      const single = await followTrades(exchange, readers);
      const busy = await tradeBusily(exchange, readers);
      const busyBytes = residentBytes(exchange.streamPid);
      const { open } = await readers.counted();
      return [
        { what: 'sockets on one edge, at the end', value: open, unit: 'sockets', least: sockets },
        { what: 'memory of the edge for each, quiet', value: (fullBytes - emptyBytes) / sockets / 1_024, unit: 'KiB' },
        { what: 'the same after the busy stretch', value: (busyBytes - emptyBytes) / sockets / 1_024, unit: 'KiB' },
        ...quiet,
        ...single,
        ...busy,
      ];
    } finally {
      readers.close();
    }
  } finally {
    await exchange.close();
  }
}

/** Nothing is traded: what sockets cost that say that they live. */
async function sitQuietly(exchange: MeasuredExchange): Promise<Row[]> {
  const [before, from] = [exchange.used().get('second edge') ?? 0, performance.now()];
  await sleep(busyMs);
  const usedUs = ((exchange.used().get('second edge') ?? 0) - before) * 1_000;
  const seconds = (performance.now() - from) / 1_000;
  return [{ what: 'processor time of the edge for a quiet one', value: usedUs / seconds / sockets, unit: 'µs/s' }];
}

/** One trade at a time, each followed to the last socket. */
async function followTrades({ address }: MeasuredExchange, readers: Readers): Promise<Row[]> {
  const pair = await TradingPair.open(address);
  const [sinceSent, sinceAnswered]: [number[], number[]] = [[], []];
  for (let nth = 0; nth < trades; nth += 1) {
    // The followed pair alone; its direction turns with each trade.
    const { sentMs, answeredMs } = await pair.trade(nth * measuredPairs.length);
    const arrivedMs = await readers.arrival(nth + 1);
    sinceSent.push(arrivedMs - sentMs);
    sinceAnswered.push(arrivedMs - answeredMs);
    await sleep(betweenMs);
  }
  pair.close();
  return [
    { what: 'from an order sent to its trade on the last socket, half', value: quantile(sinceSent, 0.5), unit: 'ms' },
    { what: 'the same, 99 of 100', value: quantile(sinceSent, 0.99), unit: 'ms' },
    { what: 'from the answer, which follows the commit, half', value: quantile(sinceAnswered, 0.5), unit: 'ms' },
    { what: 'the same, 99 of 100 ', value: quantile(sinceAnswered, 0.99), unit: 'ms' },
  ];
}

/** Trades at a pace that changes prices in most ticks of the stream. */
async function tradeBusily(exchange: MeasuredExchange, readers: Readers): Promise<Row[]> {
  const pairs = await Promise.all(Array.from({ length: 8 }, () => TradingPair.open(exchange.address)));
  const ending = new AbortController();
  const trading = tradeAtPace(pairs, busyTradesPerSecond, ending.signal);
  trading.catch(() => undefined);
  await sleep(settleMs);
  const [before, usedBefore, from] = [await readers.counted(), exchange.used(), performance.now()];
  await sleep(busyMs);
  const [after, usedAfter, until] = [await readers.counted(), exchange.used(), performance.now()];
  ending.abort();
  const made = await trading;
  for (const pair of pairs) pair.close();
  const seconds = (until - from) / 1_000;
  const edgeMs = (usedAfter.get('second edge') ?? 0) - (usedBefore.get('second edge') ?? 0);
  const frames = after.frames - before.frames;
  return [
    { what: 'deliveries while people trade', value: frames / seconds, unit: 'per second' },
    { what: 'trades then', value: (made * 1_000) / (until - from + settleMs), unit: 'per second' },
    { what: 'of a processor that the edge used', value: edgeMs / (until - from), unit: 'ratio' },
    { what: 'processor time of the edge for a delivery', value: (edgeMs * 1_000) / frames, unit: 'µs' },
  ];
}
