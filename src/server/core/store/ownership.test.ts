import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../log/log.ts';
import { openDatabase } from './open.ts';
import { repeat } from '../jobs/repeating.ts';
import { openStore, type Store, type StoreTimes, storeTimes } from './open-store.ts';
import { isNewerStore, type SeenEpoch } from './identity.ts';
import { ownershipLimits } from './ownership.ts';
import { AlreadyRunning } from './server-lock.ts';
import type { StoreState } from './store-health.ts';
import { writerLimits } from './store-limits.ts';
import { StoreUnavailable } from '../failures/store-unavailable.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

const limits: StoreTimes = { ...storeTimes, ownership: { ...ownershipLimits, heartbeatMs: 50, silenceMs: 400 } };
const lockOnly = `FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'dunlin server %'`;

let database: TestDatabase;
const stores: Store[] = [];

beforeEach(async () => {
  database = await testDatabase();
  await database.pool.query('CREATE TABLE written (n int)');
});
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
  await database.close();
});

/** @param seen what was heard of another server before */
async function open(seen: SeenEpoch | null = null): Promise<Store> {
  const { host, port, user, password, database: name } = database.connection;
  const databaseUrl = `postgres://${user}:${String(password)}@${host}:${port}/${name}`;
  const turn =
    seen === null ? null : { signal: AbortSignal.timeout(30_000), onWait: () => undefined, seen: () => seen };
  const store = await openStore({ databaseUrl, dataDirectory: '/nowhere' }, createLogger('silent'), limits, turn);
  stores.push(store);
  return store;
}

/** Resolves at the next change to the state. */
function turned(store: Store, state: StoreState): Promise<void> {
  return new Promise((resolve) => {
    const stop = store.health.onChange((now) => {
      if (now !== state) return;
      stop();
      resolve();
    });
  });
}

async function epoch(): Promise<number> {
  const { rows } = await database.pool.query<{ epoch: string }>('SELECT epoch FROM server_epoch');
  return Number(rows[0]?.epoch);
}

async function seenInStore(): Promise<SeenEpoch> {
  const { rows } = await database.pool.query<{ epoch: string; id: string; since: string }>(
    'SELECT epoch, identity AS id, identity_since AS since FROM server_epoch',
  );
  const { epoch: raised, id, since } = rows[0] ?? { epoch: '', id: '', since: '' };
  return { store: { id, since: Number(since) }, epoch: Number(raised) };
}

test('a second server is refused with the name of the holder; the lock ends with its holder', async () => {
  const first = await open();
  const second = open();
  await expect(second).rejects.toThrow(AlreadyRunning);
  await expect(second).rejects.toThrow(`process ${process.pid}`);
  await stores.pop()?.close();
  expect(first.health.state).toBe('ready');
  const third = await open();
  expect(await epoch()).toBe(2);
  expect(third.health.state).toBe('ready');
});

test('jobs have connections of their own', async () => {
  const { database: store } = await open();
  const poolNow = async () => {
    const asked = [
      store.pool.query<{ name: string }>(`SELECT current_setting('application_name') AS name`),
      store.transaction(({ client }) =>
        client.query<{ name: string }>(`SELECT current_setting('application_name') AS name`),
      ),
    ];
    return (await Promise.all(asked)).map(({ rows }) => rows[0]?.name);
  };
  const inJob = Promise.withResolvers<unknown>();
  const job = repeat(createLogger('silent'), 'look', 0, async () => {
    await sleep(1);
    inJob.resolve(await poolNow());
  });
  expect(await poolNow()).toEqual(['dunlin users', 'dunlin users']);
  expect(await inJob.promise).toEqual(['dunlin background', 'dunlin background']);
  await job.close();
});

test('when the lock is lost nothing is written, and ownership is regained behind a fence', async () => {
  const store = await open();
  const order: StoreState[] = [];
  store.health.onChange((state) => order.push(state));
  const held = await store.writer.pool.connect();
  held.on('error', () => undefined);
  await held.query('BEGIN');
  await held.query('INSERT INTO written VALUES (1)');
  const degraded = turned(store, 'degraded');
  const ready = turned(store, 'ready');
  await database.pool.query(`SELECT pg_terminate_backend(pid) ${lockOnly}`);
  await degraded;
  await expect(store.database.transaction(async () => 1)).rejects.toThrow(StoreUnavailable);
  await expect(store.background.pool.query('SELECT 1')).rejects.toThrow(StoreUnavailable);
  await ready;
  expect(order).toEqual(['degraded', 'ready']);
  expect(await epoch()).toBe(2);
  // In-flight work is resolved, and its connection is unusable.
  await expect(held.query('COMMIT')).rejects.toThrow();
  held.release(true);
  await store.writer.transaction(({ client }) => client.query('INSERT INTO written VALUES (2)'));
  expect((await database.pool.query('SELECT n FROM written')).rows).toEqual([{ n: 2 }]);
});

