import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { chunkLoadMs } from '#protocol/core/limits.ts';
import { installWay } from '#app/platform/device/install.ts';
import { Toaster } from '#app/ui/overlays/Toaster.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { renderPart } from '#app/ui/testing-text.tsx';
import { useInstallOffer } from './install-offer.tsx';
import { useSlowPages } from './slow-pages.ts';

/** What waits for its time goes on waiting when the words of another area come. */

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  toast.clear();
  installWay.set('none');
  vi.useRealTimers();
});

type Router = Parameters<typeof useSlowPages>[0];

function SlowPages({ router }: { router: Router }) {
  useSlowPages(router);
  return null;
}

function InstallOffer() {
  useInstallOffer();
  return null;
}

/** Has words of another area beside what waits. */
function Beside({ children }: { children: ReactNode }) {
  const { _ } = useLingui();
  return (
    <>
      {children}
      <p>{_('later')}</p>
      <Toaster />
    </>
  );
}

const show = (part: ReactNode) => renderPart(<Beside>{part}</Beside>);

/** Loads words of another area, as the loader of its screens does; settles once they are drawn. */
async function comes(words: string): Promise<void> {
  i18n.load('en', { later: words });
  await expect.element(page.getByText(words)).toBeVisible();
}

test('a page is given up whose words came and whose code does not', async () => {
  const listeners = new Map<string, () => void>();
  const router = {
    subscribe: (name: string, listener: () => void) => {
      listeners.set(name, listener);
      return () => void listeners.delete(name);
    },
  } as unknown as Router;
  await show(<SlowPages router={router} />);
  listeners.get('onBeforeLoad')?.();
  await comes('Words of the page');
  vi.advanceTimersByTime(chunkLoadMs - 1);
  expect(page.getByText('This page takes too long to load').query()).toBeNull();
  vi.advanceTimersByTime(1);
  await expect.element(page.getByText('This page takes too long to load')).toBeVisible();
});

test('the offer to install comes after its time, whatever screens were opened meanwhile', async () => {
  installWay.set('prompt');
  await show(<InstallOffer />);
  vi.advanceTimersByTime(44_999);
  await comes('Words of a screen');
  expect(page.getByText('Add Dunlin to your home screen').query()).toBeNull();
  vi.advanceTimersByTime(1);
  await expect.element(page.getByText('Add Dunlin to your home screen')).toBeVisible();
});
