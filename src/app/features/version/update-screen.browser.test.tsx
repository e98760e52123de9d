import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../account/testing-screens.tsx';
import { UpdateScreen } from './update-screen.tsx';

const path = '/pages/appUpdate/app-update';

afterEach(() => vi.unstubAllGlobals());

test('says that this is the newest version only when the exchange said so', async () => {
  const build = { data: { version: '1.0.5', build: import.meta.env.BUILD } };
  await renderScreen(path, UpdateScreen, { 'POST common/version': build });
  await expect.element(page.getByText('This is the latest version')).toBeVisible();
});

test('does not know it without a network', async () => {
  await renderScreen(path, UpdateScreen, {});
  await expect.element(page.getByText('Could not check for a new version')).toBeVisible();
  expect(page.getByText('This is the latest version').elements()).toHaveLength(0);
});
