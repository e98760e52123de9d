import { expect, test } from 'vitest';
import { atDepth, seed } from '../depth.ts';
import { generator } from '../../tools/statistics/generator.ts';
import { killLeveraged } from './leveraged-kill.ts';

const rounds = atDepth(20, 9);
const roundMostMs = 30_000;

test(
  `killed ${rounds} times during liquidations and settlements, the exchange does each exactly once (SEED=${seed})`,
  async () => {
    const report = await killLeveraged(rounds, generator(seed));
    process.stdout.write(`${JSON.stringify(report)}\n`);
    expect(report.faults).toEqual([]);
    expect(report.forced).toBeGreaterThan(rounds);
    expect(report.settled).toBeGreaterThan(rounds);
    // The kills came in the middle, not only before or after.
    expect(report.torn.closing + report.torn.settling).toBeGreaterThan(0);
  },
  rounds * roundMostMs,
);
