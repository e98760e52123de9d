import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chunkLoadMs } from '#protocol/core/limits.ts';
import { watchSlowPages } from './slow-pages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Events of a router, as it sends them. */
function events() {
  const listeners = new Map<string, () => void>();
  return {
    send: (name: string) => listeners.get(name)?.(),
    router: {
      subscribe: (name: string, listener: () => void) => {
        listeners.set(name, listener);
        return () => void listeners.delete(name);
      },
    } as unknown as Parameters<typeof watchSlowPages>[0],
  };
}

it('reports a page that did not come within the limit, and none that did', () => {
  const { send, router } = events();
  const onSlow = vi.fn<() => void>();
  const stop = watchSlowPages(router, onSlow);
  send('onBeforeLoad');
  vi.advanceTimersByTime(chunkLoadMs - 1);
  send('onResolved');
  vi.advanceTimersByTime(chunkLoadMs);
  expect(onSlow).not.toHaveBeenCalled();
  send('onBeforeLoad');
  vi.advanceTimersByTime(chunkLoadMs);
  expect(onSlow).toHaveBeenCalledOnce();
  send('onBeforeLoad');
  stop();
  vi.advanceTimersByTime(chunkLoadMs);
  expect(onSlow).toHaveBeenCalledOnce();
});
