import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readContentSet } from '../../content/content-set.ts';
import { pushBundled } from '../../publishing/push-content.ts';
import { createLogger } from '../../core/log/log.ts';
import { createNotices, type Notices } from '../../users/notices/notices.ts';
import { type TestDatabase, testDatabase } from '../../core/store/testing.ts';
import { createFilledNotices, type FilledNotices, type FilledNoticesLimits } from './filled-notices.ts';
import type { SpotOrder } from './order.ts';
import { restingOrder } from './testing-orders.ts';

const ken = 100_002n;
const mai = 100_001n;
const page = { size: 100, language: 'en' as const, kind: 'trading' as const };

let store: TestDatabase;
let notices: Notices;
let filled: FilledNotices;
let now = 1_790_000_000_000;
let changed: (bigint | null)[] = [];

beforeAll(async () => {
  store = await testDatabase();
  await pushBundled(store, await readContentSet(new URL('../../../../content', import.meta.url).pathname), 0);
});
beforeEach(async () => {
  await store.pool.query('TRUNCATE notices CASCADE');
  notices = createNotices(store, () => now);
  changed = [];
  notices.onChange((owner) => changed.push(owner));
});
afterEach(() => filled.write());
afterAll(() => store.close());

function open(limits: Partial<FilledNoticesLimits> = {}, database: Pick<TestDatabase, 'transaction'> = store): void {
  const deps = { database: { ...store, ...database }, notices, logger: createLogger('silent'), clock: () => now };
  filled = createFilledNotices({ ...deps, limits });
}

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

const summaries = async (owner: bigint) => {
  const { list } = await notices.list(owner, page);
  return list.map(({ notice }) => notice.summary);
};

test('the owner of a resting order is notified once when it is filled, however many fills that took', async () => {
  open();
  for (let part = 1n; part < 30n; part += 1n)
    filled.hear({ orders: [orderOf(7, ken, { status: 'open', filled: part })] });
  filled.hear({ orders: [orderOf(7)] });
  // An order filled at once is visible on the screen.
  filled.hear({ orders: [orderOf(8, ken, { createdAt: now })] });
  await filled.write();
  expect(await summaries(ken)).toEqual(['Bought 0.01 BTC at 60,000 USDT.']);
  expect(changed).toEqual([ken]);
});

test('beyond a few orders a minute they are summed up in one notice, and the next minute starts afresh', async () => {
  open({ ownPerMinute: 3 });
  for (let id = 1; id <= 40; id += 1) filled.hear({ orders: [orderOf(id)] });
  filled.hear({ orders: [orderOf(41, mai)] });
  await filled.write();
  expect(await summaries(ken)).toHaveLength(3);
  expect(await summaries(mai)).toHaveLength(1);
  now += 60_000;
  await filled.write();
  expect((await summaries(ken))[0]).toBe('37 more of your orders were filled within a minute.');
  expect(await summaries(mai)).toHaveLength(1);
  expect(filled.figures).toEqual({ waiting: 0, users: 0 });
  filled.hear({ orders: [orderOf(42)] });
  await filled.write();
  expect(await summaries(ken)).toHaveLength(5);
});

test('the queue is bounded, batches are few, and nothing is lost while the store fails', async () => {
  let transactions = 0;
  let isAway = true;
  open(
    { waitingMax: 100, usersMax: 150, writtenAtOnce: 40 },
    {
      transaction: (work, isolation) => {
        transactions += 1;
        return isAway ? Promise.reject(new Error('the store is away')) : store.transaction(work, isolation);
      },
    },
  );
  for (let user = 0; user < 200; user += 1) filled.hear({ orders: [orderOf(user, BigInt(200_000 + user))] });
  expect(filled.figures).toEqual({ waiting: 100, users: 150 });
  await expect(filled.write()).rejects.toThrow('away');
  expect(filled.figures.waiting).toBe(100);
  isAway = false;
  transactions = 0;
  await filled.write();
  expect(transactions).toBe(3);
  now += 60_000;
  await filled.write();
  const { rows } = await store.pool.query('SELECT article_key AS key, count(*)::int AS n FROM notices GROUP BY 1');
  expect(new Map(rows.map(({ key, n }) => [key, n]))).toEqual(
    new Map([
      ['notice/order-filled-buy', 100],
      ['notice/orders-filled', 50],
    ]),
  );
});
