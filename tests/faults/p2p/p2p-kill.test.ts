import { expect, test } from 'vitest';
import { atDepth, seed } from '../../depth.ts';
import { generator } from '../../../tools/statistics/generator.ts';
import { killP2p } from './p2p-kill.ts';

const rounds = atDepth(4);
const roundMostMs = 30_000;

test(
  `killed ${rounds} times while people trade fiat, the exchange pays each escrow once and handles each countdown once (SEED=${seed})`,
  async () => {
    const report = await killP2p(rounds, generator(seed));
    process.stdout.write(`${JSON.stringify(report)}\n`);
    expect(report.faults).toEqual([]);
    expect(report.orders).toBeGreaterThan(rounds * 2);
    expect(report.dueWhileDown).toBeGreaterThan(0);
    const { ended } = report;
    for (const way of ['completed by seller', 'cancelled by buyer', 'cancelled by timeout']) {
      expect(ended[way] ?? 0, way).toBeGreaterThan(0);
    }
  },
  60_000 + rounds * roundMostMs,
);
