import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '#protocol/core/codes.ts';
import { type Cluster, startCluster } from '../../tools/cluster/cluster.ts';
import { answersOk, until } from '../../tools/cluster/ready.ts';
import { testSettings, withoutMakers } from '../faults/server-process.ts';
import { ask, NoAnswer, registerPractice } from '../faults/tapping-client.ts';
import type { Row } from './row.ts';
import { quantile } from '../../tools/statistics/quantiles.ts';

export const name = 'cluster-rolling';

const users = Number(process.env['USERS'] ?? 16);
const paceMs = 40;
const beforeMs = 30_000;
/** Between two members, as an operator waits until the one before is in order. */
const betweenMs = 10_000;

interface Step {
  readonly words: string;
  readonly atMs: number;
}

interface Tried {
  readonly atMs: number;
  readonly tookMs: number;
  /** Null when it was done at the first try, else what was answered. */
  readonly failure: string | null;
}

/**
 * A change of version under load: every engine and edge of a small cluster is stopped in order and started again, one
 * after the other, while `USERS` (16) place and cancel orders. Each request is tried once: one that was not done has failed.
 */
export async function run(): Promise<Row[]> {
  const cluster = await startCluster({ settings: { ...testSettings, ...withoutMakers, DRAIN_SECONDS: '2' } });
  try {
    const tried: Tried[] = [];
    let isOver = false;
    const tokens = await Promise.all(Array.from({ length: users }, () => registerPractice(cluster.address)));
    const placing = tokens.map((token, nth) =>
      placeOrders(cluster.address, { token, nth, tried, isOver: () => isOver }),
    );
    await sleep(beforeMs);
    const changesAt = performance.now();
    const steps = await changeEvery(cluster);
    const endsAt = performance.now();
    isOver = true;
    await Promise.all(placing);
    say(tried, steps);
    return rowsOf(tried, changesAt, endsAt);
  } finally {
    await cluster.close();
  }
}

/** The engine that waits comes first: the one that serves hands over to the new version. */
async function changeEvery(cluster: Cluster): Promise<Step[]> {
  const steps: Step[] = [];
  const active = await cluster.activeEngine();
  const waiting = active === 'engine-1' ? 'engine-2' : 'engine-1';
  for (const member of [waiting, active ?? '', 'edge-1', 'edge-2']) {
    steps.push({ words: `${member} stops`, atMs: performance.now() });
    await cluster.member(member).stop();
    steps.push({ words: `${member} starts`, atMs: performance.now() });
    await cluster.member(member).start();
    if (member.startsWith('edge')) {
      await until(() => answersOk(`http://${cluster.member(member).address}/readyz`), member);
    }
    await sleep(betweenMs);
  }
  return steps;
}

/** What failed, by what was going on when it was asked for. */
function say(tried: readonly Tried[], steps: readonly Step[]): void {
  const failed = tried.filter(({ failure }) => failure !== null);
  const during = ({ atMs }: Tried) => steps.findLast((step) => step.atMs <= atMs);
  for (const [words, some] of Map.groupBy(failed, (one) => `${during(one)?.words}: ${one.failure}`)) {
    const step = during(some[0] as Tried);
    const [first, last] = [some[0], some.at(-1)].map((one) => Math.round((one?.atMs ?? 0) - (step?.atMs ?? 0)));
    process.stderr.write(`    ${some.length} times ${words}, ${first} to ${last} ms after it\n`);
  }
}

interface Placing {
  readonly token: string;
  readonly nth: number;
  readonly tried: Tried[];
  readonly isOver: () => boolean;
}

/** Places orders and cancels each, so that nobody reaches the number that may be open. */
async function placeOrders(address: string, { token, nth, tried, isOver }: Placing): Promise<void> {
  let requests = 0;
  const tryOnce = async (call: string, body: object): Promise<string | null> => {
    const atMs = performance.now();
    const key = `rolling-${nth}-${String((requests += 1)).padStart(10, '0')}`;
    let failure: string | null = null;
    let id: string | null = null;
    try {
      const { code, data } = await ask<{ order?: { id: string } } | null>(`${address}/api/${call}`, {
        token,
        key,
        body,
      });
      if (code === codes.success) id = data?.order?.id ?? null;
      else failure = `${call}: code ${code}`;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      failure = `${call}: ${error.message}`;
    }
    tried.push({ atMs, tookMs: performance.now() - atMs, failure });
    await sleep(paceMs);
    return id;
  };
  while (!isOver()) {
    const id = await tryOnce('currency', {
      type: 'limit',
      pair: 'BTCUSDT',
      side: 'buy',
      price: '50000',
      amount: '0.0001',
    });
    if (id !== null) await tryOnce('cancelCurrency', { id });
  }
}

function rowsOf(tried: readonly Tried[], changesAt: number, endsAt: number): Row[] {
  const before = tried.filter(({ atMs }) => atMs < changesAt);
  const during = tried.filter(({ atMs }) => atMs >= changesAt);
  const failed = tried.filter(({ failure }) => failure !== null);
  const at = (some: readonly Tried[], share: number) =>
    quantile(
      some.map(({ tookMs }) => tookMs),
      share,
    );
  return [
    { what: 'a change of every engine and edge', value: (endsAt - changesAt) / 1_000, unit: 's' },
    { what: 'orders and cancels before and during it', value: tried.length, unit: 'requests' },
    { what: 'not done at the first try', value: failed.length, unit: 'requests', most: 0 },
    { what: 'half of them before', value: at(before, 0.5), unit: 'ms' },
    { what: 'half of them during', value: at(during, 0.5), unit: 'ms' },
    { what: '99 of 100 before', value: at(before, 0.99), unit: 'ms' },
    { what: '99 of 100 during', value: at(during, 0.99), unit: 'ms' },
    { what: '99 of 100 during, of those before', value: at(during, 0.99) / at(before, 0.99), unit: 'ratio', most: 3 },
    { what: 'the slowest', value: at(during, 1), unit: 'ms' },
  ];
}
