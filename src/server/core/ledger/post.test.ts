import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../store/database.ts';
import { testDatabase } from '../store/testing.ts';
import { houseOwners, type Posting } from './account.ts';
import { lockBalances, post, postMany } from './post.ts';

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const at = 1_700_000_000_000;

function fromPractice(owner: bigint, amount: bigint): Posting[] {
  return [
    { owner: houseOwners.practice, wallet: 'spot', asset: 'USDT', part: 'available', amount: -amount },
    { owner, wallet: 'spot', asset: 'USDT', part: 'available', amount },
  ];
}

function freeze(owner: bigint, amount: bigint): Posting[] {
  return [
    { owner, wallet: 'spot', asset: 'USDT', part: 'available', amount: -amount },
    { owner, wallet: 'spot', asset: 'USDT', part: 'frozen', amount },
  ];
}

const practice = (owner: bigint, amount: bigint) => ({
  kind: 'practice' as const,
  reference: null,
  at,
  postings: fromPractice(owner, amount),
});
const frozen = (owner: bigint, amount: bigint) => ({
  kind: 'order-freeze' as const,
  reference: '7',
  at,
  postings: freeze(owner, amount),
});

const attempt = (postings: Posting[]) =>
  database.transaction((tx) => post(tx, { kind: 'practice', reference: null, at, postings }));

describe('posting', () => {
  test('writes the journal, its entries and the balances, and returns what changed', async () => {
    const rows = await database.transaction((tx) => post(tx, practice(100_001n, 500n)));
    expect(rows.find((row) => row.owner === 100_001n)).toEqual({
      owner: 100_001n,
      wallet: 'spot',
      asset: 'USDT',
      available: 500n,
      frozen: 0n,
      locked: 0n,
    });
    const written = await database.pool.query(
      'SELECT kind, available, frozen FROM ledger_entries WHERE owner = 100001',
    );
    expect(written.rows).toEqual([{ kind: 'practice', available: '500', frozen: '0' }]);
  });

  test('refuses to go below zero and rolls the transaction back', async () => {
    await database.transaction((tx) => post(tx, practice(100_002n, 100n)));
    const spending = database.transaction(async (tx) => {
      await post(tx, frozen(100_002n, 60n));
      await post(tx, frozen(100_002n, 41n));
    });
    await expect(spending).rejects.toMatchObject({ codeName: 'insufficientWalletBalance' });
    const [row] = await database.transaction((tx) =>
      lockBalances(tx, [{ owner: 100_002n, wallet: 'spot', asset: 'USDT' }]),
    );
    expect(row).toMatchObject({ available: 100n, frozen: 0n });
  });

  test('refuses to spend from a balance that never existed', async () => {
    const spending = database.transaction((tx) => post(tx, frozen(100_003n, 1n)));
    await expect(spending).rejects.toMatchObject({ codeName: 'insufficientWalletBalance' });
  });

  test('a journal of a batch may spend what an earlier one brings', async () => {
    const rows = await database.transaction((tx) => postMany(tx, [practice(100_004n, 10n), frozen(100_004n, 4n)]));
    expect(rows.find((row) => row.owner === 100_004n)).toMatchObject({ available: 6n, frozen: 4n });
  });

  test('throws on a journal that is off, beyond 64 bits, empty, or of an unknown coin', async () => {
    const [out, into] = fromPractice(100_005n, 5n);
    if (out === undefined || into === undefined) throw new Error('two postings are needed');
    await expect(attempt([out, { ...into, amount: 6n }])).rejects.toThrow('off by 1');
    await expect(attempt([])).rejects.toThrow('moves nothing');
    await expect(attempt(fromPractice(100_005n, 2n ** 63n))).rejects.toThrow('beyond 64 bits');
    await expect(attempt(fromPractice(100_005n, 5n).map((p) => ({ ...p, asset: 'NONE' })))).rejects.toThrow(
      'no such asset',
    );
  });

  test('sums that grow beyond 64 bits fail instead of wrapping', async () => {
    await database.transaction((tx) => post(tx, practice(100_006n, 2n ** 62n)));
    await expect(database.transaction((tx) => post(tx, practice(100_006n, 2n ** 62n)))).rejects.toMatchObject({
      code: '22003',
    });
  });

  test('concurrent payments between many users neither lose a unit nor deadlock', async () => {
    const owners = [100_011n, 100_012n, 100_013n];
    await database.transaction((tx) =>
      postMany(
        tx,
        owners.map((owner) => practice(owner, 1_000n)),
      ),
    );
    const pay = (from: bigint, to: bigint) =>
      database.transaction((tx) =>
        post(tx, {
          kind: 'trade',
          reference: null,
          at,
          postings: [
            { owner: to, wallet: 'spot', asset: 'USDT', part: 'available', amount: 1n },
            { owner: from, wallet: 'spot', asset: 'USDT', part: 'available', amount: -1n },
          ],
        }),
      );
    await Promise.all(
      Array.from({ length: 120 }, (_, turn) => {
        const from = owners[turn % 3] ?? 0n;
        const to = owners[(turn + 1 + (turn % 2)) % 3] ?? 0n;
        return pay(from, to);
      }),
    );
    const rows = await database.transaction((tx) =>
      lockBalances(
        tx,
        owners.map((owner) => ({ owner, wallet: 'spot' as const, asset: 'USDT' })),
      ),
    );
    expect(rows.reduce((sum, row) => sum + row.available, 0n)).toBe(3_000n);
  });

  test('concurrent first postings to the same balance all count', async () => {
    await Promise.all(Array.from({ length: 20 }, () => database.transaction((tx) => post(tx, practice(100_021n, 3n)))));
    const [row] = await database.transaction((tx) =>
      lockBalances(tx, [{ owner: 100_021n, wallet: 'spot', asset: 'USDT' }]),
    );
    expect(row?.available).toBe(60n);
  });
});

