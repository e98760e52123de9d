import { expect, test } from 'vitest';
import { atDepth, seed } from '../depth.ts';
import { killDeposits } from './deposits-kill.ts';
import { generator } from '../../tools/statistics/generator.ts';

const rounds = atDepth(20);
const roundMostMs = 30_000;

test(
  `killed ${rounds} times while a chain goes on and back, the exchange credits each payment exactly once (SEED=${seed})`,
  async () => {
    const report = await killDeposits(rounds, generator(seed));
    process.stdout.write(`${JSON.stringify(report)}\n`);
    expect(report.faults).toEqual([]);
    expect(report.credited).toBeGreaterThan(rounds);
    expect(report.undone).toBeGreaterThan(0);
  },
  rounds * roundMostMs,
);
