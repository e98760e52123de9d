import { describe, expect, it } from 'vitest';
import { monthAfter, monthOfText, sumsOf, weeksOf } from './month-days.ts';

const day = (number: number, doubled = false) => ({
  day: `2026-11-${`${number}`.padStart(2, '0')}`,
  asset: 'USDT',
  reward: doubled ? '0.4' : '0.2',
  doubled,
});

describe('the calendar of a month', () => {
  it('begins its weeks on Sunday and joins days in a row', () => {
    const weeks = weeksOf('2026-11', [day(5), day(7), day(8)]);
    expect(weeks).toHaveLength(5);
    expect(weeks[0]?.[0]?.number).toBe(1);
    expect(weeks[0]?.[4]).toMatchObject({ number: 5, joinsBefore: false, joinsAfter: false });
    expect(weeks[0]?.[6]).toMatchObject({ number: 7, joinsBefore: false, joinsAfter: true });
    expect(weeks[1]?.[0]).toMatchObject({ number: 8, joinsBefore: true, joinsAfter: false });
    expect(weeks[4]).toHaveLength(2);
  });

  it('leaves the days before its first empty', () => {
    const [first] = weeksOf('2026-12', []);
    expect(first?.slice(0, 3)).toEqual([null, null, { ...first?.[2], number: 1 }]);
  });

  it('adds up what its days paid', () => {
    expect(sumsOf([day(1), day(2), day(7, true)])).toEqual([{ asset: 'USDT', amount: '0.8' }]);
    expect(sumsOf([])).toEqual([]);
  });

  it('knows the months before and after it', () => {
    expect(monthAfter('2026-01', -1)).toBe('2025-12');
    expect(monthAfter('2026-12', 1)).toBe('2027-01');
    expect(monthOfText('2026-11-22')).toBe('2026-11');
  });
});
