import { expect, it, vi } from 'vitest';
import { contentTopic } from './topic.ts';

it('publishes which set is served, and each later one once', () => {
  const listeners = new Set<() => void>();
  const content = {
    digest: 'first',
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const due = vi.fn();
  const feed = contentTopic(content).open('content', due);
  expect(feed.snapshot()).toEqual({ digest: 'first' });
  expect(feed.take()).toBeNull();
  content.digest = 'second';
  for (const listener of listeners) listener();
  expect(due).toHaveBeenCalledOnce();
  expect(feed.take()).toEqual({ digest: 'second' });
  expect(feed.take()).toBeNull();
  expect(feed.snapshot()).toEqual({ digest: 'second' });
  feed.close();
  expect(listeners.size).toBe(0);
});
