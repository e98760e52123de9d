import { expect, test } from 'vitest';
import { atDepth, seed } from '../../depth.ts';
import { generator } from '../../../tools/statistics/generator.ts';
import { killUnderRobots } from './robots-kill.ts';

const rounds = atDepth(4);
const robots = Number(process.env['ROBOTS'] ?? 60);
const roundMostMs = 30_000;

test(
  `killed ${rounds} times under ${robots} robots, the exchange lets each go on with what it holds (SEED=${seed})`,
  async () => {
    const report = await killUnderRobots(robots, rounds, generator(seed));
    process.stdout.write(`${JSON.stringify(report)}\n`);
    expect(report.faults).toEqual([]);
    expect(report.robots).toBe(robots);
    expect(report.trades).toBeGreaterThan(robots);
    // Robots traded in every round, and the kills came while some of their orders were under way.
    expect(report.tradedIn).toBe(rounds);
    expect(report.torn).toBeGreaterThan(0);
  },
  180_000 + robots * 1_000 + rounds * roundMostMs,
);
