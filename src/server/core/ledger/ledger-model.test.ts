import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { Refusal } from '../failures/refusal.ts';
import { testDatabase, type TestDatabase } from '../store/testing.ts';
import { houseOwners, type Posting } from './account.ts';
import { checkLedger } from './audit-check.ts';
import type { Journal } from './journal.ts';
import { lockBalances, postMany } from './post.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const coins = ['USDT', 'BTC'] as const;
const parts = ['available', 'frozen', 'locked'] as const;
/**
 * Owners 1 and 2 are outside accounts; 0 to 3 are offset from a fresh base in every run, so that runs do not share
 * accounts.
 */
const owner = fc.oneof({ weight: 1, arbitrary: fc.constant('outside') }, { weight: 4, arbitrary: fc.nat({ max: 3 }) });
const account = fc.record({ owner, coin: fc.constantFrom(...coins), part: fc.constantFrom(...parts) });
const move = fc.record({ from: account, to: account, amount: fc.bigInt({ min: 1n, max: 40n }) });
/** Batches of journals of moves; one inner list is sent concurrently. */
const script = fc.array(
  fc.array(fc.array(fc.array(move, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  }),
  { minLength: 1, maxLength: 12 },
);
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never;

let base = 200_000n;

function journalOf(moves: readonly Move[], first: bigint): Journal {
  const ownerOf = (named: string | number) =>
    typeof named === 'number' ? first + BigInt(named) : houseOwners.practice;
  const postings = moves.flatMap(({ from, to, amount }): Posting[] => [
    { owner: ownerOf(from.owner), wallet: 'spot', asset: from.coin, part: from.part, amount: -amount },
    // A move stays within its coin: of the second account only owner and part count.
    { owner: ownerOf(to.owner), wallet: 'spot', asset: from.coin, part: to.part, amount },
  ]);
  return { kind: 'trade', reference: null, at: 1, postings };
}

/** The ledger as plain sums. */
type Model = Map<string, bigint>;

function applyTo(model: Model, journals: readonly Journal[]): Model {
  const next = new Map(model);
  for (const { owner, asset, part, amount } of journals.flatMap((journal) => journal.postings)) {
    const key = `${owner}/${asset}/${part}`;
    next.set(key, (next.get(key) ?? 0n) + amount);
  }
  return next;
}

const isAllowed = (model: Model) =>
  [...model].every(([key, amount]) => amount >= 0n || key.startsWith(`${houseOwners.practice}/`));

/** Sends a batch and returns whether it was written; anything but the expected refusal is a failure. */
async function send(journals: readonly Journal[]): Promise<boolean> {
  try {
    await database.transaction((tx) => postMany(tx, journals));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.codeName === 'insufficientWalletBalance') return false;
    throw error;
  }
}

async function stored(first: bigint): Promise<Model> {
  const keys = [0n, 1n, 2n, 3n].flatMap((offset) =>
    coins.map((asset) => ({ owner: first + offset, wallet: 'spot' as const, asset })),
  );
  const rows = await database.transaction((tx) => lockBalances(tx, keys));
  return new Map(rows.flatMap((row) => parts.map((part) => [`${row.owner}/${row.asset}/${part}`, row[part]] as const)));
}

function expectSame(rows: Model, model: Model): void {
  for (const [key, amount] of rows) expect([key, amount]).toEqual([key, model.get(key) ?? 0n]);
}

test('one batch after the other: exactly those that would go below zero are refused', async () => {
  await fc.assert(
    fc.asyncProperty(script, async (steps) => {
      const first = (base += 10n);
      let model: Model = new Map();
      for (const batch of steps.flat()) {
        const journals = batch.map((moves) => journalOf(moves, first));
        const next = applyTo(model, journals);
        const isWritten = await send(journals);
        expect(isWritten).toBe(isAllowed(next));
        if (isWritten) model = next;
      }
      expectSame(await stored(first), model);
    }),
    { numRuns: allRuns(40) },
  );
  expect((await checkLedger(database, true, 1)).findings).toEqual([]);
});

test('concurrent batches: what was written adds up, and nothing is ever below zero', async () => {
  await fc.assert(
    fc.asyncProperty(script, async (steps) => {
      const first = (base += 10n);
      let model: Model = new Map();
      for (const together of steps) {
        const batches = together.map((batch) => batch.map((moves) => journalOf(moves, first)));
        const written = await Promise.all(batches.map(send));
        model = applyTo(model, batches.filter((_, position) => written[position] === true).flat());
        expect(isAllowed(model)).toBe(true);
      }
      expectSame(await stored(first), model);
    }),
    { numRuns: allRuns(30) },
  );
  expect((await checkLedger(database, true, 1)).findings).toEqual([]);
});
