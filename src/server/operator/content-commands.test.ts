import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createContent, type Content } from '../content/content.ts';
import { readConfig } from '../core/config/config.ts';
import { ContentError, readContentSet } from '../content/content-set.ts';
import { bundledFolder } from '../publishing/open.ts';
import { pushBundled } from '../publishing/push-content.ts';
import { articlesByKey } from '../content/read.ts';
import { contentFolder, contentPicture } from '../content/testing.ts';
import { createNotices } from '../accounts/notices/notices.ts';
import { deliverNotices } from '../accounts/notices/notification-outbox.ts';
import { type TestDatabase, testDatabase } from '../core/store/testing.ts';
import { UsageError } from './command.ts';
import { contentCommands } from './content-commands.ts';
import { noticeCommands } from './notice-commands.ts';

let store: TestDatabase;
let content: Content;
let folder: string;

beforeAll(async () => {
  store = await testDatabase();
  content = createContent(store);
  await pushBundled(store, await readContentSet(bundledFolder), 1);
  await content.refresh();
  folder = await contentFolder(
    [{ key: 'help/a', category: 'start', body: '![Seen](images/a.jpg)\n\n- **one** & two\n' }, { key: 'notice/fair' }],
    { announcements: [{ article: 'notice/fair', kind: 'system', at: '2026-01-05T00:00:00Z' }] },
  );
  await contentPicture(folder, 'a.jpg');
});
afterAll(() => store.close());

/** Runs a command as the console does; returns its output. */
async function operator(name: 'content' | 'notice', ...args: string[]): Promise<string> {
  let said = '';
  const writing = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  try {
    await { ...contentCommands, ...noticeCommands }[name]?.run(store, args, readConfig({}));
  } finally {
    writing.mockRestore();
  }
  return said;
}

const titleOf = async (key: string) => (await articlesByKey(store, [key], 'en')).get(key)?.title;

describe('content', () => {
  it('is served completely or not at all, and reports everything missing', async () => {
    const broken = await contentFolder([{ key: 'help/a', category: 'start', body: '![x](images/gone.png)' }]);
    await rm(path.join(broken, 'ty/help/a.md'));
    await appendFile(path.join(broken, 'zh/help/a.md'), '\n<script>alert(1)</script>\n');
    const before = await titleOf('news/fees');
    const failure = await operator('content', 'push', broken).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ContentError);
    expect(String(failure)).toContain('ty/help/a.md: it is missing');
    expect(String(failure)).toContain('en/help/a.md: the picture images/gone.png is not in the folder');
    expect(String(failure)).toContain('zh/help/a.md');
    expect(await titleOf('help/a')).toBeUndefined();
    expect(await titleOf('news/fees')).toBe(before);
  });

  it('refuses a catalogue with an address that is not https, a second key, or an unknown article', async () => {
    const links = [{ kind: 'x', name: 'X', url: 'javascript:alert(1)' }];
    const bad = await contentFolder([{ key: 'news/a' }, { key: 'news/a' }], {
      community: links,
      invitation: 'page/no',
    });
    const failure = String(await operator('content', 'push', bad).catch((error: unknown) => error));
    expect(failure).toContain('community.0.url: an address that begins with https://');
    await writeFile(path.join(bad, 'catalogue.json'), '{"articles": [');
    expect(String(await operator('content', 'push', bad).catch((error: unknown) => error))).toContain(
      'catalogue.json:',
    );
  });

  it('of an operator replaces the shipped one while the exchange runs, and is not overwritten', async () => {
    const heard: string[] = [];
    content.onChange(() => heard.push(content.digest));
    expect(await operator('content', 'push', folder)).toContain(
      '2 articles in 7 languages, 1 pictures, 1 announcements',
    );
    await content.refresh();
    expect(heard).toHaveLength(1);
    expect(await titleOf('help/a')).toBe('en help/a');
    expect(await titleOf('news/fees')).toBeUndefined();
    expect(await titleOf('notice/welcome'), 'the exchange still sends it').toBeDefined();
    const again = await operator('content', 'push', folder);
    expect(again).toContain('served already');
    expect(again, 'the app needs it').toContain('page/agreement');
    // Another version starts with a different set, and the operator's stays.
    const shipped = await readContentSet(bundledFolder);
    await pushBundled(store, { ...shipped, digest: 'another' }, 2);
    await content.refresh();
    expect(await titleOf('news/fees')).toBeUndefined();
    expect(await operator('content', 'list')).toMatch(
      /help {4}help\/a.*\n(?:.*\n)*\d+ articles; pushed by an operator/,
    );
  });

  it('can be shown, pulled, and pushed again unchanged', async () => {
    expect(await operator('content', 'show', 'help/a', 'zh')).toContain('# zh help/a\n');
    expect(await operator('content', 'show', 'help/none', 'zh')).toContain('There is no help/none in zh.');
    const pulled = path.join(await mkdtemp(path.join(tmpdir(), 'dunlin-pull-')), 'set');
    await operator('content', 'pull', pulled);
    expect(await readFile(path.join(pulled, 'en/help/a.md'), 'utf8')).toContain('- one &amp; two');
    const [before, after] = [await readContentSet(folder), await readContentSet(pulled)];
    const blocks = (set: typeof before) => set.texts.get('help/a')?.get('en')?.blocks.slice(1);
    expect(blocks(after)).toEqual(blocks(before));
    await expect(operator('content', 'pull', pulled)).rejects.toThrow(/EEXIST/);
  });

  it('is reset to the shipped one on request', async () => {
    await operator('content', 'restore');
    expect(await titleOf('news/fees')).toBeDefined();
    expect(await titleOf('help/a')).toBeUndefined();
    const { rows } = await store.pool.query<{ name: string }>('SELECT name FROM content_images ORDER BY name');
    const shipped = await readContentSet(path.join(import.meta.dirname, '../../../content'));
    expect(rows.map(({ name }) => name)).toEqual(shipped.images.map(({ name }) => name).toSorted());
  });

  it('says what is wrong with a command', async () => {
    for (const args of [
      [],
      ['push'],
      ['push', 'a', 'b'],
      ['list', 'x'],
      ['show', 'help/a'],
      ['show', 'a', 'xx'],
      ['do'],
    ]) {
      await expect(operator('content', ...args), args.join(' ')).rejects.toThrow(UsageError);
    }
  });
});

