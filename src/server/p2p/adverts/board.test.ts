import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import type { AdvertRow } from './advert-row.ts';
import { AdvertBoard, type BoardQuery } from './board.ts';
import { priceNow } from './rules.ts';

const anything: BoardQuery = {
  money: null,
  method: null,
  merchant: null,
  serves: () => true,
  accepts: null,
  after: null,
  size: 3,
};
const side = { asset: 'USDT', currency: 'CNY', side: 'sell' } as const;

const advert = fc
  .record({
    id: fc.bigInt({ min: 1n, max: 12n }),
    floats: fc.boolean(),
    value: fc.bigInt({ min: 600n, max: 900n }),
    remaining: fc.bigInt({ min: 0n, max: 2_000n }),
    listed: fc.boolean(),
  })
  .map(({ id, floats, value, remaining, listed }, at = 0): AdvertRow => ({
    id,
    owner: 1n + (id % 3n),
    ...side,
    price: floats ? null : value,
    ppm: floats ? value * 1_400n : null,
    bound: null,
    units: 200_000_000_000n,
    remaining: remaining * 100_000_000n,
    min: 10_000n,
    max: 500_000n,
    methods: id % 2n === 0n ? ['bank'] : ['bank', 'paypal'],
    methodIds: [],
    paymentMinutes: 15,
    terms: '',
    verifiedDays: 0,
    finishedOrders: 0,
    paused: false,
    state: listed ? 'listed' : 'withdrawn',
    createdAt: 0,
    updatedAt: at,
  }));

/** The page as a reader would find it in a list of everything. */
function naive(
  rows: ReadonlyMap<bigint, AdvertRow>,
  index: bigint | null,
  query: Omit<BoardQuery, 'accepts' | 'after' | 'size' | 'serves'>,
) {
  return [...rows.values()]
    .filter((row) => row.state === 'listed')
    .flatMap((row) => {
      const price = priceNow(row, index);
      return price === null ? [] : [{ row, price }];
    })
    .filter(({ row, price }) => {
      const left = (row.remaining * price) / 100_000_000n;
      const most = left < row.max ? left : row.max;
      const takes = query.money === null ? row.min <= most : row.min <= query.money && query.money <= most;
      const isOf = query.merchant === null || row.owner === query.merchant;
      return takes && isOf && (query.method === null || row.methods.includes(query.method));
    })
    .toSorted((a, b) => Number(a.price - b.price) || Number(a.row.id - b.row.id))
    .map(({ row }) => row.id);
}

it('pages through what a naive list holds, whatever changed before', () => {
  fc.assert(
    fc.property(
      fc.array(advert, { maxLength: 40 }),
      fc.option(fc.bigInt({ min: 650n, max: 750n }), { nil: null }),
      fc.record({
        money: fc.option(fc.bigInt({ min: 5_000n, max: 600_000n }), { nil: null }),
        method: fc.option(fc.constantFrom('bank' as const, 'paypal' as const), { nil: null }),
        merchant: fc.option(fc.bigInt({ min: 1n, max: 3n }), { nil: null }),
      }),
      (rows, index, query) => {
        const board = new AdvertBoard();
        const held = new Map<bigint, AdvertRow>();
        rows.forEach((row, updatedAt) => {
          held.set(row.id, { ...row, updatedAt });
          board.put({ ...row, updatedAt });
          // Late news of an older state changes nothing.
          board.put({ ...row, price: 1n, updatedAt: updatedAt - 1_000 });
          // Somebody reads in between, so that what follows changes an order of prices that is known.
          if (updatedAt % 3 === 0) board.sorted(side, index);
        });
        const [first] = rows;
        if (first !== undefined) {
          // An order takes of it: its price stays.
          const updatedAt = rows.length;
          const taken = { ...first, remaining: first.remaining / 2n, updatedAt };
          const reading = board.sorted(side, index);
          const read = [...reading];
          held.set(taken.id, taken);
          board.put(taken);
          expect(reading).toEqual(read);
        }
        const found: bigint[] = [];
        let after: BoardQuery['after'] = null;
        for (;;) {
          const { list, more } = board.page(side, index, { ...anything, ...query, after });
          found.push(...list.map(({ row }) => row.id));
          const last = list.at(-1);
          expect(list.length === 3 || !more).toBe(true);
          if (!more || last === undefined) break;
          after = { price: last.price, id: last.row.id };
        }
        expect(found).toEqual(naive(held, index, query));
        const listed = [...held.values()].filter((row) => row.state === 'listed');
        expect(new Set(board.owners(side))).toEqual(new Set(listed.map(({ owner }) => owner)));
      },
    ),
    { numRuns: allRuns(1_000) },
  );
});
