import { moneyDeadlineMs } from '#protocol/core/limits.ts';
import { canLink } from '../../tools/cluster/links.ts';
import { type ClusterFault, clusterFaults, linkFaults } from '../faults/cluster/cluster-kinds.ts';
import { type ClusterReport, clusterRounds } from '../faults/cluster/cluster-rounds.ts';
import { ClusterWorld } from '../faults/cluster/cluster-world.ts';
import { median } from '../faults/fault-rounds.ts';
import { generator } from '../../tools/statistics/generator.ts';
import type { Row } from './row.ts';

export const name = 'cluster-faults';

/** People give their requests the deadline of the app: what was under way when a member was paused may arrive when it wakes up. */
const size = { users: 64, sockets: 200, deadlineMs: moneyDeadlineMs };

/**
 * Faults of a small cluster under 64 users who trade and 200 sockets: `ROUNDS` of each, or 30; `KINDS` names some of
 * them by a part of their names, with commas; `SEED` is printed. Root also cuts links, for which all members but the balancer are in
 * network namespaces.
 */
export async function run(): Promise<Row[]> {
  const rounds = Number(process.env['ROUNDS'] ?? 30);
  const seed = Number(process.env['SEED'] ?? 1);
  const wanted = (process.env['KINDS'] ?? '').split(',').filter((part) => part !== '');
  const isWanted = ({ name: fault }: ClusterFault) =>
    wanted.length === 0 || wanted.some((part) => fault.includes(part));
  process.stdout.write(`  seed ${seed}\n`);
  const rows: Row[] = [];
  const links = canLink();
  for (const fault of [...clusterFaults, ...(links ? linkFaults : [])].filter(isWanted)) {
    // Each has a cluster of its own: everything that was written is compared after each round.
    const world = await ClusterWorld.open(generator(seed), { ...size, links });
    try {
      process.stdout.write(`  ${fault.name}`);
      const report = await clusterRounds(world, fault, rounds, (...ms) =>
        process.stdout.write(` ${ms.map((one) => (one / 1_000).toFixed(1)).join('/')}`),
      );
      process.stdout.write('\n');
      say(report);
      rows.push(...rowsOf(report));
    } finally {
      await world.close();
    }
  }
  return rows;
}

/** Each fault at once: all of them take hours. */
function say({ fault, rounds, firstMs, allMs, contractMs, contracts, faults }: ClusterReport): void {
  const words = ([first, all]: readonly (readonly number[])[], nth: (ms: readonly number[]) => number) =>
    `${Math.round(nth(first ?? []))} to ${Math.round(nth(all ?? []))} ms`;
  const worst = (ms: readonly number[]) => ms.at(-1) ?? 0;
  const both = [firstMs, allMs];
  process.stdout.write(
    `  ${fault.name}: ${rounds} rounds; from the first to all users again, median ${words(both, median)}, worst ${words(both, worst)}\n`,
  );
  process.stdout.write(
    `    contracts again, median ${Math.round(median(contractMs))} ms, worst ${Math.round(worst(contractMs))} ms; ${contracts.done} of ${contracts.known} requests on them not refused\n`,
  );
  for (const found of faults) process.stderr.write(`    ${found}\n`);
}

function rowsOf(report: ClusterReport): Row[] {
  const { fault, rounds, acknowledged, contracts, unknown, firstMs, allMs, contractMs, closed, faults } = report;
  return [
    {
      what: `${fault.name}: lost, doubled, unbalanced, two owners, other books and pages`,
      value: faults.length,
      unit: 'faults',
      most: 0,
    },
    { what: '  rounds', value: rounds, unit: 'rounds' },
    { what: '  requests whose end is known', value: acknowledged, unit: 'requests' },
    { what: '  of these, on contracts', value: contracts.known, unit: 'requests' },
    { what: '  of these, not refused', value: contracts.done, unit: 'requests' },
    { what: '  tries with unknown outcome, made again under their keys', value: unknown, unit: 'tries' },
    { what: '  sockets closed', value: closed, unit: 'sockets' },
    { what: '  the first user trades again, half of the rounds', value: median(firstMs), unit: 'ms' },
    {
      what: '  the first user trades again, the worst',
      value: firstMs.at(-1) ?? 0,
      unit: 'ms',
      most: fault.againWithinMs,
    },
    { what: '  all users trade again, half of the rounds', value: median(allMs), unit: 'ms' },
    { what: '  all users trade again, the worst', value: allMs.at(-1) ?? 0, unit: 'ms' },
    { what: '  the first user trades contracts again, half of the rounds', value: median(contractMs), unit: 'ms' },
    { what: '  the first user trades contracts again, the worst', value: contractMs.at(-1) ?? 0, unit: 'ms' },
  ];
}
