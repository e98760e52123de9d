import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayMs } from '#protocol/core/durations.ts';
import { removeStored } from '../storage/storage.ts';
import { keepStorage, storageState } from './lasting-storage.ts';

/** A browser that keeps data once it agreed. */
function browserThat(agrees: boolean, isKept = false) {
  let kept = isKept;
  const storage = {
    persisted: vi.fn(async () => kept),
    persist: vi.fn(async () => (kept ||= agrees)),
  };
  vi.stubGlobal('navigator', { storage });
  return storage;
}

beforeEach(() => storageState.set('unknown'));
afterEach(() => {
  vi.unstubAllGlobals();
  removeStored('dunlin.storage-asked');
});

test('asks once, and not again when the browser agreed', async () => {
  const { persist } = browserThat(true);
  await keepStorage(90 * dayMs);
  expect(storageState.get()).toBe('kept');
  await keepStorage(500 * dayMs);
  expect(persist).toHaveBeenCalledTimes(1);
});

test('asks a browser that did not agree again after 30 days, never sooner', async () => {
  const { persist } = browserThat(false);
  await keepStorage(90 * dayMs);
  await keepStorage(119 * dayMs);
  expect(persist).toHaveBeenCalledTimes(1);
  expect(storageState.get()).toBe('evictable');
  await keepStorage(120 * dayMs);
  expect(persist).toHaveBeenCalledTimes(2);
});

test('asks nothing of a browser that keeps it already, and says nothing where there is nobody to ask', async () => {
  const { persist } = browserThat(true, true);
  await keepStorage(90 * dayMs);
  expect([storageState.get(), persist.mock.calls.length]).toEqual(['kept', 0]);
  storageState.set('unknown');
  vi.stubGlobal('navigator', {});
  await keepStorage(90 * dayMs);
  expect(storageState.get()).toBe('unknown');
});
