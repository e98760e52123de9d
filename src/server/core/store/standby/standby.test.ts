import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { OwnerId } from '#protocol/core/brand.ts';
import { createLogger } from '#server/core/log/log.ts';
import { openStore, type Store } from '../open-store.ts';
import { type PrimaryAndStandby, startWithStandby, urlOf } from './testing-standby.ts';
import { patience, startWatch } from '../../../../../tests/pace.ts';

/** Histories on a real standby: read there, and never older than what their reader knows. */

const owner = 100_001n as OwnerId;
const other = 100_002n as OwnerId;
/** A look at the standby every 200 ms, on a machine that does other things. */
const soon = { ...patience, interval: 25 };

let pair: PrimaryAndStandby;
let replay: Client;
let store: Store;

beforeAll(async () => {
  pair = await startWithStandby();
  replay = new Client({ ...pair.standby.connection });
  await replay.connect();
});
afterAll(async () => {
  await replay.end();
  await pair.close();
});
beforeEach(async () => {
  store = await open(urlOf(pair.standby));
  await store.database.pool.query('CREATE TABLE IF NOT EXISTS written (n int)');
});
afterEach(async () => {
  await replay.query('SELECT pg_wal_replay_resume()');
  await store.close();
});

function open(databaseReadUrl: string): Promise<Store> {
  return openStore(
    { databaseUrl: urlOf(pair.primary), databaseReadUrl, dataDirectory: '/nowhere' },
    createLogger('silent'),
  );
}

/** Where a history of somebody is read now, and how much it shows. */
async function readBy(one: OwnerId): Promise<{ readonly place: string; readonly rows: number }> {
  return store.histories.read(one, async () => {
    const { rows } = await store.database.pool.query<{ standby: boolean; rows: number }>(
      'SELECT pg_is_in_recovery() AS standby, (SELECT count(*)::int FROM written) AS rows',
    );
    return { place: rows[0]?.standby === true ? 'standby' : 'primary', rows: rows[0]?.rows ?? 0 };
  });
}

/** Writes a row and notes it as a change of somebody. @returns how many there are */
async function write(one: OwnerId): Promise<number> {
  await store.database.pool.query('INSERT INTO written VALUES (1)');
  store.histories.changed(one);
  const { rows } = await store.database.pool.query<{ rows: number }>('SELECT count(*)::int AS rows FROM written');
  return rows[0]?.rows ?? 0;
}

function onceOn(place: string, one = owner): Promise<void> {
  return vi.waitFor(async () => expect((await readBy(one)).place).toBe(place), soon);
}

test('a history is read from the standby, everything else from the primary', async () => {
  const watch = startWatch();
  await onceOn('standby');
  const { rows } = await store.database.pool.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
  expect(rows).toEqual([{ standby: false }]);
  expect(store.standbyLag?.()).toBeLessThan(watch.stop().allowedMs(5_000));
});

test('what somebody just wrote is there for them at once, from wherever it is', async () => {
  await onceOn('standby');
  for (let turn = 0; turn < 100; turn += 1) {
    const rows = await write(owner);
    expect((await readBy(owner)).rows).toBe(rows);
  }
  await onceOn('standby');
});

test('a standby that lags is read by those only who changed nothing since, and by nobody once it is stale', async () => {
  await onceOn('standby');
  await replay.query('SELECT pg_wal_replay_pause()');
  await vi.waitFor(async () => {
    const { rows } = await replay.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
    expect(rows).toEqual([{ state: 'paused' }]);
  }, soon);
  const rows = await write(owner);
  expect(await readBy(owner)).toEqual({ place: 'primary', rows });
  expect((await readBy(other)).place).toBe('standby');
  await vi.waitFor(async () => expect((await readBy(other)).place).toBe('primary'), { timeout: 10_000, interval: 100 });
  await replay.query('SELECT pg_wal_replay_resume()');
  await onceOn('standby');
  expect((await readBy(owner)).rows).toBe(rows);
});

test('a read that the standby fails is answered by the primary', async () => {
  await onceOn('standby');
  let places: string[] = [];
  const answer = await store.histories.read(owner, async () => {
    const { rows } = await store.database.pool.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    places = [...places, rows[0]?.standby === true ? 'standby' : 'primary'];
    // A standby takes no writes: stands for anything that only it refuses.
    await store.database.pool.query('INSERT INTO written VALUES (2)');
    return 'written';
  });
  expect([answer, places]).toEqual(['written', ['standby', 'primary']]);
  await onceOn('standby');
});

test('what is no standby of this PostgreSQL is not read', async () => {
  await store.close();
  store = await open(urlOf(pair.primary));
  await new Promise((done) => setTimeout(done, 1_000));
  expect(store.standbyLag?.()).toBe(Infinity);
});

test('without a standby, or while it is away, histories are read from the primary', async () => {
  await onceOn('standby');
  await store.close();
  store = await open('postgres://nobody:none@127.0.0.1:9/none');
  expect((await readBy(owner)).place).toBe('primary');
  expect(store.standbyLag?.()).toBe(Infinity);
});
