import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseOwners } from '../../core/ledger/account.ts';
import type { Journal } from '../../core/ledger/journal.ts';
import { postMany } from '../../core/ledger/post.ts';
import { testDatabase, type TestDatabase } from '../../core/store/testing.ts';
import { cashflowPage } from './cashflow.ts';

let database: TestDatabase;
let owner = 300_000n;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const usdt = { wallet: 'spot', asset: 'USDT' } as const;

/** A movement that changes two parts of one coin, possibly with a fee. */
const movement = fc.record({
  kind: fc.constantFrom('trade', 'order-freeze', 'transfer'),
  frozen: fc.integer({ min: -3, max: 3 }),
  locked: fc.integer({ min: -3, max: 3 }),
  fee: fc.integer({ min: 0, max: 3 }),
});

/** The expected records of a movement, newest first: the fee, then the parts from last to first. */
function recordsOf({ kind, frozen, locked, fee }: typeof movement extends fc.Arbitrary<infer M> ? M : never) {
  return [
    ['fee', 'available', -fee],
    [kind, 'locked', locked],
    [kind, 'frozen', frozen],
    [kind, 'available', -frozen - locked + 50],
  ].filter(([, , amount]) => amount !== 0);
}

test('every record is listed once, in order, on pages of any size and under any filter', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(movement, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom('trade', 'fee', 'order-freeze', null),
      async (movements, size, kind) => {
        owner += 1n;
        const journals = movements.map((one, nth): Journal => ({
          kind: one.kind,
          reference: String(nth),
          at: nth,
          postings: [
            { ...usdt, owner: houseOwners.practice, part: 'available', amount: -50n },
            { ...usdt, owner, part: 'available', amount: BigInt(50 - one.frozen - one.locked) },
            { ...usdt, owner, part: 'frozen', amount: BigInt(one.frozen) },
            { ...usdt, owner, part: 'locked', amount: BigInt(one.locked) },
          ],
          fees: one.fee === 0 ? [] : [{ ...usdt, owner, amount: BigInt(one.fee) }],
        }));
        const start = { ...usdt, amount: 100n };
        const parts = ['available', 'frozen', 'locked'] as const;
        await database.transaction((tx) =>
          postMany(tx, [
            {
              kind: 'practice',
              reference: null,
              at: 0,
              postings: [
                { ...start, owner: houseOwners.practice, part: 'available', amount: -300n },
                ...parts.map((part) => ({ ...start, owner, part })),
              ],
            },
          ]),
        );
        await database.transaction((tx) => postMany(tx, journals));

        const seen: unknown[] = [];
        const ids: bigint[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const query = { size, ...(cursor === '' ? {} : { cursor }), ...(kind === null ? {} : { kind }) };
          const page = await cashflowPage(database.pool, owner, query);
          expect(page.list.length).toBeLessThanOrEqual(size);
          seen.push(...page.list.map((one) => [one.kind, one.part, Math.round(Number(one.amount) * 1e8)]));
          ids.push(...page.list.map(({ id }) => BigInt(id)));
          cursor = page.next;
        }
        const given = parts.toReversed().map((part) => ['practice', part, 100]);
        const all = [...movements.toReversed().flatMap(recordsOf), ...given];
        expect(seen).toEqual(all.filter(([of]) => kind === null || of === kind));
        expect(ids.every((id, nth) => nth === 0 || id < (ids[nth - 1] ?? 0n))).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});
