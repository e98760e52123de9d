import { setTimeout as sleep } from 'node:timers/promises';
import type { Topic } from '#protocol/core/stream/channels.ts';
import type { Row } from '../row.ts';
import { measuredPairs } from '../spot/load-callers.ts';
import { median } from '../../../tools/statistics/quantiles.ts';
import { type MeasuredExchange, startApart, startWhole, usedBetween } from './measured-exchange.ts';
import { Readers } from './readers.ts';
import { tradeAtPace, TradingPair } from './trading-pair.ts';

export const name = 'link-deliveries';

const rounds = Number(process.env['ROUNDS'] ?? 3);
const stretchMs = Number(process.env['SECONDS'] ?? 6) * 1_000;
const sockets = Number(process.env['SOCKETS'] ?? 1_000);
/** By default slow enough that each trade is in a write of its own, as prices are on a quiet market. */
const tradesPerSecond = Number(process.env['PACE'] ?? 20);
const tradingPairs = 4;
const warmUpMs = 2_000;
/** What a market list shows. */
const topics: readonly Topic[] = measuredPairs.map(({ base }): Topic => `ticker:${base}USDT`);

interface Stretch {
  readonly deliveryUs: number;
  /** What an edge uses of a processor with one socket, and nobody trades; and what each changed price adds to that. */
  readonly restShare: number;
  readonly changeUs: number;
  readonly perSecond: number;
}

/**
 * What a delivery of the stream costs in processor time where one process does it all, and through NATS and an edge:
 * `SOCKETS` (1,000) follow the prices of eight pairs, in which 20 trades a second are made (`PACE`). What the same costs with one
 * socket, measured just before, is taken off. In turns, `ROUNDS` (3) times of `SECONDS` (6) each.
 */
export async function run(): Promise<Row[]> {
  const whole = { words: 'one process', exchange: await startWhole(), stretches: [] as Stretch[] };
  const apart = { words: 'edge and engine', exchange: await startApart(), stretches: [] as Stretch[] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const { exchange, stretches } of [whole, apart]) stretches.push(await measure(exchange));
    }
    const middle = (stretches: readonly Stretch[], of: (one: Stretch) => number) => median(stretches.map(of));
    return [
      ...[whole, apart].flatMap(({ words, stretches }) => [
        { what: `${words}: deliveries`, value: middle(stretches, ({ perSecond }) => perSecond), unit: 'per second' },
        { what: `${words}: a delivery`, value: middle(stretches, ({ deliveryUs }) => deliveryUs), unit: 'µs' },
      ]),
      {
        what: 'edge and engine: a delivery, of one process',
        value: median(
          apart.stretches.map(({ deliveryUs }, nth) => deliveryUs / (whole.stretches[nth]?.deliveryUs ?? Number.NaN)),
        ),
        unit: 'ratio',
      },
      {
        what: 'an edge with one socket, nobody trades, of a processor',
        value: middle(apart.stretches, ({ restShare }) => restShare),
        unit: 'ratio',
      },
      {
        what: 'what a changed price adds to that',
        value: middle(apart.stretches, ({ changeUs }) => changeUs),
        unit: 'µs',
      },
    ];
  } finally {
    await whole.exchange.close();
    await apart.exchange.close();
  }
}

interface Used {
  /** Of what serves sockets: with NATS where edge and engine are apart, without what only takes orders. */
  readonly ms: number;
  readonly edgeMs: number;
  readonly frames: number;
}

async function measure(exchange: MeasuredExchange): Promise<Stretch> {
  const rest = await usedWith(exchange, 1);
  const pairs = await Promise.all(Array.from({ length: tradingPairs }, () => TradingPair.open(exchange.address)));
  const ending = new AbortController();
  const trading = tradeAtPace(pairs, tradesPerSecond, ending.signal);
  trading.catch(() => undefined);
  try {
    const one = await usedWith(exchange, 1);
    const all = await usedWith(exchange, sockets);
    return {
      deliveryUs: ((all.ms - one.ms) * 1_000) / (all.frames - one.frames),
      restShare: rest.edgeMs / stretchMs,
      changeUs: ((one.edgeMs - rest.edgeMs) * 1_000) / one.frames,
      perSecond: (all.frames * 1_000) / stretchMs,
    };
  } finally {
    ending.abort();
    await trading;
    for (const pair of pairs) pair.close();
  }
}

async function usedWith(exchange: MeasuredExchange, count: number): Promise<Used> {
  const readers = await Readers.open(exchange.streamAddress, [count], topics);
  try {
    await sleep(warmUpMs);
    const [framesBefore, usedBefore] = [await readers.counted(), exchange.used()];
    await sleep(stretchMs);
    const [framesAfter, used] = [await readers.counted(), usedBetween(usedBefore, exchange.used())];
    if (framesAfter.open < count) throw new Error(`${count - framesAfter.open} sockets were closed`);
    const edgeMs = used.get('exchange') ?? used.get('second edge') ?? Number.NaN;
    return { ms: edgeMs + (used.get('nats-server') ?? 0), edgeMs, frames: framesAfter.frames - framesBefore.frames };
  } finally {
    readers.close();
  }
}
