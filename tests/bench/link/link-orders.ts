import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../row.ts';
import { median } from '../../../tools/statistics/quantiles.ts';
import { load } from '../spot/spot-load.ts';
import {
  type MeasuredExchange,
  type Part,
  registerTraders,
  startApart,
  startWhole,
  usedBetween,
} from './measured-exchange.ts';

export const name = 'link-orders';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const stretchMs = Number(process.env['SECONDS'] ?? 4) * 1_000;
const users = Number(process.env['USERS'] ?? 64);
const settleMs = 1_000;

/** A way to run the exchange. */
interface Way {
  readonly words: string;
  readonly start: () => Promise<MeasuredExchange>;
}

interface Stretch {
  readonly perSecond: number;
  readonly p50Ms: number;
  /** Microseconds of processor time per order, by part, beyond what the part uses while nobody asks. */
  readonly costs: ReadonlyMap<Part, number>;
}

/**
 * What a spot order costs in processor time where one process does it all, where an edge hands it over NATS to an
 * engine, and where that has another engine run the pair: `USERS` (64) people place orders over one connection each, of
 * which about every second one meets another, in turns of `SECONDS` (4), `ROUNDS` (5) times. Every exchange has its own
 * PostgreSQL with `fsync`; all run throughout, and one is under load at a time. `BESIDE=folder` measures the one process
 * of another checkout as well, and `BESIDE_APART=folder` its edges and engines; `WAYS` names some of the ways by a part
 * of their names, with commas.
 */
export async function run(): Promise<Row[]> {
  const ways: Way[] = [
    { words: 'one process', start: () => startWhole() },
    { words: 'edge and engine', start: () => startApart() },
    { words: 'edge and two engines', start: () => startApart(undefined, 2) },
  ];
  const wholeBeside = programOf('BESIDE');
  if (wholeBeside !== null) ways.push({ words: 'one process of BESIDE', start: () => startWhole(wholeBeside) });
  const apartBeside = programOf('BESIDE_APART');
  if (apartBeside !== null) {
    ways.push(
      { words: 'edge and engine of BESIDE_APART', start: () => startApart(undefined, 1, apartBeside) },
      { words: 'edge and two engines of BESIDE_APART', start: () => startApart(undefined, 2, apartBeside) },
    );
  }
  const wanted = (process.env['WAYS'] ?? '').split(',');
  const exchanges: MeasuredExchange[] = [];
  try {
    const measured = [];
    for (const { words, start } of ways.filter((way) => wanted.some((part) => way.words.includes(part)))) {
      const exchange = await start();
      exchanges.push(exchange);
      measured.push({
        words,
        exchange,
        tokens: await registerTraders(exchange.address, users),
        stretches: [] as Stretch[],
      });
    }
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      // Each begins in its turn: what came before it on the machine is not always the same.
      for (const nth of measured.keys()) {
        const way = measured[(nth + round) % measured.length];
        if (way === undefined) continue;
        const { exchange, tokens, stretches } = way;
        const stretch = await measure(exchange, tokens, round);
        if (round > 0) stretches.push(stretch);
      }
    }
    const [whole, ...others] = measured.map(({ words, stretches }) => ({ words, stretches }));
    if (whole === undefined) throw new Error('nothing was measured');
    return [whole, ...others].flatMap((way) => rowsOf(way, way === whole ? null : whole));
  } finally {
    for (const exchange of exchanges) await exchange.close();
  }
}

/** The exchange of the checkout that a variable names; null for none. */
function programOf(variable: string): string | null {
  const folder = process.env[variable];
  return folder === undefined ? null : path.resolve(folder, 'src/server/main.ts');
}

async function measure(exchange: MeasuredExchange, tokens: readonly string[], seed: number): Promise<Stretch> {
  const atRest = exchange.used();
  await sleep(settleMs);
  const before = exchange.used();
  const idle = usedBetween(atRest, before);
  const { accepted, refused, seconds, latenciesMs } = await load(
    { port: Number(new URL(exchange.address).port), tokens },
    stretchMs,
    seed,
  );
  // Few are: at the number that may be open, or without the coin. Each costs less than an order.
  if (refused > accepted / 20) throw new Error(`${refused} orders were refused beside ${accepted}`);
  const used = usedBetween(before, exchange.used());
  const idleShare = (seconds * 1_000) / settleMs;
  const costs = [...used].map(([part, ms]): [Part, number] => [
    part,
    ((ms - (idle.get(part) ?? 0) * idleShare) * 1_000) / accepted,
  ]);
  return { perSecond: accepted / seconds, p50Ms: median(latenciesMs), costs: new Map(costs) };
}

function total({ costs }: Stretch): number {
  return [...costs.values()].reduce((sum, cost) => sum + cost, 0);
}

interface Outcome {
  readonly words: string;
  readonly stretches: readonly Stretch[];
}

function rowsOf({ words, stretches }: Outcome, whole: Outcome | null): Row[] {
  const middle = (of: (stretch: Stretch) => number) => median(stretches.map(of));
  const parts = [...(stretches[0]?.costs.keys() ?? [])].filter((part) => part !== 'second edge');
  const rows: Row[] = [
    { what: `${words}: orders`, value: middle(({ perSecond }) => perSecond), unit: 'per second' },
    { what: `${words}: half of them`, value: middle(({ p50Ms }) => p50Ms), unit: 'ms' },
    ...parts.map((part) => ({
      what: `${words}: an order in ${part}`,
      value: middle(({ costs }) => costs.get(part) ?? Number.NaN),
      unit: 'µs',
    })),
    { what: `${words}: an order in all`, value: middle(total), unit: 'µs' },
  ];
  if (whole === null) return rows;
  // Of the stretches of a round, which follow each other.
  const ratio = (of: (stretch: Stretch) => number) =>
    median(stretches.map((stretch, nth) => of(stretch) / of(whole.stretches[nth] as Stretch)));
  return [
    ...rows,
    { what: `${words}: an order in all, of one process`, value: ratio(total), unit: 'ratio' },
    { what: `${words}: orders a second, of one process`, value: ratio(({ perSecond }) => perSecond), unit: 'ratio' },
  ];
}