test('a server whose data was taken over by another exits, and none of its connections writes again', async () => {
  const first = await open();
  const old = await first.writer.pool.connect();
  old.on('error', () => undefined);
  // The other one is faster: it takes the lock before the first one is back.
  await database.pool.query('UPDATE server_epoch SET epoch = epoch + 1, owner = $1', ['another']);
  await database.pool.query(`SELECT pg_terminate_backend(pid) ${lockOnly}`);
  expect(await first.lost).toContain('took the data over');
  expect(first.health.state).toBe('degraded');
  await expect(old.query('INSERT INTO written VALUES (1)')).rejects.toThrow();
  old.release(true);
  await expect(first.writer.pool.query('SELECT 1')).rejects.toThrow(StoreUnavailable);
});

test('a connection made in an earlier epoch is not admitted although this server believes it owns the data', async () => {
  const store = await open();
  await store.database.pool.query('SELECT 1');
  await database.pool.query('UPDATE server_epoch SET epoch = epoch + 1, owner = $1', ['another']);
  // An existing connection works until the new owner terminates it; a new one is refused.
  const [made] = await Promise.all([store.database.pool.connect(), sleep(0)]);
  await expect(store.database.pool.query('SELECT 1')).rejects.toThrow(StoreUnavailable);
  made.release();
});

test('a new owner terminates connections left by an earlier one', async () => {
  const left = openDatabase(database.connection, { applicationName: 'dunlin writer', limits: writerLimits });
  const client = await left.pool.connect();
  client.on('error', () => undefined);
  await client.query('BEGIN');
  await client.query('INSERT INTO written VALUES (1)');
  await open();
  await expect(client.query('COMMIT')).rejects.toThrow();
  client.release(true);
  await left.close();
  expect((await database.pool.query('SELECT FROM written')).rowCount).toBe(0);
});

test('data keeps its identity from one server to the next, and epochs rise within it', async () => {
  const first = await open();
  const seen = { store: first.identity(), epoch: first.epoch() };
  expect(seen.store.since).toBeGreaterThan(0);
  await stores.pop()?.close();
  const second = await open(seen);
  expect([second.identity(), second.epoch()]).toEqual([seen.store, 2]);
});

test.each([
  { what: 'a promoted standby, or a recovery to a point in time', change: `history = '1/00000001'` },
  { what: 'an epoch that is behind one that was heard', change: `epoch = 1` },
  { what: 'an identity of before', change: `identity = gen_random_uuid(), identity_since = identity_since - 1` },
])('$what renews the identity, which is newer than all before', async ({ change }) => {
  const first = await open();
  await stores.pop()?.close();
  // Its clock may be behind that of the one before.
  await database.pool.query(`UPDATE server_epoch SET epoch = 7, identity_since = identity_since + 3600000`);
  const { store } = await seenInStore();
  await database.pool.query(`UPDATE server_epoch SET ${change}`);
  const next = await open({ store, epoch: 7 });
  expect(next.identity().id).not.toBe(first.identity().id);
  expect(isNewerStore(next.identity(), store)).toBe(true);
});

test.each([
  { what: 'of before its epoch', change: `epoch = epoch - 1`, isRenewed: true },
  { what: 'of before its epoch, by another owner', change: `epoch = epoch - 1, owner = 'another'`, isRenewed: true },
  { what: 'with a renewed identity', change: `identity = gen_random_uuid(), identity_since = identity_since + 1` },
])('a server under which a backup is restored, $what, ends', async ({ change, isRenewed = false }) => {
  const first = await open();
  await database.pool.query('UPDATE server_epoch SET epoch = epoch + 1');
  // Away and back, so that it knows the second epoch.
  const ready = turned(first, 'ready');
  await database.pool.query(`SELECT pg_terminate_backend(pid) ${lockOnly}`);
  await ready;
  const before = await seenInStore();
  await database.pool.query(`UPDATE server_epoch SET ${change}`);
  const { store } = await seenInStore();
  await database.pool.query(`SELECT pg_terminate_backend(pid) ${lockOnly}`);
  expect(await first.lost).toContain('earlier state');
  expect(isNewerStore((await seenInStore()).store, before.store)).toBe(true);
  expect((await seenInStore()).store.id === store.id).toBe(!isRenewed);
});

test('a server goes on when its data is promoted under it, with a newer identity', async () => {
  const first = await open();
  const before = first.identity();
  await database.pool.query(`UPDATE server_epoch SET history = '1/00000001'`);
  const ready = turned(first, 'ready');
  await database.pool.query(`SELECT pg_terminate_backend(pid) ${lockOnly}`);
  await ready;
  expect(first.epoch()).toBe(2);
  expect(isNewerStore(first.identity(), before)).toBe(true);
  expect((await seenInStore()).store).toEqual(first.identity());
});
