import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isConnectionLoss, isShortage, postgresFailure } from '../failures/postgres-errors.ts';
import { openDatabase, type OpenedDatabase } from './open.ts';
import { OutcomeUnknown } from '../failures/outcome-unknown.ts';
import { backgroundLimits, type StoreLimits } from './store-limits.ts';
import { StoreUnavailable } from '../failures/store-unavailable.ts';
import { testDatabase, type TestDatabase } from './testing.ts';
import { startWatch } from '../../../../tests/pace.ts';

/** A proxy to PostgreSQL that can drop data in both directions without closing anything. */
interface Wire {
  readonly connection: ClientConfig;
  freeze(): void;
  thaw(): void;
  close(): void;
}

const silenceMs = 400;
const connectMs = 500;
/** A connection is given time where nothing is said of it: a slow machine takes longer to make one. */
const limits: StoreLimits = { ...backgroundLimits, poolMax: 2, waitingMax: 1, connectMs: 5_000, silenceMs };

let database: TestDatabase;
let wire: Wire;
const opened: OpenedDatabase[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query('CREATE TABLE written (n int)');
  wire = await openWire(database.connection);
});
afterEach(async () => {
  wire.thaw();
  await Promise.all(opened.splice(0).map((one) => one.close()));
  await database.pool.query('TRUNCATE written');
});
afterAll(async () => {
  wire.close();
  await database.close();
});

async function openWire(upstream: ClientConfig): Promise<Wire> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(upstream.port ?? 0, upstream.host);
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far);
    far.pipe(near);
    for (const socket of pair) socket.on('error', () => undefined);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const each = (act: (socket: Socket, other: Socket) => void) => {
    for (const [near, far] of pairs) {
      act(near, far);
      act(far, near);
    }
  };
  return {
    connection: { ...upstream, host: '127.0.0.1', port },
    freeze: () => each((socket, other) => socket.unpipe(other).pause()),
    thaw: () => each((socket, other) => socket.pipe(other)),
    close() {
      each((socket) => socket.destroy());
      server.close();
    },
  };
}

function open(more: Partial<StoreLimits> = {}, connection: ClientConfig = wire.connection): OpenedDatabase {
  const store = openDatabase(connection, { limits: { ...limits, ...more } });
  opened.push(store);
  return store;
}

async function rowsWritten(): Promise<number> {
  return (await database.pool.query('SELECT FROM written')).rowCount ?? -1;
}

test('a connection that freezes within a transaction is abandoned after its limit, and nothing was done', async () => {
  const store = open();
  const watch = startWatch();
  const frozen = store.transaction(async ({ client }) => {
    await client.query('INSERT INTO written VALUES (1)');
    wire.freeze();
    await client.query('INSERT INTO written VALUES (2)');
  });
  await expect(frozen).rejects.toThrow(StoreUnavailable);
  const { tookMs, allowedMs } = watch.stop();
  expect(tookMs).toBeLessThan(allowedMs(5 * silenceMs));
  wire.thaw();
  await store.transaction(({ client }) => client.query('INSERT INTO written VALUES (3)'));
  expect(await rowsWritten()).toBe(1);
});

test('a connection that freezes at COMMIT leaves the outcome open', async () => {
  const frozen = open().transaction(async ({ client }) => {
    await client.query('INSERT INTO written VALUES (1)');
    wire.freeze();
  });
  await expect(frozen).rejects.toThrow(OutcomeUnknown);
});

test('a connection known to be lost never carries the COMMIT: the result is "unavailable"', async () => {
  const lost = open().transaction(async ({ client }) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await sleep(100);
  });
  await expect(lost).rejects.toThrow(StoreUnavailable);
});

test('a single statement on a frozen connection fails as a lost connection', async () => {
  const store = open();
  await store.pool.query('SELECT 1');
  wire.freeze();
  const failure: unknown = await store.pool.query('SELECT 1').catch((error: unknown) => error);
  expect(isConnectionLoss(failure)).toBe(true);
});

