import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BoardAdvert, TopicKind, TopicPayloads } from '#protocol/core/stream/channels.ts';
import { accumulator } from './of-kind.ts';

const amount = fc.nat(3).map(String);
const levels = fc.array(fc.tuple(fc.nat(6).map(String), amount), { maxLength: 4 });
const auction = fc.record({ price: fc.option(amount), amount });
const depth = fc.record({ bids: levels, asks: levels, auction }, { requiredKeys: ['bids', 'asks'] });
const trades = fc.array(
  fc.nat(1_000).map((id) => ({ id: `${id}`, price: '1', amount: '1', side: 'buy' as const, at: id })),
  { maxLength: 5 },
);
const order = fc
  .record({ id: fc.nat(4).map(String), status: fc.constantFrom('open', 'filled', 'cancelled'), filled: amount })
  .map((fields) => fields as unknown as TopicPayloads['account']['orders'][number]);
const account = fc.record({
  orders: fc.array(order, { maxLength: 3 }),
  balances: fc.array(
    fc.record({
      wallet: fc.constant('spot' as const),
      asset: fc.constantFrom('BTC', 'USDT'),
      available: amount,
      frozen: amount,
      locked: amount,
    }),
    { maxLength: 2 },
  ),
  unread: fc.option(fc.nat(5)),
});

const advert = fc
  .record({ id: fc.nat(5).map(String), price: amount })
  .map((fields) => fields as unknown as BoardAdvert);
const adverts = fc.record({
  adverts: fc.uniqueArray(advert, { maxLength: 4, selector: ({ id }) => id }),
  gone: fc.array(fc.nat(5).map(String), { maxLength: 3 }),
  more: fc.boolean(),
});

/** Rows that are found by their key may be held in any order; trades may not. */
function inOrder(data: TopicPayloads[TopicKind]): unknown {
  const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  if ('bids' in data) return { ...data, bids: sorted(data.bids), asks: sorted(data.asks) };
  if ('orders' in data) return { ...data, orders: sorted(data.orders), balances: sorted(data.balances) };
  if ('adverts' in data) return { ...data, adverts: sorted(data.adverts) };
  return data;
}

/** State after a snapshot and deltas, one by one or merged first: it must be the same. */
function expectMergeKeepsMeaning(
  kind: TopicKind,
  snapshot: TopicPayloads[TopicKind],
  deltas: readonly TopicPayloads[TopicKind][],
) {
  const oneByOne = accumulator(kind, 'state');
  const atOnce = accumulator(kind, 'state');
  const merged = accumulator(kind, 'changes');
  oneByOne.add(snapshot);
  atOnce.add(snapshot);
  for (const delta of deltas) {
    oneByOne.add(delta);
    merged.add(delta);
  }
  if (deltas.length > 0) for (const delta of merged.read()) atOnce.add(delta);
  expect(atOnce.read().map(inOrder)).toEqual(oneByOne.read().map(inOrder));
}

test.each([
  ['depth', depth, depth],
  ['trades', trades, trades],
  ['account', account, account],
  ['adverts', adverts, adverts],
] as const)('merged changes of %s do what the single ones do', (kind, snapshots, deltas) => {
  const open = (data: TopicPayloads[TopicKind]): TopicPayloads[TopicKind] =>
    'orders' in data ? { ...data, orders: data.orders.filter(({ status }) => status === 'open') } : data;
  fc.assert(
    fc.property(
      snapshots as fc.Arbitrary<TopicPayloads[TopicKind]>,
      fc.array(deltas as fc.Arbitrary<TopicPayloads[TopicKind]>, { maxLength: 6 }),
      (snapshot, changes) => expectMergeKeepsMeaning(kind, open(snapshot), changes),
    ),
  );
});

test('a candle that ended is handed out before the one that began, each with its last word', () => {
  const changes = accumulator('kline', 'changes');
  for (const [start, close] of [
    [0, '1'],
    [0, '2'],
    [60_000, '3'],
    [60_000, '4'],
  ] as const) {
    changes.add([start, '1', '9', '1', close, '5']);
  }
  expect(
    changes.read().map((candle) => [(candle as readonly unknown[])[0], (candle as readonly unknown[])[4]]),
  ).toEqual([
    [0, '2'],
    [60_000, '4'],
  ]);
});
