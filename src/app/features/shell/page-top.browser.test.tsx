import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { reachability } from '../../platform/offline/reachability.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { PageTopProvider } from '../../ui/layout/page-top.tsx';
import { renderScreen } from '../account/testing-screens.tsx';
import { ShellPageTop } from './page-top.tsx';

test('says that live prices are not connected yet without moving the page', async () => {
  await renderScreen(
    '/pages/version/version',
    () => (
      <PageTopProvider top={<ShellPageTop />} mark={null}>
        <Page title="A page">
          <p>The first line</p>
        </Page>
      </PageTopProvider>
    ),
    {},
  );
  const line = page.getByText('The first line');
  await expect.element(line).toBeVisible();
  reachability.set({ reachable: true, answeredAt: null });
  const before = line.element().getBoundingClientRect().top;
  const status = page.getByText('Connecting to live prices…');
  await expect.element(status, { timeout: 4_000 }).toBeVisible();
  expect(line.element().getBoundingClientRect().top).toBe(before);
});
