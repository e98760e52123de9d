import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readContentSet } from '#server/content/content-set.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { houseOwners, robotOwner } from '#server/core/ledger/account.ts';
import { createLogger } from '#server/core/log/log.ts';
import { settledAfterMs } from '#server/core/store/doubts.ts';
import { type TestDatabase, testDatabase } from '#server/core/store/testing.ts';
import { pushBundled } from '#server/publishing/push-content.ts';
import { createNotices, type Notices } from '#server/accounts/notices/notices.ts';
import type { SpotOrder } from '../order.ts';
import { forgetOrders, orderStatements } from '../order-writes.ts';
import { restingOrder } from '../testing-orders.ts';
import { sendBeside } from '#server/core/ledger/beside.ts';
import { FilledNotices, type FilledNoticesDeps, type FilledNoticesLimits } from './filled-notices.ts';

const ken = 100_002n;
const mai = 100_001n;
const page = { size: 100, language: 'en' as const, kind: 'trading' as const };
const pair = 'BTCUSDT';

let store: TestDatabase;
let notices: Notices;
let now = 1_790_000_000_000;
let lastTrade = 0;

beforeAll(async () => {
  store = await testDatabase();
  await pushBundled(store, await readContentSet(new URL('../../../../../content', import.meta.url).pathname), 0);
  notices = createNotices(store, () => now);
});
beforeEach(() =>
  // As nobody of the exchange can: trades are append-only.
  store.pool.query(`SET session_replication_role = replica;
    TRUNCATE notices, spot_fill_marks, spot_fill_minutes, spot_orders, trades CASCADE;
    RESET session_replication_role`),
);
afterAll(() => store.close());

function open(limits: Partial<FilledNoticesLimits> = {}, database: Partial<FilledNoticesDeps['database']> = {}) {
  return new FilledNotices({
    database: { pool: store.pool, transaction: store.transaction.bind(store), ...database },
    logger: createLogger('silent'),
    clock: () => now,
    pairs: () => [pair],
    limits,
  });
}

const orderOf = (id: number, owner = ken, changes: Partial<SpotOrder> = {}): SpotOrder => ({
  ...restingOrder,
  id,
  owner,
  pair,
  amount: 1_000_000n,
  filled: 1_000_000n,
  filledTotal: 60_000_000_000n,
  fee: 800n,
  status: 'filled',
  createdAt: now - 1_000,
  updatedAt: now,
  ...changes,
});

/** An event of a commit that filled these orders, a trade each. */
function eventOf(orders: readonly SpotOrder[]) {
  const trades = orders.map((order) => ({ id: (lastTrade += 1), order }));
  return { pair, orders, trades };
}

/** Stores what an event speaks of, as its commit would. */
async function commit(event: ReturnType<typeof eventOf>): Promise<void> {
  const trades = event.trades.map(({ id, order }) => ({
    id,
    pair,
    side: 'sell' as const,
    price: 60_000n,
    amount: order.filled,
    total: order.filledTotal,
    buyOrder: order.id,
    sellOrder: order.id + 1_000_000,
    buyer: order.owner,
    seller: houseOwners.insurance,
    buyerFee: 0n,
    sellerFee: 0n,
    at: order.updatedAt,
    buyBefore: 0,
    sellBefore: 0,
  }));
  const placed = event.orders.map((order) => ({ order, key: null }));
  await store.transaction(async (tx) => {
    await forgetOrders(tx.client, event.orders);
    await Promise.all(sendBeside(tx, orderStatements({ placed, changed: [] }, trades)));
  });
}

async function summaries(owner: bigint): Promise<string[]> {
  const { list } = await notices.list(owner, page);
  return list.map(({ notice }) => notice.summary);
}

async function countByKey(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await store.pool.query<{ key: string; n: number }>(
    'SELECT article_key AS key, count(*)::int AS n FROM notices GROUP BY 1',
  );
  return new Map(rows.map(({ key, n }) => [key, n]));
}

test('the owner of a resting order is notified once when it is filled, however many fills that took', async () => {
  const filled = open();
  await filled.write();
  for (let part = 1n; part < 30n; part += 1n) filled.hear(eventOf([orderOf(7, ken, { status: 'open', filled: part })]));
  filled.hear(eventOf([orderOf(7)]));
  // An order filled at once is visible on the screen.
  filled.hear(eventOf([orderOf(8, ken, { createdAt: now })]));
  await filled.write();
  expect(await summaries(ken)).toEqual(['Bought 0.01 BTC at 60,000 USDT.']);
});

