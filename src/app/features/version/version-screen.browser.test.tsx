import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '#app/platform/session/session.ts';
import { renderScreen } from '../account/testing-screens.tsx';
import { useKeptStorage } from '../shell/keep-storage.ts';
import { VersionScreen } from './version-screen.tsx';

const path = '/pages/version/version';

afterEach(() => {
  vi.restoreAllMocks();
  session.set(null);
  localStorage.removeItem('dunlin.storage-asked');
});

function browserThat(agrees: boolean) {
  let kept = false;
  vi.spyOn(navigator.storage, 'persisted').mockImplementation(async () => kept);
  return vi.spyOn(navigator.storage, 'persist').mockImplementation(async () => (kept ||= agrees));
}

test('says that the browser may delete what is stored here, and asks it to keep it', async () => {
  browserThat(true);
  await renderScreen(path, VersionScreen, {});
  await expect.element(page.getByText('The browser may delete it')).toBeVisible();
  await page.getByRole('button', { name: 'Ask the browser to keep it' }).click();
  await expect.element(page.getByText('Kept until you delete it')).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('The browser keeps it until you delete it.');
  expect(page.getByRole('button', { name: 'Ask the browser to keep it' }).elements()).toHaveLength(0);
});

test('says so when the browser did not agree', async () => {
  browserThat(false);
  await renderScreen(path, VersionScreen, {});
  await page.getByRole('button', { name: 'Ask the browser to keep it' }).click();
  await expect
    .element(page.getByText('The browser did not agree. It usually does once Dunlin is installed or used often.'))
    .toBeVisible();
  await expect.element(page.getByText('The browser may delete it')).toBeVisible();
});

test('the page asks by itself once a user signed in, and not a visitor', async () => {
  const persist = browserThat(true);
  function Anything() {
    useKeptStorage();
    return <h1>Anything</h1>;
  }
  await renderScreen(path, Anything, {});
  await expect.element(page.getByRole('heading')).toBeVisible();
  expect(persist).not.toHaveBeenCalled();
  session.set({ token: 'token', account: '100000' });
  await expect.poll(() => persist.mock.calls.length).toBe(1);
});
