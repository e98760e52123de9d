import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import type { WalletRecord } from '#protocol/wallets/entities/wallet.ts';
import { houseOwners, type Posting } from '#server/core/ledger/account.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import { postMany } from '#server/core/ledger/post.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { cashflowPage } from './cashflow.ts';

let database: TestDatabase;
let owner = 300_000n;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const usdt = { wallet: 'spot', asset: 'USDT', part: 'available' } as const;
type Query = Omit<Parameters<typeof cashflowPage>[2], 'size' | 'cursor'>;

function journal(kind: Journal['kind'], reference: string | null, at: number, postings: Posting[], fee = 0n): Journal {
  return { kind, reference, at, postings, fees: fee === 0n ? [] : [{ ...usdt, owner, amount: fee }] };
}

/** From the practice account to the user. */
function given(amount: bigint, at = 0): Journal {
  return journal('practice', null, at, [
    { ...usdt, owner: houseOwners.practice, amount: -amount },
    { ...usdt, owner, amount },
  ]);
}

function between(part: 'frozen' | 'locked', amount: bigint): Posting[] {
  return [
    { ...usdt, owner, amount: -amount },
    { ...usdt, owner, part, amount },
  ];
}

/** The journals of each event that a user can have, in the order they are posted. */
const events: Readonly<Record<string, (number: string) => Journal[]>> = {
  transfer: () => [
    journal('transfer', null, 1, [
      { ...usdt, owner, amount: -5n },
      { ...usdt, owner, wallet: 'option', amount: 5n },
    ]),
  ],
  trade: (number) => [
    journal(
      'trade',
      number,
      1,
      [
        { ...usdt, owner: houseOwners.practice, asset: 'BTC', amount: -7n },
        { ...usdt, owner, asset: 'BTC', amount: 7n },
        { ...usdt, owner, amount: -5n },
        { ...usdt, owner: houseOwners.practice, amount: 5n },
      ],
      2n,
    ),
  ],
  paid: (number) => [
    journal('withdrawal-freeze', number, 1, between('frozen', 10n)),
    journal('withdrawal', number, 2, [
      { ...usdt, owner, part: 'frozen', amount: -9n },
      { ...usdt, owner: houseOwners.chain, amount: 9n },
    ]),
    journal('withdrawal-fee', number, 2, [
      { ...usdt, owner, part: 'frozen', amount: -1n },
      { ...usdt, owner: houseOwners.fees, amount: 1n },
    ]),
  ],
  refused: (number) => [
    journal('withdrawal-freeze', number, 1, between('frozen', 10n)),
    journal('withdrawal-release', number, 2, between('frozen', -10n)),
  ],
  waiting: (number) => [journal('withdrawal-freeze', number, 1, between('frozen', 10n))],
  deposit: (number) => [deposited(number, 4n), journal('deposit-free', number, 2, between('locked', -4n))],
  reversed: (number) => [deposited(number, 4n), deposited(number, -4n), deposited(number, 4n), deposited(number, -4n)],
};

function deposited(number: string, amount: bigint): Journal {
  return journal(amount > 0n ? 'deposit' : 'deposit-undone', number, 1, [
    { ...usdt, owner: houseOwners.chain, amount: -amount },
    { ...usdt, owner, part: 'locked', amount },
  ]);
}

/** What a record of each event says: kind, state and the sums of its wallets. */
const says: Readonly<Record<string, string>> = {
  given: 'practice null spot USDT 0.00001',
  transfer: 'transfer null spot USDT -0.00000005 option USDT 0.00000005',
  trade: 'trade null spot BTC 0.00000007 spot USDT -0.00000007',
  paid: 'withdrawal done spot USDT -0.0000001',
  refused: 'withdrawal returned',
  waiting: 'withdrawal pending',
  deposit: 'deposit done spot USDT 0.00000004',
  reversed: 'deposit returned',
};

function textOf({ kind, state, changes }: WalletRecord): string {
  return [kind, state ?? 'null', ...changes.flatMap(({ wallet, asset, amount }) => [wallet, asset, amount])].join(' ');
}

async function allRecords(size: number, query: Query = {}): Promise<WalletRecord[]> {
  const seen: WalletRecord[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await cashflowPage(database.pool, owner, { ...query, size, ...(cursor === '' ? {} : { cursor }) });
    expect(page.list.length).toBeLessThanOrEqual(size);
    seen.push(...page.list);
    cursor = page.next;
  }
  return seen;
}

