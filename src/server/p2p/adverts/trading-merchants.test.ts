import { expect, it } from 'vitest';
import { hourMs } from '#protocol/core/durations.ts';
import type { OpeningHours } from '#protocol/p2p/opening-hours.ts';
import { TradingMerchants } from './trading-merchants.ts';

const nineToFive: OpeningHours = { from: 9 * 60, to: 17 * 60, offsetMinutes: 0 };

/** Merchants at a clock, and which of them changed on the board. */
function merchantsAt(hour: number) {
  let now = hour * hourMs;
  let changed: bigint[] = [];
  const merchants = new TradingMerchants({ merchantsChanged: (owners) => changed.push(...owners) }, () => now);
  return {
    merchants,
    set: (owner: bigint, hours: OpeningHours | null, more: { paused?: boolean; updatedAt?: number } = {}) =>
      merchants.put({ owner, paused: false, hours, autoReply: '', blocked: [], updatedAt: 1, ...more }),
    /** Looks at the hours when it is as late; which of them changed on the board since the last time. */
    changedAt: (late: number): bigint[] => {
      now = late * hourMs;
      merchants.followHours();
      const since = changed;
      changed = [];
      return since;
    },
  };
}

it('notifies the board once when opening hours begin, and once when they end', () => {
  const { merchants, set, changedAt } = merchantsAt(8);
  set(1n, nineToFive);
  set(2n, null);
  expect(changedAt(8)).toEqual([1n, 2n]);
  expect(merchants.serves(1n, null)).toBe(false);
  expect(merchants.serves(2n, null)).toBe(true);
  expect(changedAt(9)).toEqual([1n]);
  expect(merchants.serves(1n, null)).toBe(true);
  expect(changedAt(16)).toEqual([]);
  expect(changedAt(17)).toEqual([1n]);
  expect(changedAt(18)).toEqual([]);
});

it('opening hours that are gone, or of a merchant who rests anyway, turn nothing', () => {
  const { merchants, set, changedAt } = merchantsAt(8);
  set(1n, nineToFive);
  set(2n, nineToFive, { paused: true });
  set(1n, null, { updatedAt: 2 });
  // Late news of older settings bring the hours back no more than anything else.
  set(1n, nineToFive, { updatedAt: 1 });
  expect(changedAt(8)).toEqual([1n, 2n, 1n]);
  expect(changedAt(9)).toEqual([]);
  expect(merchants.serves(1n, null)).toBe(true);
  expect(merchants.serves(2n, null)).toBe(false);
});
