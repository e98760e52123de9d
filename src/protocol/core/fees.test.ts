import { expect, it } from 'vitest';
import { feeOn, ppmOf } from './fees.ts';
import { tierOf } from '../contracts/maths/margin.ts';

it('cuts fees in favour of the user', () => {
  expect(ppmOf('0.001')).toBe(1_000n);
  expect(feeOn(1_999n, 1_000n)).toBe(1n);
  expect(feeOn(999n, 1_000n)).toBe(0n);
});

it('counts a side that costs exactly the most of a tier to that tier', () => {
  const small = { costMost: 100n, maintenancePpm: 5_000n, leverageMost: 100 };
  const large = { costMost: null, maintenancePpm: 10_000n, leverageMost: 20 };
  const tiers = [small, large];
  expect(tierOf({ tiers }, 100n)).toBe(small);
  expect(tierOf({ tiers }, 101n)).toBe(large);
});