test('beyond a few orders a minute they are summed up in one notice, and the next minute starts afresh', async () => {
  const filled = open({ ownPerMinute: 3 });
  for (let id = 1; id <= 40; id += 1) filled.hear(eventOf([orderOf(id)]));
  filled.hear(eventOf([orderOf(41, mai)]));
  await filled.write();
  expect(await summaries(ken)).toHaveLength(3);
  expect(await summaries(mai)).toHaveLength(1);
  now += 60_000;
  await filled.write();
  expect((await summaries(ken))[0]).toBe('37 more of your orders were filled within a minute.');
  expect(await summaries(mai)).toHaveLength(1);
  expect(filled.figures).toEqual({ waiting: 0, users: 0 });
  filled.hear(eventOf([orderOf(42)]));
  await filled.write();
  expect(await summaries(ken)).toHaveLength(5);
});

test('the queue is bounded, and nothing is lost while the store fails', async () => {
  let isAway = false;
  const filled = open(
    { waitingMax: 100, usersMax: 150 },
    {
      transaction: (work, isolation) =>
        isAway ? Promise.reject(new Error('the store is away')) : store.transaction(work, isolation),
    },
  );
  await filled.write();
  isAway = true;
  for (let user = 0; user < 200; user += 1) filled.hear(eventOf([orderOf(user, BigInt(200_000 + user))]));
  expect(filled.figures).toEqual({ waiting: 100, users: 150 });
  await expect(filled.write()).rejects.toThrow('away');
  expect(filled.figures.waiting).toBe(100);
  isAway = false;
  await filled.write();
  now += 60_000;
  await filled.write();
  expect(await countByKey()).toEqual(
    new Map([
      ['notice/order-filled-buy', 100],
      ['notice/orders-filled', 50],
    ]),
  );
});

test('who goes on after a crash reads what was not written yet, and repeats nothing', async () => {
  const before = open();
  const old = eventOf([orderOf(1, mai)]);
  await commit(old);
  // What was filled before the first start counts as known.
  await before.write();
  const written = eventOf(Array.from({ length: 4 }, (_, nth) => orderOf(10 + nth)));
  await commit(written);
  before.hear(written);
  await before.write();
  const lost = eventOf([...Array.from({ length: 3 }, (_, nth) => orderOf(20 + nth)), orderOf(30, mai)]);
  await commit(lost);
  await commit(eventOf([orderOf(40, robotOwner(1n)), orderOf(41, ken, { type: 'market' })]));
  before.hear(lost);
  // It ends here; the next one hears of a commit before it has read anything.
  const after = open();
  const heard = eventOf([orderOf(50)]);
  await commit(heard);
  after.hear(heard);
  await after.write();
  await after.write();
  expect(await summaries(mai)).toHaveLength(1);
  expect(await summaries(ken)).toHaveLength(5);
  now += 60_000;
  await after.write();
  // 4 and 3 and 1 in one minute, of which five had their own.
  expect((await summaries(ken))[0]).toBe('3 more of your orders were filled within a minute.');
});

test('commits that were missed are read in the store, and those that come meanwhile count once', async () => {
  let meanwhile: (() => Promise<void>) | null = null;
  const filled = open(
    { keptMax: 2 },
    {
      async transaction(work, isolation) {
        const result = await store.transaction(work, isolation);
        if (isolation === 'repeatable read') await meanwhile?.();
        meanwhile = null;
        return result;
      },
    },
  );
  await filled.write();
  await commit(eventOf([orderOf(1)]));
  filled.missed();
  const known = eventOf([orderOf(2)]);
  await commit(known);
  filled.hear(known);
  const heardThrough: number[] = [];
  meanwhile = async () => {
    // The second is one more than are kept.
    for (const id of [3, 4]) {
      const event = eventOf([orderOf(id)]);
      await commit(event);
      filled.hear(event);
      heardThrough.push(id);
    }
  };
  await filled.write();
  expect(heardThrough).toEqual([3, 4]);
  expect(await summaries(ken)).toHaveLength(3);
  await filled.write();
  expect(await summaries(ken)).toHaveLength(4);
  const next = eventOf([orderOf(5)]);
  await commit(next);
  filled.hear(next);
  await filled.write();
  expect(await summaries(ken)).toHaveLength(5);
});

test.each([true, false])('a write whose outcome is unknown is looked up: committed %s', async (isCommitted) => {
  let isLost = false;
  const filled = open(
    {},
    {
      async transaction(work, isolation) {
        if (!isLost) return store.transaction(work, isolation);
        isLost = false;
        if (isCommitted) await store.transaction(work, isolation);
        throw new OutcomeUnknown('a commit');
      },
    },
  );
  await filled.write();
  filled.hear(eventOf([orderOf(1), orderOf(2, mai)]));
  isLost = true;
  await expect(filled.write()).rejects.toThrow(OutcomeUnknown);
  filled.hear(eventOf([orderOf(3)]));
  // It may be committed late: nothing is written twice meanwhile.
  const before = (await summaries(ken)).length;
  await filled.write();
  expect(await summaries(ken)).toHaveLength(before);
  now += 2 * settledAfterMs;
  await filled.write();
  expect(await summaries(ken)).toHaveLength(2);
  expect(await summaries(mai)).toHaveLength(1);
  expect(filled.figures.waiting).toBe(0);
});
