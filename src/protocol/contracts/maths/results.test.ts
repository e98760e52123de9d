import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { feeShare, netResult, type ResultParts } from './results.ts';

const units = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const fee = fc.bigInt({ min: 0n, max: 10n ** 12n });
const closing = fc.record({ lots: fc.integer({ min: 1, max: 500 }), profit: units, closeFee: fee, night: fee });

it('the results of all closings add up to the result of the position, to the last unit', () => {
  fc.assert(
    fc.property(fc.array(closing, { minLength: 1, maxLength: 12 }), fee, (closings, openFee) => {
      let open = closings.reduce((sum, { lots }) => sum + lots, 0);
      const left = { openFee, overnightFee: 0n };
      const whole = { profit: 0n, openFee, closeFee: 0n, overnightFee: 0n, insurance: 0n };
      let sum = 0n;
      for (const { lots, profit, closeFee, night } of closings) {
        left.overnightFee += night;
        const parts: ResultParts = {
          profit,
          closeFee,
          openFee: feeShare(left.openFee, lots, open),
          overnightFee: feeShare(left.overnightFee, lots, open),
          insurance: 0n,
        };
        left.openFee -= parts.openFee;
        left.overnightFee -= parts.overnightFee;
        open -= lots;
        sum += netResult(parts);
        whole.profit += profit;
        whole.closeFee += closeFee;
        whole.overnightFee += night;
      }
      expect(left).toEqual({ openFee: 0n, overnightFee: 0n });
      expect(sum).toBe(netResult(whole));
    }),
  );
});

it('what a liquidation leaves to the insurance fund is lost to its owner', () => {
  const parts = { profit: -80n, openFee: 3n, closeFee: 0n, overnightFee: 5n, insurance: 15n };
  expect(netResult(parts)).toBe(-103n);
});
