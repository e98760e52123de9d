import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Article } from '#protocol/content/entities.ts';
import { readDevice, writeDevice } from '../storage/device-store.ts';
import { storePictures, storedPictureBytes, picturesCache } from './offline-pictures.ts';
import {
  removeOfflineArticles,
  isOfflineReadingOn,
  storeOfflinePictures,
  storeCollection,
  storeText,
  storedTextBytes,
  offlineArticlesMaxBytes,
  offlineArticlesVersion,
  readCollection,
  readText,
  restartOfflineArticles,
} from './offline-articles.ts';
import { signIn } from '../session/sign-in.ts';
import { wipeDevice } from '../storage/wipe.ts';

const article = (key: string, text: string, more: Article['blocks'] = []): Article => ({
  key,
  tag: null,
  title: key,
  summary: '',
  blocks: [{ type: 'paragraph', text }, ...more],
  readingMinutes: 1,
  at: 0,
});

const keys = (articles: readonly Article[]) => articles.map(({ key }) => key);
const third = 'x'.repeat(Math.floor(offlineArticlesMaxBytes / 3));

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  restartOfflineArticles();
  signIn('token', '100007');
});
afterEach(() => vi.unstubAllGlobals());

describe('texts on the device', () => {
  it('keeps them per part, language and user', async () => {
    await storeCollection('help', 'en', [article('help/a', 'one'), article('help/b', 'two')]);
    expect(keys(await readCollection('help', 'en'))).toEqual(['help/a', 'help/b']);
    expect(await readCollection('help', 'zh')).toEqual([]);
    expect(await readCollection('news', 'en')).toEqual([]);
    expect((await readText('help/b', 'en'))?.blocks).toEqual([{ type: 'paragraph', text: 'two' }]);
    expect(await readText('coin/BTC', 'en')).toBeNull();
    signIn('another', '100008');
    expect(await readCollection('help', 'en')).toEqual([]);
    expect(await storedTextBytes()).toBe(0);
  });

  it('says when something changed, and writes nothing when nothing did', async () => {
    const before = offlineArticlesVersion.get();
    await storeCollection('news', 'en', [article('news/a', 'one')]);
    await storeCollection('news', 'en', [article('news/a', 'one')]);
    expect(offlineArticlesVersion.get()).toBe(before + 1);
    await storeText(article('news/b', 'opened'), 'en');
    await storeText(article('news/a', 'other words'), 'en');
    expect(keys(await readCollection('news', 'en'))).toEqual(['news/b', 'news/a']);
    expect((await readText('news/a', 'en'))?.blocks).toEqual([{ type: 'paragraph', text: 'other words' }]);
    expect(await storedTextBytes()).toBeGreaterThan(200);
  });

  it('leaves nothing of a running download when the user removes the texts', async () => {
    const keeping = storeCollection('help', 'en', [article('help/a', 'one')]);
    await removeOfflineArticles();
    await keeping;
    expect(await storedTextBytes()).toBe(0);
    expect(await readCollection('help', 'en')).toEqual([]);
  });

  it('stays within its limit: other languages go first, then the oldest of what came', async () => {
    await storeCollection('help', 'zh', [article('help/a', third)]);
    await storeCollection('help', 'en', [article('help/a', third)]);
    await storeCollection('news', 'en', [
      article('news/a', third),
      article('news/b', third),
      article('news/c', 'small'),
    ]);
    expect(await readCollection('help', 'zh')).toEqual([]);
    expect(keys(await readCollection('help', 'en'))).toEqual(['help/a']);
    expect(keys(await readCollection('news', 'en'))).toEqual(['news/a']);
    expect(await storedTextBytes()).toBeLessThanOrEqual(offlineArticlesMaxBytes);
  });

  it('goes at log-out, and when the user takes it off the device', async () => {
    await storeCollection('page', 'en', [article('page/agreement', 'one')]);
    await removeOfflineArticles();
    expect(isOfflineReadingOn.get()).toBe(false);
    await storeCollection('page', 'en', [article('page/agreement', 'one')]);
    expect(await readCollection('page', 'en')).toEqual([]);
    restartOfflineArticles();
    await storeCollection('page', 'en', [article('page/agreement', 'one')]);
    expect(await readCollection('page', 'en')).toHaveLength(1);
    await wipeDevice(new QueryClient());
    expect(await readDevice('library.100007.en.page')).toBeUndefined();
    expect(await readDevice('library.100007')).toBeUndefined();
  });

  it('does without what is damaged on the device, and puts it right', async () => {
    await writeDevice('library.100007.en.news', { json: '[{"key":"news/a"' });
    expect(await readCollection('news', 'en')).toEqual([]);
    await storeCollection('news', 'en', [article('news/a', 'one')]);
    expect(await readCollection('news', 'en')).toHaveLength(1);
  });

  it('decides again for the next user whether texts are stored', async () => {
    await removeOfflineArticles();
    await wipeDevice(new QueryClient());
    signIn('another', '100008');
    expect(isOfflineReadingOn.get()).toBe(true);
  });

  it('stores nothing for a visitor, nor what arrives after its user logged out', async () => {
    const keeping = storeCollection('page', 'en', [article('page/agreement', 'one')]);
    await wipeDevice(new QueryClient());
    await keeping;
    await storeCollection('page', 'en', [article('page/agreement', 'one')]);
    expect(await readDevice('library.100007.en.page')).toBeUndefined();
    expect(await readDevice('library.100007')).toBeUndefined();
  });
});

