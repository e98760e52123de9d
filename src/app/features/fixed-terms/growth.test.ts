import { describe, expect, it } from 'vitest';
import { growthOn, interestOf, standingOf, yearlyOf } from './growth.ts';

const monthly = { ratePpm: 4_800, days: 30, exitPpm: 500_000 };

describe('what a fixed term comes to', () => {
  it('is that of the worked example: 1,000 for 30 days at 0.48 %', () => {
    expect(interestOf(monthly, '1000')).toBe('4.8');
    expect(growthOn(monthly, '1000', 12)).toEqual({
      day: 12,
      interest: '1.92',
      stay: '1001.92',
      leave: '1000.96',
      cost: '0.96',
    });
    expect(yearlyOf(monthly)).toBe(58_400n);
  });

  it('returns all that was put in on the first day', () => {
    expect(growthOn(monthly, '1000', 0)).toMatchObject({ stay: '1000', leave: '1000', cost: '0' });
  });

  it('stands still after the last day', () => {
    const holding = { ...monthly, dayMs: 60_000, openedAt: 0, principal: '1000' };
    expect(standingOf(holding, 12 * 60_000).interest).toBe('1.92');
    expect(standingOf(holding, 99 * 60_000)).toMatchObject({ day: 30, interest: '4.8' });
  });
});