async function post(journals: readonly Journal[]): Promise<void> {
  // Each in its own transaction, as they come in life.
  for (const one of journals) await database.transaction((tx) => postMany(tx, [one]));
}

test('every event is one record with all of its entries, whatever came between them, on pages of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(events)), fc.nat()), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 4 }),
      async (chosen, size) => {
        owner += 1n;
        await post([given(1_000n)]);
        const open = chosen.map(([name], nth) => ({ name, journals: events[name]?.(String(nth)) ?? [] }));
        const begun: string[] = [];
        const posted: Journal[] = [];
        // The journals of different events are shuffled into each other; those of one keep their order.
        for (let turn = 0; open.some(({ journals }) => journals.length > 0); turn += 1) {
          const waiting = open.filter(({ journals }) => journals.length > 0);
          const one = waiting[(chosen[turn % chosen.length]?.[1] ?? 0) % waiting.length];
          const next = one?.journals.shift();
          if (one === undefined || next === undefined) continue;
          if (['deposit', 'withdrawal-freeze', 'trade', 'transfer'].includes(next.kind)) {
            const isFirst = !posted.some((old) => old.kind === next.kind && old.reference === next.reference);
            if (isFirst || next.reference === null) begun.push(one.name);
          }
          posted.push(next);
        }
        await post(posted);
        const records = await allRecords(size);
        expect(records.map(textOf)).toEqual([...begun.toReversed(), 'given'].map((name) => says[name]));
        const lines = records.flatMap(({ entries }) => entries.map(({ id }) => BigInt(id)));
        const { rows } = await database.pool.query<{ lines: string }>(
          `SELECT sum((available + fee <> 0)::int + (frozen <> 0)::int + (locked <> 0)::int + (fee <> 0)::int) AS lines
             FROM ledger_entries WHERE owner = $1`,
          [owner],
        );
        expect(lines.length).toBe(Number(rows[0]?.lines));
        expect(new Set(lines).size).toBe(lines.length);
      },
    ),
    { numRuns: allRuns(25) },
  );
});

test('filters find whole events by any of their wallets and coins, by kind and by fee', async () => {
  owner += 1n;
  const kinds = ['transfer', 'trade', 'paid', 'waiting', 'deposit'];
  await post([given(1_000n), ...kinds.flatMap((name, nth) => events[name]?.(String(nth)) ?? [])]);
  const found = async (query: Query) => (await allRecords(2, query)).map(textOf);
  const saying = (...names: readonly string[]) => names.map((name) => says[name]);
  expect(await found({ wallet: 'option' })).toEqual(saying('transfer'));
  expect(await found({ asset: 'BTC' })).toEqual(saying('trade'));
  expect(await found({ kind: 'withdrawal' })).toEqual(saying('waiting', 'paid'));
  expect(await found({ kind: 'deposit' })).toEqual(saying('deposit'));
  expect(await found({ kind: 'fee' })).toEqual(saying('trade'));
  expect(await found({ kind: 'practice' })).toEqual(saying('given'));
  expect(await found({ since: 1 })).toHaveLength(5);
  expect(await found({ until: 1 })).toEqual(saying('given'));
});

test('a journal whose entries another one of the owner came between is one record on every page', async () => {
  owner += 1n;
  await post([given(1_000n)]);
  const { rows } = await database.pool.query<{ id: string }>('SELECT max(id) + 1000 AS id FROM ledger_entries');
  const first = BigInt(rows[0]?.id ?? 0);
  const line = (id: bigint, of: bigint, wallet: number, amount: number) => [id, of, owner, amount, wallet];
  for (const values of [
    line(first, first, 0, -3),
    line(first + 1n, first + 1n, 1, -4),
    line(first + 2n, first, 4, 3),
    line(first + 3n, first + 1n, 3, 4),
  ]) {
    await database.pool.query(
      `INSERT INTO ledger_entries (id, journal_id, owner, available, wallet, frozen, locked, fee, at, asset, kind)
       VALUES ($1, $2, $3, $4, $5, 0, 0, 0, 1, 'USDT', 'transfer')`,
      values,
    );
  }
  for (const size of [1, 2, 5]) {
    expect((await allRecords(size)).map(textOf)).toEqual([
      'transfer null contract USDT -0.00000004 gold USDT 0.00000004',
      'transfer null spot USDT -0.00000003 option USDT 0.00000003',
      says['given'],
    ]);
  }
});
