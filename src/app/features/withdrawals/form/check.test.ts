import { describe, expect, it } from 'vitest';
import {
  arrives,
  bookedAs,
  leastAmount,
  leftToday,
  mostAmount,
  type WithdrawalDraft,
  withdrawalProblems,
  type WithdrawTerms,
} from './check.ts';
import { ethereum as chain } from '../testing-chain.ts';

const now = Date.parse('2026-07-01T00:00:00Z');
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

function terms(change: Partial<WithdrawTerms> = {}): WithdrawTerms {
  return {
    asset: 'USDT',
    available: '500',
    chains: [chain],
    addresses: [],
    ownAddresses: [],
    addressWait: false,
    dailyLimit: '10000',
    dailyUsed: '0',
    dailyLimitVerified: '1000000',
    verified: false,
    hasTransactionPassword: true,
    withdrawalHoldUntil: null,
    withdrawalHoldReason: null,
    held: null,
    price: '1',
    ...change,
  };
}

const right: WithdrawalDraft = { address, amount: '100', remark: 'Rent' };

function problems(change: Partial<WithdrawalDraft>, of: WithdrawTerms = terms(), on = chain) {
  return withdrawalProblems(of, on, { ...right, ...change }, { available: of.available, places: 2, now });
}

describe('withdrawalProblems', () => {
  it('has nothing against a withdrawal within all rules', () => {
    expect(problems({})).toEqual([]);
  });

  it('names every field that is not filled in', () => {
    expect(problems({ address: ' ', amount: '', remark: '  ' }).map(({ field, kind }) => [field, kind])).toEqual([
      ['address', 'missing'],
      ['amount', 'missing'],
      ['remark', 'missing'],
    ]);
    expect(problems({ amount: '0' })).toEqual([{ field: 'amount', kind: 'missing' }]);
  });

  it('refuses what cannot be an address', () => {
    for (const text of ['0x5290', 'send it to my wallet please', '0x52908400098527886E0F7030069857D2E4169EE7 and more'])
      expect(problems({ address: text })).toEqual([{ field: 'address', kind: 'malformed' }]);
  });

  it('refuses the own deposit address of the chain, however its letters are written', () => {
    const own = terms({ ownAddresses: [{ chain: 'ETH', address: other }] });
    for (const text of [other, other.toLowerCase(), ` ${other} `])
      expect(problems({ address: text }, own)).toEqual([{ field: 'address', kind: 'own' }]);
    expect(problems({}, own)).toEqual([]);
    expect(problems({ address: other }, terms({ ownAddresses: [{ chain: 'TEST', address: other }] }))).toEqual([]);
  });

  it('keeps to the minimum, and to more than the fee where that is more', () => {
    expect(problems({ amount: '9.99' })).toEqual([{ field: 'amount', kind: 'belowMinimum', allowed: '10' }]);
    expect(problems({ amount: '10' })).toEqual([]);
    const dear = { ...chain, withdrawMinimum: '1', withdrawFee: '2' };
    expect(problems({ amount: '2' }, terms(), dear)).toEqual([
      { field: 'amount', kind: 'belowMinimum', allowed: '2.01' },
    ]);
    expect(leastAmount(dear, 2)).toBe('2.01');
  });

  it('keeps to what is available', () => {
    expect(problems({ amount: '500' })).toEqual([]);
    expect(problems({ amount: '500.01' })).toEqual([{ field: 'amount', kind: 'insufficient', allowed: '500' }]);
  });

  it('keeps to what the day leaves, in the coin at its price', () => {
    const used = terms({ available: '20000', dailyUsed: '9900' });
    expect(problems({ amount: '100' }, used)).toEqual([]);
    expect(problems({ amount: '100.01' }, used)).toEqual([{ field: 'amount', kind: 'overLimit', allowed: '100.00' }]);
    const dear = terms({ asset: 'ETH', available: '20', price: '3000' });
    expect(
      withdrawalProblems(
        dear,
        { ...chain, withdrawMinimum: '0.1', withdrawFee: '0.01' },
        { ...right, amount: '4' },
        {
          available: '20',
          places: 8,
          now,
        },
      ),
    ).toEqual([{ field: 'amount', kind: 'overLimit', allowed: '3.33333333' }]);
  });

  it('has new addresses wait only while the wait is on', () => {
    const booked = { id: '1', chain: 'ETH', address, label: 'Cold', createdAt: now, usableAt: now + 1 };
    expect(problems({}, terms({ addresses: [booked] }))).toEqual([]);
    expect(problems({}, terms({ addresses: [booked], addressWait: true }))).toEqual([
      { field: 'address', kind: 'waiting', until: now + 1 },
    ]);
    // The page's clock goes by whole seconds and may be behind the moment an address was added.
    const usable = { ...booked, createdAt: now + 1, usableAt: now + 1 };
    expect(problems({}, terms({ addresses: [usable], addressWait: true }))).toEqual([]);
    expect(problems({ address: other }, terms({ addresses: [usable], addressWait: true }))).toEqual([
      { field: 'address', kind: 'unbooked' },
    ]);
  });
});

it('finds an address of the book however its letters are written, on its own chain alone', () => {
  const booked = { id: '1', chain: 'ETH', address, label: 'Cold', createdAt: now, usableAt: now };
  expect(bookedAs([booked], 'ETH', address.toLowerCase())?.id).toBe('1');
  expect(bookedAs([booked], 'TEST', address)).toBeNull();
});

it('takes the most that balance and limit both allow, cut', () => {
  expect(mostAmount(terms({ available: '500.12999' }), '500.12999', 2)).toBe('500.12');
  expect(mostAmount(terms({ dailyUsed: '9700' }), '500', 2)).toBe('300');
  expect(mostAmount(terms({ dailyUsed: '12000' }), '500', 2)).toBe('0');
  expect(leftToday({ dailyLimit: '10', dailyUsed: '12' })).toBe('0');
});

it('shows what arrives after the fee', () => {
  expect(arrives('100', '2')).toBe('98');
  expect(arrives('2', '2')).toBeNull();
  expect(arrives('', '2')).toBeNull();
});
