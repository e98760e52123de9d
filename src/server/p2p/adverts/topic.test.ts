import { expect, test } from 'vitest';
import type { AdvertRow } from './advert-row.ts';
import { AdvertBoard } from './board.ts';
import { boardTopics } from './topic.ts';

const topic = 'adverts:USDT:CNY:sell';

const advert = (id: number, change: Partial<AdvertRow> = {}): AdvertRow => ({
  id: BigInt(id),
  owner: 7n,
  side: 'sell',
  asset: 'USDT',
  currency: 'CNY',
  price: 720n + BigInt(id),
  ppm: null,
  bound: null,
  units: 200_000_000_00n,
  remaining: 200_000_000_00n,
  min: 10_000n,
  max: 50_000n,
  methods: ['bank'],
  methodIds: [],
  paymentMinutes: 15,
  terms: '',
  verifiedDays: 0,
  finishedOrders: 0,
  state: 'listed',
  paused: false,
  createdAt: 0,
  updatedAt: id,
  ...change,
});

function opened(rows: readonly AdvertRow[]) {
  const board = new AdvertBoard();
  for (const row of rows) board.put(row);
  let index = 700n;
  const { topics, publish } = boardTopics(
    board,
    () => index,
    () => true,
  );
  const [source] = topics.sources ?? [];
  if (source === undefined || source.kind !== 'adverts') throw new Error('no source');
  let dues = 0;
  const feed = source.open(topic, () => {
    dues += 1;
  });
  return {
    board,
    feed,
    source,
    publish: (next = index) => {
      index = next;
      publish();
    },
    dues: () => dues,
  };
}

test('a change of one advert is one row of a delta, and nothing else is', () => {
  const { board, feed, publish } = opened([advert(1), advert(2)]);
  expect(feed.snapshot()).toMatchObject({ adverts: [{ id: '1', price: '7.21' }, { id: '2' }], more: false });
  board.put(advert(2, { remaining: 150_000_000_00n, updatedAt: 10 }));
  publish();
  expect(feed.take()).toMatchObject({ adverts: [{ id: '2' }], gone: [] });
  board.put(advert(1, { state: 'withdrawn', updatedAt: 11 }));
  publish();
  expect(feed.take()).toMatchObject({ adverts: [], gone: ['1'] });
  expect(feed.take()).toBeNull();
});

test('prices that float follow the index at the pace of publishing; those that stand still say nothing', () => {
  const { feed, publish, dues } = opened([advert(1, { price: null, ppm: 1_010_000n }), advert(2)]);
  publish();
  expect(dues()).toBe(0);
  publish(800n);
  expect(dues()).toBe(1);
  expect(feed.take()).toMatchObject({ adverts: [{ id: '1', price: '8.08' }], gone: [] });
});

test('what changes of other sides is none of its business, and a closed topic looks no more', () => {
  const { board, feed, publish, dues, source } = opened([advert(1)]);
  board.put(advert(3, { side: 'buy' }));
  publish();
  expect(dues()).toBe(0);
  feed.close();
  publish(900n);
  expect(dues()).toBe(0);
  expect(source.has(topic)).toBe(true);
  expect(source.has('adverts:USDT:XAU:sell')).toBe(false);
});

test('of ten thousand adverts only the best are published', () => {
  const { feed } = opened(Array.from({ length: 10_000 }, (_, id) => advert(id)));
  const snapshot = feed.snapshot();
  expect(snapshot).toMatchObject({ more: true });
  expect(JSON.stringify(snapshot).length).toBeLessThan(12_000);
});
