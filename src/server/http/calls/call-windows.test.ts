import { expect, it } from 'vitest';
import { AddressWindows, CallWindows } from './call-windows.ts';

it('admits so many calls of a key within a window, and as many in the next', () => {
  let nowMs = 0;
  const windows = new CallWindows<string>(2, 100, () => nowMs);
  expect([windows.admit('a'), windows.admit('a'), windows.admit('a'), windows.admit('b')]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  nowMs = 99;
  expect(windows.admit('a')).toBe(false);
  nowMs = 100;
  expect(windows.admit('a')).toBe(true);
});

it('admits everything without a limit', () => {
  const windows = new CallWindows<string>(0, 100, () => 0);
  expect(Array.from({ length: 50 }, () => windows.admit('a')).every(Boolean)).toBe(true);
});

it('forgets the window that began first when it counts too many keys', () => {
  const windows = new CallWindows<string>(1, 100, () => 0, 2);
  for (const key of ['a', 'b', 'c']) windows.admit(key);
  expect(windows.admit('c')).toBe(false);
  expect(windows.admit('a')).toBe(true);
});

it('counts an address of IPv6 for its /64 and, sixteen times as much, for its /48', () => {
  const windows = new AddressWindows(2, 100, () => 0);
  const of = (network: number) => windows.admit(`2001:db8:7:${network}::/64`);
  expect([of(1), of(1), of(1), of(1)]).toEqual([true, true, false, false]);
  for (let network = 2; network <= 16; network += 1) expect([of(network), of(network)]).toEqual([true, true]);
  expect(of(99)).toBe(false);
  expect(windows.admit('2001:db8:8:99::/64')).toBe(true);
  for (let last = 1; last <= 50; last += 1) expect(windows.admit(`203.0.113.${last}`)).toBe(true);
});