describe('a notice of the operator', () => {
  const notices = () => createNotices(store, () => 5);
  const query = { size: 50, language: 'ty' as const };

  it('reaches one user, or all, and is published to open apps within a second', async () => {
    const { rows } = await store.pool.query<{ id: string }>(
      `INSERT INTO users (invitation_code, language, created_at) VALUES ('AAAA', 'en', 0), ('BBBB', 'en', 0) RETURNING id`,
    );
    const [ada, bo] = rows.map(({ id }) => BigInt(id));
    if (ada === undefined || bo === undefined) throw new Error('nobody');
    const known = notices();
    const heard: (bigint | null)[] = [];
    known.onChange((owner) => heard.push(owner));
    while (await deliverNotices(store, known, async () => undefined));
    heard.length = 0;

    expect(await operator('notice', 'send', '--to', String(ada), '--article', 'notice/open')).toContain(`user ${ada}`);
    const words = await contentFolder([{ key: 'a' }]);
    for (const locale of ['en', 'zh', 'hk', 'jp', 'hy', 'ty', 'yn']) {
      await writeFile(path.join(words, `${locale}.md`), `# ${locale} maintenance\n\nTonight.\n`);
    }
    await operator('notice', 'send', '--everybody', '--kind', 'trading', '--words', words);
    await operator('notice', 'send', '--everybody', '--kind', 'trading', '--words', words);
    await deliverNotices(store, known, async () => undefined);
    expect(heard).toEqual([ada, null]);
    const titles = async (owner: bigint) => (await known.list(owner, query)).list.map(({ notice }) => notice.title);
    expect((await titles(bo)).slice(0, 2)).toEqual(['ty maintenance', 'ty maintenance']);
    expect((await titles(ada)).length).toBe((await titles(bo)).length + 1);
    await deliverNotices(store, known, async () => undefined);
    expect(heard, 'notified once').toHaveLength(2);
  });

  it('is refused for an unknown user, without text, or in only six languages', async () => {
    expect(await operator('notice', 'send', '--to', '7', '--article', 'notice/open')).toContain('There is no user 7.');
    expect(await operator('notice', 'send', '--everybody', '--article', 'notice/no')).toContain('There is no article');
    const words = await mkdtemp(path.join(tmpdir(), 'dunlin-words-'));
    await writeFile(path.join(words, 'en.md'), '# Hello\n\nYou.\n');
    expect(await operator('notice', 'send', '--everybody', '--words', words)).toContain('zh.md');
    for (const args of [
      ['send'],
      ['send', '--everybody'],
      ['send', '--everybody', '--to', '1', '--article', 'notice/open'],
      ['send', '--to', 'x', '--article', 'notice/open'],
      ['send', '--everybody', '--kind', 'love', '--article', 'notice/open'],
      ['take'],
    ]) {
      await expect(operator('notice', ...args), args.join(' ')).rejects.toThrow(UsageError);
    }
  });
});
