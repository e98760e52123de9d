import { expect, test } from 'vitest';
import { atDepth, seed } from '../depth.ts';
import { generator } from '../../tools/statistics/generator.ts';
import { killWithdrawals } from './withdrawals-kill.ts';

const rounds = atDepth(20, 6);
const roundMostMs = 30_000;

test(
  `killed ${rounds} times while four people withdraw, the exchange pays each withdrawal exactly once (SEED=${seed})`,
  async () => {
    const report = await killWithdrawals(rounds, generator(seed));
    expect(report.faults).toEqual([]);
    expect(report.confirmed).toBeGreaterThan(rounds);
    expect(report.acknowledged).toBe(report.confirmed);
  },
  rounds * roundMostMs,
);
