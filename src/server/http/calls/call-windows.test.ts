import { expect, it } from 'vitest';
import { CallWindows } from './call-windows.ts';

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
