import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromUnits } from '#protocol/core/decimal.ts';
import { optionFeePerMille } from '#protocol/core/limits.ts';
import {
  directions,
  multipleOf,
  payoutOf,
  payoutOfNew,
  poolShares,
  type Pools,
} from '#app/features/options/form/maths.ts';
import { divideRound, type Stake } from '#server/markets/engine/option-round.ts';

/** What the page promises is what the exchange pays. */

const scale = 8;
const direction = fc.constantFrom(...directions);
const stakes = fc.array(fc.record({ direction, stake: fc.bigInt({ min: 1n, max: 100_000_000_000n }) }), {
  maxLength: 8,
});

function poolsOf(list: readonly Pick<Stake, 'direction' | 'stake'>[]): Pools {
  const sumOf = (way: string) =>
    fromUnits(
      list.filter((one) => one.direction === way).reduce((sum, one) => sum + one.stake, 0n),
      scale,
    );
  return { up: sumOf('up'), down: sumOf('down'), flat: sumOf('flat') };
}

test('a stake returns on the page what the exchange pays when it is the last entry', () => {
  fc.assert(
    fc.property(stakes, direction, fc.bigInt({ min: 100_000_000n, max: 100_000_000_000n }), (others, way, stake) => {
      const all = [...others, { direction: way, stake }].map((one, at) => ({
        ...one,
        id: BigInt(at),
        owner: BigInt(at),
      }));
      const total = (list: readonly Pick<Stake, 'stake'>[]) => list.reduce((sum, one) => sum + one.stake, 0n);
      const lost = total(all.filter((one) => one.direction !== way));
      const winnings = (lost * stake) / (total(all) - lost);
      const fee = (winnings * BigInt(optionFeePerMille)) / 1_000n;
      const paid = divideRound(all, way, BigInt(optionFeePerMille)).shares.at(-1);
      expect([paid?.profit, paid?.fee]).toEqual([winnings - fee, fee]);
      const received = payoutOfNew(poolsOf(others), way, fromUnits(stake, scale));
      expect(received).toEqual({
        returned: fromUnits(stake + (paid?.profit ?? 0n), scale),
        profit: fromUnits(paid?.profit ?? 0n, scale),
        fee: fromUnits(paid?.fee ?? 0n, scale),
      });
      // The same from pools that hold the stake already, as the page of a round works it out.
      expect(payoutOf(poolsOf(all), way, fromUnits(stake, scale))).toEqual(received);
    }),
  );
});

test('the figures of the look: 1.59 and 2.58 times', () => {
  const pools = { up: '18640', down: '11420', flat: '0' };
  expect([multipleOf(pools, 'up'), multipleOf(pools, 'down'), multipleOf(pools, 'flat')]).toEqual([
    '1.59',
    '2.58',
    null,
  ]);
  // One's own stake makes the own pool larger, so a new stake of 50 returns a little less than 50 times that.
  expect(payoutOfNew(pools, 'up', '50')).toEqual({ returned: '79.63456394', profit: '29.63456394', fee: '0.9165329' });
  expect(payoutOfNew({ up: '0', down: '0', flat: '0' }, 'up', '50')).toEqual({ returned: '50', profit: '0', fee: '0' });
});

test('the shares of the look: 62 and 38 percent', () => {
  expect(poolShares({ up: '18640', down: '11420', flat: '0' })).toEqual({ up: 62, flat: 0, down: 38 });
});

test('shares are whole percents that make a whole', () => {
  fc.assert(
    fc.property(stakes, (list) => {
      const { up, flat, down } = poolShares(poolsOf(list));
      expect(up + flat + down).toBe(list.length === 0 ? 0 : 100);
    }),
  );
});
