import { quantile } from '../../../tools/statistics/quantiles.ts';
import { overRounds, type Row } from '../row.ts';
import type { LoadCount } from './spot-load.ts';

/** Connections that are measured; the goals are those of the middle one. */
export const connectionCounts = [8, 64, 256] as const;
export type Connections = (typeof connectionCounts)[number];

const naiveRatioLeast = 12;
const pgbenchRatioLeast = 1.5;
const otherKindsLeast = 0.8;
const p99MostMs = 40;

/** What one round measured: peers take turns, so that a busy machine is unfair to none. */
export interface SpotRound {
  readonly group: ReadonlyMap<Connections, LoadCount>;
  readonly naive: ReadonlyMap<Connections, LoadCount>;
  /** Transactions a second of `pgbench -N`; empty where there is none. */
  readonly pgbench: ReadonlyMap<Connections, number>;
  /** At 64 connections. */
  readonly cancels: LoadCount;
  readonly contracts: LoadCount;
  /** Orders a second that came without HTTP, of 64 users. */
  readonly inner: number;
}

/** Medians over the rounds; ratios are taken within each round. */
export function rowsOf(rounds: readonly SpotRound[]): Row[] {
  const over = overOf(rounds);
  const spot = (round: SpotRound) => rate(round.group.get(64));
  return [
    ...connectionCounts.flatMap((connections) => rowsAt(rounds, connections)),
    { what: 'orders without HTTP, 64 users', ...over('less', ({ inner }) => inner), unit: 'per second' },
    ...kindRows(
      'cancels',
      over,
      ({ cancels }) => cancels,
      (round) => rate(round.cancels) / spot(round),
    ),
    ...kindRows(
      'contract orders',
      over,
      ({ contracts }) => contracts,
      (round) => rate(round.contracts) / spot(round),
    ),
    { what: 'refused', value: sum(rounds.map(refusedIn)), unit: 'calls', most: 0 },
    {
      what: 'refused by one transaction each',
      value: sum(rounds.map(({ naive }) => sum([...naive.values()].map(({ refused }) => refused)))),
      unit: 'calls',
    },
  ];
}

function rowsAt(rounds: readonly SpotRound[], connections: Connections): Row[] {
  const over = overOf(rounds);
  const of = (side: 'group' | 'naive') => (round: SpotRound) => round[side].get(connections);
  const goals = (least: number) => (connections === 64 ? { least } : {});
  const at = `, ${connections} connections`;
  const hasPgbench = rounds.every((round) => round.pgbench.size > 0);
  return [
    { what: `orders${at}`, ...over('less', (round) => rate(of('group')(round))), unit: 'per second' },
    { what: `p50${at}`, ...over('more', (round) => latency(of('group')(round), 0.5)), unit: 'ms' },
    {
      what: `p99${at}`,
      ...over('more', (round) => latency(of('group')(round), 0.99)),
      unit: 'ms',
      ...(connections === 64 ? { most: p99MostMs } : {}),
    },
    { what: `one transaction each${at}`, ...over('less', (round) => rate(of('naive')(round))), unit: 'per second' },
    {
      what: `beside one transaction each${at}`,
      ...over('less', (round) => rate(of('group')(round)) / rate(of('naive')(round))),
      unit: 'ratio',
      ...goals(naiveRatioLeast),
    },
    ...(hasPgbench
      ? [
          {
            what: `pgbench -N${at}`,
            ...over('less', (round) => round.pgbench.get(connections) ?? NaN),
            unit: 'per second',
          },
          {
            what: `beside pgbench -N${at}`,
            ...over('less', (round) => rate(of('group')(round)) / (round.pgbench.get(connections) ?? NaN)),
            unit: 'ratio',
            ...goals(pgbenchRatioLeast),
          },
        ]
      : []),
  ];
}

function kindRows(
  what: string,
  over: ReturnType<typeof overOf>,
  count: (round: SpotRound) => LoadCount,
  besideSpot: (round: SpotRound) => number,
): Row[] {
  return [
    { what: `${what}, 64 connections`, ...over('less', (round) => rate(count(round))), unit: 'per second' },
    { what: `p99 of ${what}`, ...over('more', (round) => latency(count(round), 0.99)), unit: 'ms' },
    { what: `${what} beside spot orders`, ...over('less', besideSpot), unit: 'ratio', least: otherKindsLeast },
  ];
}

function overOf(rounds: readonly SpotRound[]) {
  return (worse: 'more' | 'less', figure: (round: SpotRound) => number) => overRounds(rounds.map(figure), worse);
}

function rate(count: LoadCount | undefined): number {
  return count === undefined ? NaN : count.accepted / count.seconds;
}

function latency(count: LoadCount | undefined, share: number): number {
  return quantile(count?.latenciesMs ?? [], share);
}

function refusedIn({ group, cancels, contracts }: SpotRound): number {
  return sum([...group.values(), cancels, contracts].map(({ refused }) => refused));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
