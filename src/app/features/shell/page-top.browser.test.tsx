import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { reachability } from '#app/platform/offline/reachability.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { playBlockedStream, playHub } from '#app/platform/stream/testing-hub.ts';
import { Page } from '#app/ui/layout/Page.tsx';
import { PageTopProvider } from '#app/ui/layout/page-top.tsx';
import { renderScreen } from '../account/testing-screens.tsx';
import { ShellPageTop } from './page-top.tsx';
import { patience } from '../../../../tests/pace.ts';

const screen = (name: string) =>
  renderScreen(
    '/pages/version/version',
    () => (
      <PageTopProvider top={<ShellPageTop />} mark={null}>
        <Page title="A page">
          <p>{name}</p>
        </Page>
      </PageTopProvider>
    ),
    {},
  );

const blocked = /^This network blocks live data\. Prices as of \d\d:\d\d:\d\d\.$/;

test('says that the network blocks the stream without moving the page under a finger', async () => {
  playHub();
  await screen('The first line');
  const line = page.getByText('The first line');
  await expect.element(line).toBeVisible();
  const before = line.element().getBoundingClientRect().top;
  playBlockedStream(Date.now());
  await expect.element(page.getByText(blocked)).toBeVisible();
  expect(line.element().getBoundingClientRect().top).toBe(before);
  playHub();
  await expect.element(page.getByText(blocked)).not.toBeInTheDocument();
  expect(line.element().getBoundingClientRect().top).toBe(before);
});

test('gives the line its own place on the next screen, and leaves the place when the stream is back', async () => {
  playBlockedStream(Date.now());
  await screen('The first line');
  const status = page.getByText(blocked);
  await expect.element(status).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect();
  expect(heading.top).toBeGreaterThanOrEqual(status.element().getBoundingClientRect().bottom);
  const line = page.getByText('The first line');
  const before = line.element().getBoundingClientRect().top;
  playHub();
  await expect.element(page.getByText('Live prices are back.')).toBeVisible();
  await expect.element(status).not.toBeInTheDocument();
  expect(line.element().getBoundingClientRect().top).toBe(before);
  stream.receive({ kind: 'connection', state: 'connecting', sinceMs: 0, offsetMs: null, polledAsOfMs: null });
});

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
  await expect.element(status, patience).toBeVisible();
  expect(line.element().getBoundingClientRect().top).toBe(before);
});
