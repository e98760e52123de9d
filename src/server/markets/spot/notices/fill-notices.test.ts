import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { houseOwners, robotOwner } from '../../../core/ledger/account.ts';
import { sendBeside } from '../../../core/ledger/beside.ts';
import type { Transaction } from '../../../core/store/database.ts';
import { type TestDatabase, testDatabase } from '../../../core/store/testing.ts';
import { readContentSet } from '../../../content/content-set.ts';
import { pushBundled } from '../../../publishing/push-content.ts';
import { createNotices, type Notices } from '../../../users/notices/notices.ts';
import type { SpotOrder } from '../order.ts';
import { orderStatements } from '../order-writes.ts';
import { restingOrder } from '../testing-orders.ts';
import { writeFillNotices } from './write-fill-notices.ts';

const ken = 100_002n;
const mai = 100_001n;
const page = { size: 100, language: 'en' as const, kind: 'trading' as const };

let store: TestDatabase;
let notices: Notices;
let now = 1_790_000_000_000;

beforeAll(async () => {
  store = await testDatabase();
  await pushBundled(store, await readContentSet(new URL('../../../../../content', import.meta.url).pathname), 0);
  notices = createNotices(store, () => now);
});
beforeEach(() => store.pool.query('TRUNCATE notices, spot_fills_due, spot_fill_minutes CASCADE'));
afterAll(() => store.close());

const orderOf = (id: number, owner = ken, changes: Partial<SpotOrder> = {}): SpotOrder => ({
  ...restingOrder,
  id,
  owner,
  amount: 1_000_000n,
  filled: 1_000_000n,
  filledTotal: 60_000_000_000n,
  fee: 800n,
  status: 'filled',
  createdAt: now - 1_000,
  updatedAt: now,
  ...changes,
});

/** Writes what a batch left of orders of earlier batches. */
const commit = (changed: readonly SpotOrder[]) => store.transaction((tx) => writeBatch(tx, changed));

async function writeBatch(tx: Transaction, changed: readonly SpotOrder[]): Promise<void> {
  await Promise.all(sendBeside(tx, orderStatements({ placed: [], changed }, [])));
}

const write = () => writeFillNotices(store, now);

async function summaries(owner: bigint): Promise<string[]> {
  const { list } = await notices.list(owner, page);
  return list.map(({ notice }) => notice.summary);
}

async function rowsLeft(): Promise<number> {
  const { rows } = await store.pool.query<{ n: number }>(
    'SELECT ((SELECT count(*) FROM spot_fills_due) + (SELECT count(*) FROM spot_fill_minutes))::int AS n',
  );
  return rows[0]?.n ?? -1;
}

test('the owner of a resting order is notified once when it is filled, however many fills that took', async () => {
  for (let part = 1n; part < 5n; part += 1n) await commit([orderOf(7, ken, { status: 'open', filled: part })]);
  await commit([orderOf(7)]);
  await write();
  await write();
  expect(await summaries(ken)).toEqual(['Bought 0.01 BTC at 60,000 USDT.']);
  now += 60_000;
  await write();
  expect(await rowsLeft()).toBe(0);
});

test('nobody is notified of what they asked to end, of a robot’s orders, or of the house’s', async () => {
  const others = [
    orderOf(1, ken, { status: 'cancelled', closeReason: 'user' }),
    orderOf(2, ken, { type: 'market' }),
    orderOf(3, robotOwner(1n)),
    orderOf(4, houseOwners.insurance),
  ];
  await commit(others);
  expect(await rowsLeft()).toBe(0);
});

test('beyond a few orders a minute they are summed up in one notice, and the next minute starts afresh', async () => {
  await commit(Array.from({ length: 40 }, (_, nth) => orderOf(nth + 1)));
  await commit([orderOf(41, mai)]);
  await write();
  expect(await summaries(ken)).toHaveLength(5);
  now += 30_000;
  await commit([orderOf(42)]);
  await write();
  expect(await summaries(ken)).toHaveLength(5);
  now += 30_000;
  // In the second in which a minute ends, what is filled belongs to the next.
  await commit([orderOf(43)]);
  await write();
  const [first, second] = await summaries(ken);
  expect([first, second]).toContain('36 more of your orders were filled within a minute.');
  expect(await summaries(ken)).toHaveLength(7);
  expect(await summaries(mai)).toHaveLength(1);
  now += 60_000;
  await write();
  expect(await rowsLeft()).toBe(0);
});

test('more orders than a transaction takes are all counted, and nothing is lost while the store fails', async () => {
  const owners = Array.from({ length: 2_500 }, (_, nth) => 200_000n + BigInt(nth));
  await commit(owners.map((owner, nth) => orderOf(nth, owner)));
  let transactions = 0;
  // Each other transaction fails once all of its work is done.
  const failing: Pick<TestDatabase, 'transaction'> = {
    transaction: (work, isolation) =>
      store.transaction(async (tx) => {
        const result = await work(tx);
        transactions += 1;
        if (transactions % 2 === 1) throw new Error('the store is away');
        return result;
      }, isolation),
  };
  await expect(writeFillNotices(failing, now)).rejects.toThrow('away');
  await expect(writeFillNotices(failing, now)).rejects.toThrow('away');
  await write();
  const { rows } = await store.pool.query(
    'SELECT article_key AS key, count(*)::int AS n, count(DISTINCT owner)::int AS owners FROM notices GROUP BY 1',
  );
  expect(rows).toEqual([{ key: 'notice/order-filled-buy', n: 2_500, owners: 2_500 }]);
  now += 60_000;
  await write();
  expect(await rowsLeft()).toBe(0);
});