test('a slow answer within the limit is accepted; idle time between queries does not count', async () => {
  const store = open();
  const { rows } = await store.pool.query<{ n: number }>('SELECT n, pg_sleep(0.1) FROM generate_series(1, 2) AS n');
  expect(rows).toHaveLength(2);
  await sleep(2 * silenceMs);
  await store.pool.query('SELECT 1');
  expect(store.pool.totalCount).toBe(1);
});

test('the pool refuses at once when its queue is full, and after waiting too long for a connection', async () => {
  const store = open({ connectMs });
  const held = await Promise.all([store.pool.connect(), store.pool.connect()]);
  const waiting = store.pool.query('SELECT 1');
  const watch = startWatch();
  await expect(store.pool.query('SELECT 1')).rejects.toThrow(StoreUnavailable);
  const { tookMs, allowedMs } = watch.stop();
  expect(tookMs).toBeLessThan(allowedMs(100));
  await expect(waiting).rejects.toThrow(StoreUnavailable);
  for (const client of held) client.release();
  await store.pool.query('SELECT 1');
});

test('no listener, or no answer to a new connection: refused within the limit', async () => {
  await expect(open({}, { ...wire.connection, port: 1 }).transaction(async () => 1)).rejects.toThrow(StoreUnavailable);
  const mute = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const watch = startWatch();
  await expect(open({ connectMs }, { ...wire.connection, port }).pool.query('SELECT 1')).rejects.toThrow(
    StoreUnavailable,
  );
  const { tookMs, allowedMs } = watch.stop();
  expect(tookMs).toBeLessThan(allowedMs(3 * connectMs));
  mute.close();
});

test('statements, locks and idle transactions have the limits of their pool', async () => {
  const store = open({ statementMs: 300, lockMs: 150, silenceMs: 2_000 });
  const late: unknown = await store.pool.query('SELECT pg_sleep(2)').catch((error: unknown) => error);
  expect([postgresFailure(late)?.code, isShortage(late)]).toEqual(['57014', true]);
  await store.transaction(async ({ client }) => {
    await client.query('LOCK TABLE written');
    const locked: unknown = await store.pool.query('TABLE written').catch((error: unknown) => error);
    expect([postgresFailure(locked)?.code, isShortage(locked)]).toEqual(['55P03', true]);
  });
  const impatient = open({ idleInTransactionMs: 200, silenceMs: 2_000 });
  const idle = impatient.transaction(async ({ client }) => {
    await client.query('INSERT INTO written VALUES (1)');
    await sleep(600);
    await client.query('SELECT 1');
  });
  await expect(idle).rejects.toThrow(StoreUnavailable);
  expect(await rowsWritten()).toBe(0);
});

test('a broken pipe is a lost connection and not a PostgreSQL error', () => {
  expect(postgresFailure(Object.assign(new Error('write'), { code: 'EPIPE' }))).toBeNull();
});

test('all connections can be destroyed at once: pending queries fail, and new connections are made', async () => {
  const store = open({ silenceMs: 5_000 });
  const owed = store.pool.query('SELECT pg_sleep(5)').catch((error: unknown) => error);
  const between = store.transaction(async ({ client }) => {
    await client.query('INSERT INTO written VALUES (1)');
    await client.query('SELECT pg_sleep(5)');
  });
  const betweenFailed = expect(between).rejects.toThrow(StoreUnavailable);
  const sleeping = `SELECT count(*)::int AS count FROM pg_stat_activity
                     WHERE datname = current_database() AND query = 'SELECT pg_sleep(5)' AND state = 'active'`;
  await expect.poll(async () => (await database.pool.query<{ count: number }>(sleeping)).rows[0]?.count).toBe(2);
  store.destroyConnections(new Error('by the test'));
  expect(isConnectionLoss(await owed)).toBe(true);
  await betweenFailed;
  await store.pool.query('SELECT 1');
});
