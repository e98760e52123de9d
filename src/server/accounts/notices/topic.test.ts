import { expect, test, vi } from 'vitest';
import { noticeTopics } from './topic.ts';

test('a change during a count is counted, also when the topic was closed and reopened meanwhile', async () => {
  const listeners: ((owner: bigint | null) => void)[] = [];
  const counts: ((unread: number) => void)[] = [];
  const unread = vi.fn(() => new Promise<number>((resolve) => void counts.push(resolve)));
  const onChange = (listener: (owner: bigint | null) => void) => {
    listeners.push(listener);
    return () => undefined;
  };
  const onFailure = vi.fn();
  const open = new Set([7n]);
  const changed = vi.fn();
  noticeTopics({ unread, onChange }, onFailure).account?.publishTo({
    get isEmpty() {
      return open.size === 0;
    },
    has: (owner) => open.has(owner),
    owners: () => [...open],
    changed,
  });
  const change = () => listeners.forEach((listener) => listener(7n));
  change();
  open.clear();
  change();
  open.add(7n);
  counts.shift()?.(1);
  await expect.poll(() => counts.length).toBe(1);
  counts.shift()?.(2);
  await expect
    .poll(() => changed.mock.calls)
    .toEqual([
      [7n, { unread: 1 }],
      [7n, { unread: 2 }],
    ]);
  open.clear();
  change();
  expect(unread).toHaveBeenCalledTimes(2);
  expect(onFailure).not.toHaveBeenCalled();
});
