import { expect, test } from 'vitest';
import { atDepth, seed } from '../depth.ts';
import { killNine } from './kill-nine.ts';

const rounds = atDepth(10, 4);
const roundMostMs = 30_000;

test(
  `killed ${rounds} times under sixteen clients, the exchange keeps every acknowledged order exactly once (SEED=${seed})`,
  async () => {
    const report = await killNine(rounds, seed);
    expect(report.faults).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(rounds * 16);
  },
  rounds * roundMostMs,
);
