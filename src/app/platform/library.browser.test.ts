import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Article } from '../../contract/entities/content.ts';
import { readDevice, writeDevice } from './device-store.ts';
import { keepPictures, keptPictureBytes, picturesCache } from './library-pictures.ts';
import {
  emptyLibrary,
  isLibraryOn,
  keepLibraryPictures,
  keepShelf,
  keepText,
  keptTextBytes,
  libraryMaxBytes,
  libraryVersion,
  readShelf,
  readText,
  startLibraryAgain,
} from './library.ts';
import { signIn } from './sign-in.ts';
import { wipeDevice } from './wipe.ts';

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
const third = 'x'.repeat(Math.floor(libraryMaxBytes / 3));

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  startLibraryAgain();
  signIn('token', '100007');
});
afterEach(() => vi.unstubAllGlobals());

describe('texts on the device', () => {
  it('keeps them per part, language and person', async () => {
    await keepShelf('help', 'en', [article('help/a', 'one'), article('help/b', 'two')]);
    expect(keys(await readShelf('help', 'en'))).toEqual(['help/a', 'help/b']);
    expect(await readShelf('help', 'zh')).toEqual([]);
    expect(await readShelf('news', 'en')).toEqual([]);
    expect((await readText('help/b', 'en'))?.blocks).toEqual([{ type: 'paragraph', text: 'two' }]);
    expect(await readText('coin/BTC', 'en')).toBeNull();
    signIn('another', '100008');
    expect(await readShelf('help', 'en')).toEqual([]);
    expect(await keptTextBytes()).toBe(0);
  });

  it('says when something changed, and writes nothing when nothing did', async () => {
    const before = libraryVersion.get();
    await keepShelf('news', 'en', [article('news/a', 'one')]);
    await keepShelf('news', 'en', [article('news/a', 'one')]);
    expect(libraryVersion.get()).toBe(before + 1);
    await keepText(article('news/b', 'opened'), 'en');
    await keepText(article('news/a', 'other words'), 'en');
    expect(keys(await readShelf('news', 'en'))).toEqual(['news/b', 'news/a']);
    expect((await readText('news/a', 'en'))?.blocks).toEqual([{ type: 'paragraph', text: 'other words' }]);
    expect(await keptTextBytes()).toBeGreaterThan(200);
  });

  it('leaves nothing of what was just being kept when the person takes the texts off', async () => {
    const keeping = keepShelf('help', 'en', [article('help/a', 'one')]);
    await emptyLibrary();
    await keeping;
    expect(await keptTextBytes()).toBe(0);
    expect(await readShelf('help', 'en')).toEqual([]);
  });

  it('stays within its limit: other languages go first, then the oldest of what came', async () => {
    await keepShelf('help', 'zh', [article('help/a', third)]);
    await keepShelf('help', 'en', [article('help/a', third)]);
    await keepShelf('news', 'en', [article('news/a', third), article('news/b', third), article('news/c', 'small')]);
    expect(await readShelf('help', 'zh')).toEqual([]);
    expect(keys(await readShelf('help', 'en'))).toEqual(['help/a']);
    expect(keys(await readShelf('news', 'en'))).toEqual(['news/a']);
    expect(await keptTextBytes()).toBeLessThanOrEqual(libraryMaxBytes);
  });

  it('goes at log-out, and when the person takes it off the device', async () => {
    await keepShelf('page', 'en', [article('page/agreement', 'one')]);
    await emptyLibrary();
    expect(isLibraryOn.get()).toBe(false);
    await keepShelf('page', 'en', [article('page/agreement', 'one')]);
    expect(await readShelf('page', 'en')).toEqual([]);
    startLibraryAgain();
    await keepShelf('page', 'en', [article('page/agreement', 'one')]);
    expect(await readShelf('page', 'en')).toHaveLength(1);
    await wipeDevice(new QueryClient());
    expect(await readDevice('library.100007.en.page')).toBeUndefined();
    expect(await readDevice('library.100007')).toBeUndefined();
  });

  it('does without what is damaged on the device, and puts it right', async () => {
    await writeDevice('library.100007.en.news', { json: '[{"key":"news/a"' });
    expect(await readShelf('news', 'en')).toEqual([]);
    await keepShelf('news', 'en', [article('news/a', 'one')]);
    expect(await readShelf('news', 'en')).toHaveLength(1);
  });

  it('asks the next person anew whether texts are kept', async () => {
    await emptyLibrary();
    await wipeDevice(new QueryClient());
    signIn('another', '100008');
    expect(isLibraryOn.get()).toBe(true);
  });

  it('keeps nothing for a visitor, nor what came for somebody who is gone', async () => {
    const keeping = keepShelf('page', 'en', [article('page/agreement', 'one')]);
    await wipeDevice(new QueryClient());
    await keeping;
    await keepShelf('page', 'en', [article('page/agreement', 'one')]);
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
      return Promise.resolve(new Response(new Uint8Array(1_000)));
    });
  });

  it('fetches each once, drops what no text shows, and ends where the room does', async () => {
    const all = () => true;
    await keepPictures(['content/a.png', 'content/b.png'], 10_000, all);
    await keepPictures(['content/b.png', 'content/c.png'], 10_000, all);
    expect([...pictures.values()]).toEqual([1, 1, 1]);
    expect(await keptPictureBytes()).toBe(2_000);
    await keepPictures(['content/b.png', 'content/c.png', 'content/d.png'], 1_500, all);
    expect(await keptPictureBytes()).toBe(1_000);
  });

  it('belong to the texts: they are kept with them and go at log-out', async () => {
    const image = { type: 'image', src: 'content/e.png', alt: 'A bird', width: 4, height: 3 } as const;
    await keepShelf('help', 'en', [article('help/a', 'one', [image])]);
    await keepLibraryPictures('en');
    expect(await keptPictureBytes()).toBe(1_000);
    await wipeDevice(new QueryClient());
    expect(await caches.has(picturesCache)).toBe(false);
  });
});
