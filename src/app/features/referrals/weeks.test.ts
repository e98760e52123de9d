import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filledWeeks, lineText, scaleOf, sumOfWeeks, weeksShown } from './weeks.ts';

const week = (day: string, direct: string, indirect = '0', reversed = '0') => ({
  day,
  direct,
  indirect,
  fees: '1',
  reversed,
});

describe('weeks of rebates', () => {
  it('are the last twelve, with nothing in those of which nothing is known', () => {
    const weeks = filledWeeks([week('2026-11-16', '2'), week('2026-10-05', '1')], '2026-11-23');
    expect(weeks).toHaveLength(weeksShown);
    expect(weeks.map(({ day }) => day).slice(0, 2)).toEqual(['2026-09-07', '2026-09-14']);
    expect(weeks.at(-1)).toEqual({ day: '2026-11-23', direct: '0', indirect: '0', fees: '0', reversed: '0' });
    expect(weeks.at(-2)?.direct).toBe('2');
    expect(weeks[4]).toMatchObject({ day: '2026-10-05', direct: '1' });
  });

  it('add up exactly', () => {
    const sum = sumOfWeeks([week('2026-11-16', '0.1', '0.02', '0.3'), week('2026-11-23', '0.2', '0', '0')]);
    expect(sum).toEqual({ direct: '0.3', indirect: '0.02', fees: '2', reversed: '0.3' });
  });

  it('fit a scale of round numbers', () => {
    expect(scaleOf([week('2026-11-16', '34.06', '8.1')]).lines).toEqual([20, 40]);
    expect(scaleOf([week('2026-11-16', '30', '8.1')]).lines).toEqual([10, 20]);
    expect(scaleOf([week('2026-11-16', '0.00000012')]).lines).toEqual([0.00000005, 0.0000001]);
    expect([0.00000005, 0.5, 20].map(lineText)).toEqual(['0.00000005', '0.5', '20']);
    expect(scaleOf([week('2026-11-16', '0')])).toEqual({ lines: [], above: 1, below: 0 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), fc.integer({ min: 0, max: 10 ** 12 }), (direct, reversed) => {
        const scale = scaleOf([week('2026-11-16', `${direct}`, '0', `${reversed}`)]);
        expect(scale.above).toBeGreaterThanOrEqual(direct);
        expect(scale.above).toBeLessThanOrEqual(Math.max(direct, reversed) * 1.001);
        expect(scale.below).toBe(reversed);
      }),
    );
  });
});
