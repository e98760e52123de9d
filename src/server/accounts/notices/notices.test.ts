import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushBundled } from '#server/publishing/push-content.ts';
import { readContentSet } from '#server/content/content-set.ts';
import { newsPage } from '#server/content/read.ts';
import { type TestDatabase, testDatabase } from '#server/core/store/testing.ts';
import { createNotices, type Notices } from './notices.ts';

const folder = new URL('../../../../content', import.meta.url).pathname;
const mai = 100_001n;
const ken = 100_002n;
const lee = 100_003n;
const page = { size: 20, language: 'en' as const };

let store: TestDatabase;
let notices: Notices;
let now = 1_790_000_000_000;

beforeAll(async () => {
  store = await testDatabase();
  await pushBundled(store, await readContentSet(folder), 0);
  notices = createNotices(store, () => now);
});
afterAll(() => store.close());

const send = (owner: bigint, key: string, facts = {}) =>
  store.transaction((tx) => notices.send(tx, owner, 'account', key, facts));

describe('notices', () => {
  it('shows announcements to all and personal notices to their user, filled with facts', async () => {
    const before = await notices.unread(mai);
    expect(before).toBe(3);
    await send(mai, 'notice/new-login', { device: 'Firefox on Android' });
    const { list } = await notices.list(mai, page);
    expect(list).toHaveLength(4);
    expect(list[0]?.notice).toMatchObject({ title: 'New device logged in', read: false, at: now });
    expect(list[0]?.notice.summary).toBe('Firefox on Android logged in to your account.');
    expect(JSON.stringify(list[0]?.article.blocks)).toContain('Firefox on Android');
    expect((await notices.list(ken, page)).list).toHaveLength(3);
  });

  it('writes figures with the marks of the reader’s language, and names that are digits as they are', async () => {
    const facts = { pair: 'BTC/USDT', side: 'long', amount: '1234.5', asset: 'BTC', price: '64000.1', left: '0' };
    await send(lee, 'notice/position-liquidated', { ...facts, net: '−1000.25' });
    await send(lee, 'notice/fiat-order-paid', { amount: '1400', currency: 'CNY', reference: '000005', order: '10000' });
    const written = async (language: 'yn' | 'en') => {
      const { list } = await notices.list(lee, { size: 2, language });
      return JSON.stringify(list);
    };
    expect(await written('yn')).toEqual(expect.stringMatching(/1\.234,5 BTC.*64\.000,1/s));
    expect(await written('yn')).toContain('−1.000,25');
    expect(await written('yn')).toMatch(/1\.400 CNY, nội dung 000005/);
    expect(await written('en')).toMatch(/1,400 CNY/);
    expect(await written('en')).toContain('−1,000.25');
  });

  it('marks one read, then all, and counts later ones', async () => {
    const [newest] = (await notices.list(mai, page)).list;
    const id = BigInt(newest?.notice.id ?? '0');
    expect(await notices.read(ken, id, 'en')).toBeNull();
    expect((await notices.read(mai, id, 'zh'))?.notice).toMatchObject({ read: true, title: '新设备登录' });
    expect(await notices.unread(mai)).toBe(3);
    await notices.readAll(mai, null);
    expect(await notices.unread(mai)).toBe(0);
    expect(await notices.unread(ken)).toBe(3);
    await send(mai, 'notice/welcome');
    expect(await notices.unread(mai)).toBe(1);
  });

  it('marks all up to one as read, however late that arrives', async () => {
    const nora = 100_003n;
    await send(nora, 'notice/welcome');
    const [seen] = (await notices.list(nora, page)).list;
    await send(nora, 'notice/welcome');
    await notices.readAll(nora, BigInt(seen?.notice.id ?? '0'));
    expect(await notices.unread(nora)).toBe(1);
    const [newer] = (await notices.list(nora, page)).list;
    await notices.read(nora, BigInt(newer?.notice.id ?? '0'), 'en');
    await notices.readAll(nora, 1n);
    expect(await notices.unread(nora)).toBe(0);
    await notices.readAll(nora, 9_000_000_000n);
    await send(nora, 'notice/welcome');
    expect(await notices.unread(nora)).toBe(1);
  });

  it('pages without gaps or repeats, and by kind', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { list, next } = await notices.list(mai, { ...page, size: 2, cursor });
      seen.push(...list.map((one) => one.notice.id));
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)));
    expect(new Set(seen).size).toBe(5);
    const trading = await notices.list(mai, { ...page, kind: 'trading' });
    expect(trading.list.map((one) => one.notice.kind)).toEqual(['trading']);
  });

  it('pushes an unchanged set only once and pages the news', async () => {
    expect(await pushBundled(store, await readContentSet(folder), 0)).toBe(false);
    const first = await newsPage(store, { size: 4, language: 'ty' });
    const second = await newsPage(store, { size: 4, language: 'ty', cursor: first.next ?? undefined });
    expect(first.list).toHaveLength(4);
    expect(second.next).toBeNull();
    const keys = [...first.list, ...second.list].map((one) => one.key);
    expect(new Set(keys).size).toBe(6);
    now += 1;
  });
});
