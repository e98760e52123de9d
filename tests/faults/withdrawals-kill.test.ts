import { expect, test } from 'vitest';
import { generator } from '../../tools/statistics/generator.ts';
import { killWithdrawals } from './withdrawals-kill.ts';

const rounds = Number(process.env['ROUNDS'] ?? 20);
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
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