/** Without TLS or on old devices there is no cache, and pictures come from the network alone. */
describe.runIf('caches' in globalThis)('pictures of the texts', () => {
  const pictures = new Map<string, number>();
  beforeEach(() => {
    pictures.clear();
    vi.stubGlobal('fetch', (url: string) => {
      pictures.set(url, (pictures.get(url) ?? 0) + 1);
      const type = url.includes('portal') ? 'text/html' : 'image/png';
      return Promise.resolve(new Response(new Uint8Array(1_000), { headers: { 'content-type': type } }));
    });
  });

  it('fetches each once, drops what no text shows, and ends where the room does', async () => {
    const all = () => true;
    await storePictures(['content/a.png', 'content/b.png'], 10_000, all);
    await storePictures(['content/b.png', 'content/c.png'], 10_000, all);
    expect([...pictures.values()]).toEqual([1, 1, 1]);
    expect(await storedPictureBytes()).toBe(2_000);
    await storePictures(['content/b.png', 'content/c.png', 'content/d.png'], 1_500, all);
    expect(await storedPictureBytes()).toBe(1_000);
  });

  it('are stored only when they are pictures', async () => {
    await storePictures(['content/portal.png', 'content/a.png'], 10_000, () => true);
    const stored = await (await caches.open(picturesCache)).keys();
    expect(stored.map(({ url }) => new URL(url).pathname)).toEqual(['/files/content/a.png']);
  });

  it('that an earlier version stored as pages are fetched again', async () => {
    const url = new URL('/files/content/a.png', location.href).href;
    await (
      await caches.open(picturesCache)
    ).put(url, new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    await storePictures(['content/a.png'], 10_000, () => true);
    expect((await caches.match(url))?.headers.get('content-type')).toBe('image/png');
  });

  it('belong to the texts: they are stored with them and removed at log-out', async () => {
    const image = { type: 'image', src: 'content/e.png', alt: 'A bird', width: 4, height: 3 } as const;
    await storeCollection('help', 'en', [article('help/a', 'one', [image])]);
    await storeOfflinePictures('en');
    expect(await storedPictureBytes()).toBe(1_000);
    await wipeDevice(new QueryClient());
    expect(await caches.has(picturesCache)).toBe(false);
  });
});
