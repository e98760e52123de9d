import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { chunkLoadMs, pageDelayMs } from '../../../protocol/limits.ts';
import { renderRoutes } from '../account/testing-screens.tsx';
import { PendingScreen } from './pending-screen.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('gives the code of a page up after the limit, and offers to load it again', async () => {
  await renderRoutes('/', { '/': PendingScreen });
  await expect.element(page.getByRole('main', { name: 'Loading' })).toBeVisible();
  vi.advanceTimersByTime(chunkLoadMs - pageDelayMs - 1);
  await expect.element(page.getByRole('main', { name: 'Loading' })).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(page.getByText('This page takes too long to load')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Load again' })).toBeVisible();
});
