import { QueryClient } from '@tanstack/react-query';
import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Article } from '#protocol/content/entities.ts';
import { signIn } from '#app/platform/session/sign-in.ts';
import { wipeDevice } from '#app/platform/storage/wipe.ts';
import { renderScreen } from '../account/testing-screens.tsx';
import { Reader } from './reader.tsx';
import { storePlace, readPlace } from './reading-places.ts';
import { patience } from '../../../../tests/pace.ts';

const blocks: Article['blocks'] = Array.from({ length: 60 }, (_, at) =>
  at % 10 === 0
    ? { type: 'heading', text: `Part ${at / 10 + 1}` }
    : { type: 'paragraph', text: `Line ${at} of the text.` },
);
const article: Article = {
  key: 'news/long',
  tag: null,
  title: 'Long',
  summary: 'A long text.',
  blocks,
  readingMinutes: 3,
  at: 0,
};
const show = () => renderScreen('/pages/home/newsDetail', () => <Reader article={article} />, {});
const goOn = page.getByRole('button', { name: 'Continue where you left off' });

beforeEach(async () => {
  scrollTo(0, 0);
  await wipeDevice(new QueryClient());
  signIn('token', '100011');
});
afterEach(() => vi.unstubAllGlobals());

test('offers the place of an earlier visit, and a look at the beginning does not lose it', async () => {
  await storePlace(article.key, { block: 33, share: 0.5, at: 1 });
  await show();
  await expect.element(goOn).toBeVisible();
  scrollTo(0, 40);
  await new Promise((resolve) => {
    setTimeout(resolve, 600);
  });
  expect(await readPlace(article.key)).toMatchObject({ block: 33 });
  await goOn.click();
  await expect.element(page.getByText('Line 33 of the text.')).toBeInViewport();
  expect(goOn.elements()).toHaveLength(0);
  await vi.waitFor(async () => expect((await readPlace(article.key))?.block).toBe(33), patience);
});

test('keeps where one is, and forgets it at the end', async () => {
  await show();
  await expect.element(page.getByText('Line 21 of the text.')).toBeInTheDocument();
  page.getByText('Line 21 of the text.').element().scrollIntoView();
  await vi.waitFor(async () => expect((await readPlace(article.key))?.block).toBeGreaterThan(15), patience);
  scrollTo(0, document.documentElement.scrollHeight);
  await vi.waitFor(async () => expect(await readPlace(article.key)).toBeNull(), patience);
});

test('leads to a part of the text from its contents, and the focus with it', async () => {
  await show();
  await page.getByText('Contents', { exact: true }).click();
  await page.getByRole('button', { name: 'Part 4' }).click();
  const heading = page.getByRole('heading', { name: 'Part 4' });
  await expect.element(heading).toHaveFocus();
  await expect.element(heading).toBeInViewport();
});

test('copies the link where the system has no sheet to share with', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await show();
  await page.getByRole('button', { name: 'Share' }).click();
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith(location.href), patience);
});

test('copies the link where the system refuses to share it', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  const share = vi.fn(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  vi.stubGlobal('navigator', { clipboard: { writeText }, share });
  await show();
  await page.getByRole('button', { name: 'Share' }).click();
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith(location.href), patience);
  expect(share).toHaveBeenCalledOnce();
});
