import { describe, expect, it, test } from 'vitest';
import { comparisonVersion, skeletonOf, skeletonsOf } from './skeleton.ts';

const looksAlike = (one: string, other: string) =>
  skeletonsOf(one).some((skeleton) => skeletonsOf(other).includes(skeleton));

describe('the skeleton', () => {
  it('is that of the standard', () => {
    // The examples of UTS 39, section 4.
    expect(skeletonOf('ѕсоре')).toBe(skeletonOf('scope'));
    expect(skeletonOf('paypal')).toBe(skeletonOf('раураl'));
    expect(skeletonOf('m')).toBe('rn');
    expect(skeletonOf(skeletonOf('ℓ1I|'))).toBe('llll');
  });

  it('has a version that names Unicode', () => {
    expect(Math.floor(comparisonVersion() / 1_000_000)).toBeGreaterThanOrEqual(17);
  });
});

test.each([
  ['GoldTrader', 'GoldTrаder'],
  ['GoldTrader', 'GoIdTrader'],
  ['GOLDTRADER', 'GoIdTrader'],
  ['GoldTrader', 'goldtrader'],
  ['GoldTrader', 'G0ldTrader'],
  ['ADMIN', 'ADMlN'],
  ['modern', 'modem'],
  ['Trader 5118', 'Trader 511８'],
  ['ᴅan', 'Dan'],
])('%s looks like %s', (one, other) => {
  expect(looksAlike(one, other)).toBe(true);
});

test.each([
  ['GoldTrader', 'Gold Trader 2'],
  ['Mila', 'Nila'],
  ['Kevin', 'Kenin'],
  ['Trader 5118', 'Trader 5119'],
  ['小明', '小朋'],
])('%s does not look like %s', (one, other) => {
  expect(looksAlike(one, other)).toBe(false);
});
