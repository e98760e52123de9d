import { expect, test } from 'vitest';
import { atDepth, seed } from '../../depth.ts';
import { generator } from '../../../tools/statistics/generator.ts';
import { killArchiving } from './archive-kill.ts';

const rounds = atDepth(4, 2);
const roundMostMs = 60_000;

test(
  `killed ${rounds} times while partitions are archived and restored, no row is lost or doubled (SEED=${seed})`,
  async () => {
    const report = await killArchiving(rounds, generator(seed));
    process.stdout.write(`${JSON.stringify(report)}\n`);
    expect(report.faults).toEqual([]);
    expect(report.kills).toBe(rounds);
  },
  120_000 + rounds * roundMostMs,
);