describe('what was written', () => {
  test.each([
    'UPDATE ledger_entries SET available = 1',
    'DELETE FROM ledger_entries',
    'TRUNCATE ledger_entries',
    'DELETE FROM balances',
  ])('is never rewritten: %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow('append-only');
  });
});

describe('fees', () => {
  const account = { wallet: 'spot', asset: 'USDT', part: 'available' } as const;
  const pay = (from: bigint, to: bigint, fee: bigint) => ({
    kind: 'trade' as const,
    reference: '9',
    at,
    postings: [
      { ...account, owner: from, amount: -10n },
      { ...account, owner: to, amount: 10n },
    ],
    fees: [{ owner: to, wallet: account.wallet, asset: account.asset, amount: fee }],
  });

  test('are part of the payer’s entry, and are collected once per call, wallet and coin', async () => {
    await database.transaction((tx) => post(tx, practice(100_031n, 100n)));
    const rows = await database.transaction((tx) =>
      postMany(tx, [pay(100_031n, 100_032n, 1n), pay(100_031n, 100_033n, 2n)]),
    );
    expect(rows.find(({ owner }) => owner === 100_032n)?.available).toBe(9n);
    expect(rows.find(({ owner }) => owner === houseOwners.fees)?.available).toBe(3n);
    const { rows: written } = await database.pool.query(
      `SELECT owner, available, fee, kind FROM ledger_entries WHERE owner = 3 OR owner BETWEEN 100032 AND 100033 ORDER BY id`,
    );
    expect(written).toEqual([
      { owner: '100032', available: '9', fee: '1', kind: 'trade' },
      { owner: '100033', available: '8', fee: '2', kind: 'trade' },
      { owner: '3', available: '3', fee: '-3', kind: 'fee' },
    ]);
  });

  test('cannot exceed the balance, or be zero', async () => {
    const taking = database.transaction((tx) => post(tx, pay(100_031n, 100_034n, 11n)));
    await expect(taking).rejects.toMatchObject({ codeName: 'insufficientWalletBalance' });
    await expect(database.transaction((tx) => post(tx, pay(100_031n, 100_034n, 0n)))).rejects.toThrow('is none');
  });
});

describe('a statement combined with a posting', () => {
  const noted = (names: string[]) => ({
    name: 'test-note',
    text: 'INSERT INTO noted (name) SELECT * FROM unnest($1::text[])',
    values: [`{${names.join(',')}}`],
  });
  const renamed = (from: string, to: string) => ({
    name: 'test-rename',
    text: 'UPDATE noted SET name = $2 WHERE name = $1',
    values: [from, to],
  });
  const names = async () =>
    (await database.pool.query<{ name: string }>('SELECT name FROM noted ORDER BY name')).rows.map(({ name }) => name);

  beforeAll(async () => {
    await database.pool.query('CREATE TABLE noted (name text PRIMARY KEY)');
  });

  test('is written with it, or alone when there is nothing to post', async () => {
    const rows = await database.transaction((tx) =>
      postMany(tx, [practice(100_041n, 5n)], { beside: [noted(['a', 'b'])] }),
    );
    expect(new Set(rows.map(({ owner }) => owner))).toEqual(new Set([houseOwners.practice, 100_041n]));
    const nothing = { beside: [noted(['c']), renamed('a', 'z')] };
    const changed = await database.transaction((tx) => postMany(tx, [], nothing));
    expect(changed).toEqual([]);
    await database.transaction((tx) =>
      postMany(tx, [practice(100_041n, 5n)], { beside: [noted(['d']), renamed('b', 'y')] }),
    );
    expect(await names()).toEqual(['c', 'd', 'y', 'z']);
  });

  test('is not written when the posting fails, and vice versa', async () => {
    const before = await names();
    const poor = database.transaction((tx) => postMany(tx, [frozen(100_042n, 1n)], { beside: [noted(['e'])] }));
    await expect(poor).rejects.toMatchObject({ codeName: 'insufficientWalletBalance' });
    const twice = database.transaction((tx) => postMany(tx, [practice(100_043n, 5n)], { beside: [noted(['c'])] }));
    await expect(twice).rejects.toMatchObject({ code: '23505' });
    expect(await names()).toEqual(before);
    const { rows } = await database.pool.query(
      'SELECT FROM balances WHERE owner IN (100042, 100043) AND available <> 0',
    );
    expect(rows).toEqual([]);
  });
});
