import { expect, test } from 'vitest';
import { createStoreHealth, type StoreState } from './store-health.ts';

test('each change is published once, with its time, even if another listener throws', () => {
  let now = 1_000;
  const failures: unknown[] = [];
  const health = createStoreHealth(
    () => now,
    'ready',
    (error) => failures.push(error),
  );
  const heard: StoreState[] = [];
  health.onChange(() => {
    throw new Error('of its own');
  });
  const stop = health.onChange((state) => heard.push(state));
  now = 2_000;
  health.set('degraded');
  health.set('degraded');
  expect([health.state, health.since]).toEqual(['degraded', 2_000]);
  now = 3_000;
  health.set('ready');
  stop();
  health.set('degraded');
  expect(heard).toEqual(['degraded', 'ready']);
  expect(failures).toHaveLength(3);
});
