import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../log/log.ts';
import { openStore, type Store, type StoreTimes, storeTimes } from './open-store.ts';
import { ownershipLimits } from './ownership.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

/** An owner that probes so rarely is one that was paused, as far as PostgreSQL can tell. */
const paused = { heartbeatMs: 60_000 };
const alive = { heartbeatMs: 50 };
const takeOverMs = 400;
const timesOf = (ownership: Partial<typeof ownershipLimits>): StoreTimes => ({
  ...storeTimes,
  ownership: { ...ownershipLimits, silenceMs: 2_000, tryEveryMs: 30, takeOverMs, ...ownership },
});

let database: TestDatabase;
const stores: Store[] = [];
const ending = new AbortController();

beforeEach(async () => {
  database = await testDatabase();
  await database.pool.query('CREATE TABLE written (n int)');
});
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
  await database.close();
});

async function open(times: StoreTimes, waits: (() => void) | null): Promise<Store> {
  const { host, port, user, password, database: name } = database.connection;
  const databaseUrl = `postgres://${user}:${String(password)}@${host}:${port}/${name}`;
  const turn = waits === null ? null : { signal: ending.signal, onWait: waits, seen: () => null };
  const store = await openStore({ databaseUrl, dataDirectory: '/nowhere' }, createLogger('silent'), times, turn);
  stores.push(store);
  return store;
}

test('a server that waits takes the data over from one that is silent, which then cannot write and ends', async () => {
  const silent = await open(timesOf(paused), null);
  const held = await silent.writer.pool.connect();
  held.on('error', () => undefined);
  await held.query('BEGIN');
  await held.query('INSERT INTO written VALUES (1)');
  const next = await open(timesOf(alive), () => undefined);
  expect(next.epoch()).toBe(silent.epoch() + 1);
  await expect(held.query('COMMIT')).rejects.toThrow();
  held.release(true);
  expect(await silent.lost).toContain('took the data over');
  await next.writer.pool.query('INSERT INTO written VALUES (2)');
  expect((await database.pool.query('SELECT n FROM written')).rows).toEqual([{ n: 2 }]);
});

test('a server that gives signs of life keeps the data until it ends', async () => {
  const first = await open(timesOf(alive), null);
  const waits = Promise.withResolvers<void>();
  const opening = open(timesOf(alive), waits.resolve);
  await waits.promise;
  await sleep(3 * takeOverMs);
  expect(first.health.state).toBe('ready');
  await stores.pop()?.close();
  expect((await opening).epoch()).toBe(2);
});
