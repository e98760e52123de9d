import { describe, expect, it } from 'vitest';
import { missingStanding, type MerchantStanding } from './merchant-standing.ts';

const whole: MerchantStanding = {
  disabled: false,
  suspended: false,
  verified: true,
  nickname: 'Mei',
  methodCount: 1,
  deposit: 'whole',
};

describe('the standing of a merchant', () => {
  it('misses nothing when all conditions are met', () => {
    expect(missingStanding(whole)).toBeNull();
  });

  it.each<[Partial<MerchantStanding>, string]>([
    [{ disabled: true, suspended: true, verified: false }, 'disabled'],
    [{ suspended: true, verified: false, deposit: 'none' }, 'suspended'],
    [{ verified: false, nickname: null, methodCount: 0, deposit: 'none' }, 'real-name'],
    [{ nickname: null, methodCount: 0, deposit: 'none' }, 'nickname'],
    [{ methodCount: 0, deposit: 'none' }, 'collection-method'],
    [{ deposit: 'none' }, 'deposit'],
    [{ deposit: 'short' }, 'top-up'],
    [{ deposit: 'returning' }, 'deposit-kept'],
  ])('of %o misses %s first', (lacking, missing) => {
    expect(missingStanding({ ...whole, ...lacking })).toBe(missing);
  });
});
