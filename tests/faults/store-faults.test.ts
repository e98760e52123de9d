import { expect, test } from 'vitest';
import { atDepth, seed } from '../depth.ts';
import { faultKinds } from './fault-kinds.ts';
import { faultRounds } from './fault-rounds.ts';
import { generator } from '../../tools/statistics/generator.ts';

const rounds = atDepth(1);
const roundMostMs = 120_000;

test(
  `whatever happens to the exchange, its PostgreSQL and the wire between them, nothing is lost or done twice (SEED=${seed})`,
  async () => {
    const reports = await faultRounds(faultKinds, rounds, generator(seed), {
      brief: true,
      received: ({ kind, skipped, againMs, acknowledged }) => {
        const words = skipped ?? `${acknowledged} taps, trading again after ${Math.round(againMs.at(-1) ?? 0)} ms`;
        process.stdout.write(`${kind}: ${words}\n`);
      },
    });
    expect(reports.flatMap(({ faults }) => faults)).toEqual([]);
    expect(reports.map(({ kind }) => kind)).toHaveLength(faultKinds.length);
    for (const { skipped, acknowledged } of reports) if (skipped === null) expect(acknowledged).toBeGreaterThan(16);
  },
  faultKinds.length * rounds * roundMostMs,
);
