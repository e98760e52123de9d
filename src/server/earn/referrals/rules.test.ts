import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayText, productDayStart } from '#protocol/core/product-day.ts';
import { maskedMember } from './shown.ts';
import {
  afterCredit,
  cycles,
  firstDayOf,
  levelOf,
  nextCreditAt,
  periodOf,
  rebateOf,
  refusedFor,
  shippedLevels,
  weekOf,
} from './rules.ts';

describe('periods', () => {
  it('are days of UTC+8, credited five minutes after they end', () => {
    const noon = Date.UTC(2026, 10, 24, 4);
    expect(new Date(periodOf(noon, cycles.live)).toISOString()).toBe('2026-11-23T16:00:00.000Z');
    expect(new Date(nextCreditAt(noon, cycles.live)).toISOString()).toBe('2026-11-24T16:05:00.000Z');
    expect(periodOf(90_001, cycles.practice)).toBe(60_000);
  });

  it('are of weeks that begin on Monday', () => {
    const monday = Date.UTC(2026, 10, 22, 16);
    expect(dayText(firstDayOf(weekOf(monday)))).toBe('2026-11-23');
    expect(weekOf(monday - 1)).toBe(weekOf(monday) - 1);
    expect(productDayStart(firstDayOf(weekOf(monday)))).toBe(monday);
  });
});

describe('rebates', () => {
  it('follow the level, and never exceed the fee for two generations of the highest', () => {
    expect([0, 2, 3, 9, 10, 500].map((traded) => levelOf(shippedLevels, traded).level)).toEqual([1, 1, 2, 2, 3, 4]);
    const most = shippedLevels.at(-1);
    expect((most?.direct ?? 0) + (most?.indirect ?? 0)).toBeLessThan(10_000);
  });

  it('are all taken back when all fees are returned, in whatever parts', () => {
    const part = fc.bigInt({ min: 1n, max: 10_000n });
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 5_000 }),
        (parts, share) => {
          let sum = { fees: 0n, credited: 0n };
          const add = (fee: bigint) => {
            const change = rebateOf(fee, share, sum);
            sum = { fees: sum.fees + change.fees, credited: sum.credited + change.credited };
            expect(sum.credited * 10_000n).toBeLessThanOrEqual(sum.fees * 5_000n);
            expect(sum.credited).toBeGreaterThanOrEqual(0n);
          };
          for (const fee of parts) add(fee);
          for (const fee of parts.toReversed()) add(-fee);
          expect(sum).toEqual({ fees: 0n, credited: 0n });
        },
      ),
    );
  });

  it('pay what is owed first', () => {
    expect(afterCredit({ held: 5n, owed: 0n }, -8n)).toEqual({ held: 0n, owed: 3n });
    expect(afterCredit({ held: 0n, owed: 3n }, 2n)).toEqual({ held: 0n, owed: 1n });
    expect(afterCredit({ held: 0n, owed: 1n }, 2n)).toEqual({ held: 1n, owed: 0n });
  });
});

it('counts a household, and refuses the inviter’s own device', () => {
  expect(refusedFor({ sameNetwork: false, sameDevice: true, household: 9 })).toBeNull();
  expect(refusedFor({ sameNetwork: true, sameDevice: false, household: 1 })).toBeNull();
  expect(refusedFor({ sameNetwork: true, sameDevice: false, household: 2 })).toBe('network');
  expect(refusedFor({ sameNetwork: true, sameDevice: true, household: 0 })).toBe('device');
});

it('masks names', () => {
  const none = { email: null, phone: null, nickname: null };
  expect(maskedMember({ ...none, email: 'mei.li@gmail.com' })).toBe('m•••i@g•••.com');
  expect(maskedMember({ ...none, phone: '+84912345217' })).toBe('+84 ••• ••• 217');
  expect(maskedMember({ ...none, nickname: 'Trader 512' })).toBe('T•••2');
  expect(maskedMember(none)).toBe('•••');
});
