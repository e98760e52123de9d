import { expect, it, vi } from 'vitest';
import { createStoreHealth } from './store-health.ts';
import { healthTopic } from './topic.ts';

it('publishes the loss and return of the store once each, and to subscribers in between', () => {
  let now = 1_000;
  const health = createStoreHealth(
    () => now,
    'ready',
    (error) => {
      throw error;
    },
  );
  const due = vi.fn();
  const feed = healthTopic(health).open('health', due);
  expect(feed.snapshot()).toEqual({ store: 'ready', since: 1_000 });
  expect(feed.take()).toBeNull();
  now = 2_000;
  health.set('degraded');
  expect(due).toHaveBeenCalledOnce();
  expect(feed.take()).toEqual({ store: 'degraded', since: 2_000 });
  expect(feed.take()).toBeNull();
  expect(feed.snapshot()).toEqual({ store: 'degraded', since: 2_000 });
  now = 3_000;
  health.set('ready');
  expect(feed.take()).toEqual({ store: 'ready', since: 3_000 });
  feed.close();
  health.set('degraded');
  expect(due).toHaveBeenCalledTimes(2);
});
