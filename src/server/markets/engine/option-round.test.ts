import { directionOf, type RoundDirection } from '#protocol/options/maths/payout.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionCycles, optionLockMs } from '#protocol/core/limits.ts';
import { divideRound, openRoundAt, type Stake } from './option-round.ts';

const directions: readonly RoundDirection[] = ['up', 'down', 'flat'];
const stakes = fc.array(fc.record({ direction: fc.constantFrom(...directions), stake: fc.bigInt(1n, 10n ** 12n) }), {
  maxLength: 40,
});
const numbered = (list: readonly { direction: RoundDirection; stake: bigint }[]): Stake[] =>
  list.map((one, index) => ({ ...one, id: BigInt(index), owner: BigInt(index) }));
const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

describe('the times of a round', () => {
  it('leave one round open at all times, each for a whole cycle', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 }),
        fc.constantFrom(...optionCycles),
        (now, cycle) => {
          const round = openRoundAt(now, cycle * 1_000, optionLockMs);
          expect(round.opensAt).toBeLessThanOrEqual(now);
          expect(round.lockAt).toBeGreaterThan(now);
          expect(round.lockAt - round.opensAt).toBe(cycle * 1_000);
          expect(round.strikeAt - round.lockAt).toBe(optionLockMs);
          expect(round.settleAt - round.strikeAt).toBe(cycle * 1_000);
          expect(round.strikeAt % (cycle * 1_000)).toBe(0);
        },
      ),
    );
  });

  it('number the rounds of a day from one', () => {
    const midnight = Date.UTC(2026, 10, 20);
    expect(openRoundAt(midnight - optionLockMs, 60_000, optionLockMs).period).toBe('20261120-2');
    expect(openRoundAt(midnight - optionLockMs - 1, 60_000, optionLockMs).period).toBe('20261120-1');
    expect(openRoundAt(midnight + 86_400_000 - 60_000 - optionLockMs - 1, 60_000, optionLockMs).period).toBe(
      '20261120-1440',
    );
  });
});

describe('the division of a round', () => {
  it('distinguishes up, down and flat', () => {
    expect([directionOf(5n, 6n), directionOf(5n, 4n), directionOf(5n, 5n)]).toEqual(['up', 'down', 'flat']);
  });

  it('pays out exactly what was staked, for any stakes and result', () => {
    fc.assert(
      fc.property(
        stakes,
        fc.constantFrom<RoundDirection | null>(...directions, null),
        fc.bigInt(0n, 1_000n),
        (list, result, fee) => {
          const all = numbered(list);
          const { shares, remainder } = divideRound(all, result, fee);
          const back = total(shares.map((share) => (share.outcome === 'loss' ? 0n : share.stake + share.profit)));
          const fees = total(shares.map((share) => share.fee));
          expect(back + fees + remainder).toBe(total(all.map(({ stake }) => stake)));
          expect(remainder).toBeGreaterThanOrEqual(0n);
          expect(remainder).toBeLessThan(BigInt(Math.max(1, all.length)));
          for (const share of shares) {
            expect(share.profit).toBeGreaterThanOrEqual(0n);
            if (share.outcome === 'loss') expect(share.direction).not.toBe(result);
            if (share.outcome === 'profit') expect(share.direction).toBe(result);
          }
        },
      ),
    );
  });

  it('refunds all stakes when there is no winner, no loser, or the round is void', () => {
    const all = numbered([
      { direction: 'up', stake: 5n },
      { direction: 'up', stake: 7n },
    ]);
    for (const result of ['up', 'down', 'flat', null] as const) {
      expect(divideRound(all, result, 30n).shares.map(({ outcome }) => outcome)).toEqual(['draw', 'draw']);
    }
  });

  it('shares winnings by stake, and takes its fee from winnings alone', () => {
    const all = numbered([
      { direction: 'up', stake: 100n },
      { direction: 'up', stake: 300n },
      { direction: 'down', stake: 1_000n },
      { direction: 'flat', stake: 1n },
    ]);
    const { shares, remainder } = divideRound(all, 'up', 30n);
    expect(shares.map(({ outcome, profit, fee }) => [outcome, profit, fee])).toEqual([
      ['profit', 243n, 7n],
      ['profit', 728n, 22n],
      ['loss', 0n, 0n],
      ['loss', 0n, 0n],
    ]);
    expect(remainder).toBe(1n);
  });
});
