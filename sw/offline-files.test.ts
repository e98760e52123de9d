import { describe, expect, it } from 'vitest';
import { digestsByName, fetchInTurn, type OfflineFiles, readRequest, wantedFiles } from './offline-files.ts';

/** What a request takes. */
const turn = () =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

const none = { zh: [], en: [], jp: [], hk: [], hy: [], yn: [], ty: [] };
const list: OfflineFiles = {
  reading: ['assets/news.js', 'assets/trade.js'],
  core: ['assets/trade.js'],
  rest: ['assets/chat.js', 'coins/BTC.svg'],
  words: { ...none, en: ['assets/words-chat-en.js', 'assets/words-notices-en.js'], jp: ['assets/words-chat-jp.js'] },
  digests: 'shellA00shellB00chat0000news0000trade000words0enwords0jpwords1en',
};

describe('what a device is to have', () => {
  it('has words of one language, and all screens only where that was asked for', () => {
    expect(wantedFiles(list, { extent: 'core', language: 'jp' })).toEqual([
      'assets/trade.js',
      'assets/words-chat-jp.js',
    ]);
    expect(wantedFiles(list, { extent: 'reading', language: 'en' })).toEqual([
      'assets/news.js',
      'assets/trade.js',
      'assets/words-notices-en.js',
    ]);
    expect(wantedFiles(list, { extent: 'all', language: 'en' })).toEqual([
      'assets/news.js',
      'assets/trade.js',
      'assets/words-notices-en.js',
      'assets/words-chat-en.js',
      'assets/chat.js',
      'coins/BTC.svg',
    ]);
  });

  it('has the digest of every file of the build, and none of pictures', () => {
    const shell = ['index.html', 'assets/b.js', 'assets/offline-12345678.json', 'assets/a.js'];
    expect([...digestsByName(shell, list)]).toEqual([
      ['assets/a.js', 'shellA00'],
      ['assets/b.js', 'shellB00'],
      ['assets/chat.js', 'chat0000'],
      ['assets/news.js', 'news0000'],
      ['assets/trade.js', 'trade000'],
      ['assets/words-chat-en.js', 'words0en'],
      ['assets/words-chat-jp.js', 'words0jp'],
      ['assets/words-notices-en.js', 'words1en'],
    ]);
  });

  it.each([null, 7, {}, { extent: 'all' }, { extent: 'more', language: 'en' }, { extent: 'all', language: 'de' }])(
    'is not read from %j',
    (given) => expect(readRequest(given)).toBe(null),
  );
});

describe('fetching in turn', () => {
  const files = Array.from({ length: 20 }, (_, nth) => `${nth}`);

  it('keeps every file, two at a time, those that matter most first', async () => {
    const kept: string[] = [];
    let [open, most] = [0, 0];
    const keep = async (file: string) => {
      open += 1;
      most = Math.max(most, open);
      await turn();
      kept.push(file);
      open -= 1;
    };
    expect(await fetchInTurn(files, keep, new AbortController().signal)).toEqual({ missing: 0 });
    expect(kept).toEqual(files);
    expect(most).toBe(2);
  });

  it('ends with the first file that does not come, and says how many are missing', async () => {
    let asked = 0;
    const keep = async (file: string) => {
      asked += 1;
      await turn();
      if (file === '4') throw new TypeError('Failed to fetch');
    };
    const { missing } = await fetchInTurn(files, keep, new AbortController().signal);
    expect(asked).toBeLessThanOrEqual(6);
    expect(missing).toBeGreaterThanOrEqual(15);
  });

  it('ends when a newer build takes over', async () => {
    const resting = new AbortController();
    const keep = async () => {
      await turn();
      resting.abort();
    };
    expect(await fetchInTurn(files, keep, resting.signal)).toEqual({ missing: 18 });
  });
});
