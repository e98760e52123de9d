import { expect, it } from 'vitest';
import { AddressBudgets } from './address-budgets.ts';

it('charges an address of IPv6 to its /64 and to its /48, which has sixteen times as much', () => {
  const budgets = new AddressBudgets({ unitsPerSecond: 1, burstUnits: 10 });
  const of = (network: number) => `2001:db8:7:${network}::/64`;
  budgets.charge(of(1), 15, 0);
  expect([budgets.waitMs(of(1), 0), budgets.waitMs(of(2), 0)]).toEqual([5_000, 0]);
  for (let network = 2; network <= 16; network += 1) budgets.charge(of(network), 10, 0);
  // 165 units of 160: each of the sixteen was within its own budget, or paid for what it was beyond it.
  expect(budgets.waitMs(of(99), 0)).toBe(313);
  expect(budgets.waitMs('2001:db8:8:99::/64', 0)).toBe(0);
  budgets.charge('203.0.113.1', 11, 0);
  expect([budgets.waitMs('203.0.113.1', 0), budgets.waitMs('203.0.113.2', 0)]).toEqual([1_000, 0]);
});

it('takes what another process charged to one network for that one alone', () => {
  const budgets = new AddressBudgets({ unitsPerSecond: 1, burstUnits: 10 });
  budgets.chargeNetwork('2001:db8:7::/48', 176, 0);
  expect(budgets.waitMs('2001:db8:7:1::/64', 0)).toBe(1_000);
  budgets.chargeNetwork('2001:db8:9:1::/64', 12, 0);
  expect([budgets.waitMs('2001:db8:9:1::/64', 0), budgets.waitMs('2001:db8:9:2::/64', 0)]).toEqual([2_000, 0]);
});
