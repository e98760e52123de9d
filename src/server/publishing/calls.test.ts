import { Registry } from 'prom-client';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallOutput, CallName } from '#protocol/calls.ts';
import { edgeForTest, handlersForTest } from '../http/testing.ts';
import { createNotices } from '../accounts/notices/notices.ts';
import { type TestDatabase, testDatabase } from '../core/store/testing.ts';
import { createContent } from '../content/content.ts';
import { readContentSet } from '../content/content-set.ts';
import { createContentHandlers } from './calls.ts';
import { pushSet } from './push-content.ts';
import { contentFolder, contentPicture } from '../content/testing.ts';

const mai = { userId: 100_000n, sessionId: 1n, verified: false, merchant: false, countries: [] };
const clock = () => 1_790_000_000_000;
const token = 'm'.repeat(43);

let store: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  store = await testDatabase();
  const folder = await contentFolder(
    [
      { key: 'help/first', category: 'start', body: '1. Open it.\n2. Read.\n\n![A screen](images/screen.png)' },
      { key: 'help/second', category: 'money' },
      { key: 'help/third', category: 'start' },
      { key: 'news/old', at: '2026-01-01T00:00:00Z', body: 'What is new.' },
      { key: 'news/new', at: '2026-02-01T00:00:00Z' },
      { key: 'page/white-paper' },
      { key: 'page/contact' },
      { key: 'page/invitation' },
      { key: 'notice/hello' },
    ],
    {
      contact: {
        article: 'page/contact',
        email: 'help@dunlin.example',
        post: ['Dunlin', '1 Quay'],
        place: { latitude: 47.37, longitude: 8.54 },
      },
      community: [{ kind: 'telegram', name: 'Dunlin', url: 'https://t.example/dunlin' }],
      invitation: 'page/invitation',
      customer: [
        { kind: 'workOrder', value: null },
        { kind: 'email', value: 'help@dunlin.example' },
      ],
    },
  );
  await contentPicture(folder, 'screen.png', 30);
  await pushSet(store, await readContentSet(folder), 'operator', clock());
  const content = createContent(store);
  await content.refresh();
  const notices = createNotices(store, clock);
  await store.transaction((tx) => notices.send(tx, mai.userId, 'account', 'notice/hello', {}));
  app = edgeForTest({
    handlers: handlersForTest(
      createContentHandlers({
        database: store,
        clock,
        notices,
        content,
        invitationRequired: true,
        mode: 'practice',
        launch: { pcUrl: null, webViewHosts: [], mapTiles: null },
        downloads: { ANDROID: null, IOS: null },
        offerVersion: () => '0',
        offered: () => ({ features: ['referrals'], switchedOff: {} }),
        build: 'test',
        rebateRates: async () => [{ level: 1, rate: '0.15' }],
        displayRates: () => ({ list: [], at: 0 }),
      }),
    ),
    sessions: { lookUp: async (given) => (given === token ? mai : null) },
    readContentImage: (name) => content.image(name),
    metrics: new Registry(),
  });
});
afterAll(async () => {
  await app.close();
  await store.close();
});

async function ask<Name extends CallName>(name: Name, query = ''): Promise<CallOutput<Name>> {
  const response = await app.inject({
    method: 'GET',
    url: `/api/${name.slice(4)}${query}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const { code, data } = response.json<{ code: number; data: CallOutput<Name> }>();
  expect(code).toBe(200);
  return data;
}

describe('frequent questions', () => {
  it('are returned whole, in the order of the catalogue, with paging and by category', async () => {
    const first = await ask('GET common/problem', '?size=2&language=ty');
    expect(first.list.map(({ category, article }) => [category, article.key])).toEqual([
      ['start', 'help/first'],
      ['money', 'help/second'],
    ]);
    expect(first.list[0]?.article).toMatchObject({ title: 'ty help/first', tag: 'start' });
    const second = await ask('GET common/problem', `?size=2&language=ty&cursor=${first.next}`);
    expect(second.list.map(({ article }) => article.key)).toEqual(['help/third']);
    expect(second.next).toBeNull();
    const money = await ask('GET common/problem', '?category=money');
    expect(money.list.map(({ article }) => article.key)).toEqual(['help/second']);
  });

  it('show steps and pictures, which are public and immutable', async () => {
    const { blocks } = await ask('GET common/article', '?key=help/first');
    expect(blocks[0]).toEqual({ type: 'steps', items: ['Open it.', 'Read.'] });
    const image = blocks[1];
    if (image?.type !== 'image') throw new Error('no picture');
    expect(image).toMatchObject({ alt: 'A screen', width: 30, height: 30 });
    const served = await app.inject({ url: `/files/${image.src}` });
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(served.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    for (const name of ['content/nothing.png', `content/${'a'.repeat(43)}.png`, 'content/..%2f..%2fetc', 'content/']) {
      expect((await app.inject({ url: `/files/${name}` })).statusCode).toBe(404);
    }
  });
});

describe('other content', () => {
  it('is returned whole or as a summary', async () => {
    const news = await ask('GET common/newsList');
    expect(news.list.map(({ key, article }) => [key, article])).toEqual([
      ['news/new', undefined],
      ['news/old', undefined],
    ]);
    const texts = await ask('GET common/newsList', '?texts=true&language=zh');
    expect(texts.list[1]?.article).toMatchObject({
      title: 'zh news/old',
      blocks: [{ type: 'paragraph', text: 'What is new.' }],
    });
    expect(await ask('GET common/whiteBook', '?language=jp')).toMatchObject({ title: 'jp page/white-paper' });
  });

  it('returns the contact data, exactly as written by the operator', async () => {
    expect(await ask('GET common/contact', '?language=hy')).toMatchObject({
      article: { title: 'hy page/contact' },
      email: 'help@dunlin.example',
      phone: null,
      post: ['Dunlin', '1 Quay'],
      place: { latitude: 47.37, longitude: 8.54 },
    });
    expect((await ask('GET common/community')).list).toEqual([
      { kind: 'telegram', name: 'Dunlin', url: 'https://t.example/dunlin' },
    ]);
    expect((await ask('GET customer/config')).list).toHaveLength(2);
    expect(await ask('GET common/getInviteConfig', '?language=yn')).toMatchObject({
      article: { title: 'yn page/invitation' },
      required: true,
      rates: [{ level: 1, rate: '0.15' }],
    });
  });

  it('lists own unread messages in one line, and no notice as an article', async () => {
    const { list } = await ask('GET getMsg', '?language=hk');
    expect(list).toEqual([{ id: expect.any(String), kind: 'account', text: 'hk notice/hello', at: clock() }]);
    const hidden = await app.inject({ url: '/api/common/article?key=notice/hello' });
    expect(hidden.json()).toMatchObject({ code: 404 });
  });
});
