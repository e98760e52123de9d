import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Transaction } from '../store/database.ts';
import { testDatabase, type TestDatabase } from '../store/testing.ts';
import type { BalanceKey } from './balance-row.ts';
import { post } from './post.ts';
import { givePractice } from './testing.ts';
import { WriterBalances } from './writer-balances.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const keyOf = (owner: bigint, asset = 'USDT'): BalanceKey => ({ owner, wallet: 'spot', asset });

/** Names of the statements that some work sends. */
async function statementsOf(tx: Transaction, work: (tx: Transaction) => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  const client = new Proxy(tx.client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
      return (config: { name: string; text: string }) => {
        names.push(config.name);
        return target.query(config);
      };
    },
  });
  await work({ ...tx, client });
  return names;
}

it('locks and reads known balances in one statement, and recreates those that were rolled back', async () => {
  const balances = new WriterBalances();
  const keys = [keyOf(100_002n), keyOf(100_001n, 'BTC'), keyOf(100_001n)];
  const lock = (tx: Transaction) => balances.lock(tx, keys);
  const rolledBack = database.transaction(async (tx) => {
    const { rows } = await lock(tx);
    expect(rows.map(({ owner, asset }) => [owner, asset])).toEqual([
      [100_001n, 'BTC'],
      [100_001n, 'USDT'],
      [100_002n, 'USDT'],
    ]);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await database.transaction(async (tx) => {
    expect(await statementsOf(tx, lock)).toEqual(['ledger-lock', 'ledger-held']);
    (await lock(tx)).confirm();
  });
  await givePractice(database, [100_002n], { asset: 'USDT', amount: '7', wallet: 'spot' });
  await database.transaction(async (tx) => {
    expect(await statementsOf(tx, lock)).toEqual(['ledger-lock-stored']);
    const { rows, held } = await lock(tx);
    expect(rows.map(({ available }) => available)).toEqual([0n, 0n, 700_000_000n]);
    expect(held).toEqual(new Set(['100001/spot/BTC', '100001/spot/USDT', '100002/spot/USDT']));
  });
});

it('waits for the holder of a balance, reads the committed state, and locks it against others', async () => {
  const balances = new WriterBalances();
  const key = keyOf(100_010n);
  await givePractice(database, [100_010n], { asset: 'USDT', amount: '10', wallet: 'spot' });
  await database.transaction(async (tx) => (await balances.lock(tx, [key])).confirm());
  const spend = (tx: Transaction, amount: bigint) =>
    post(tx, {
      kind: 'transfer',
      reference: null,
      at: 1,
      postings: [
        { ...key, part: 'available', amount: -amount },
        { ...key, wallet: 'option', part: 'available', amount },
      ],
    });
  let reading: Promise<bigint | undefined> = Promise.resolve(undefined);
  await database.transaction(async (tx) => {
    await spend(tx, 300_000_000n);
    reading = database.transaction(async (other) => (await balances.lock(other, [key])).rows[0]?.available);
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  expect(await reading).toBe(700_000_000n);
});
