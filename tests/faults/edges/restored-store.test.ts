import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { urlOf } from '#server/core/store/standby/testing-standby.ts';
import { runConsole } from '#server/operator/testing.ts';
import { findProgram, natsServer as nats } from '../../../tools/programs/programs.ts';
import { startWatch, type Watch } from '../../pace.ts';
import { copyPreparedStore } from '../../prepared-store.ts';
import { type ServerProcess, startServer, withoutMakers } from '../server-process.ts';
import { registerPractice } from '../tapping-client.ts';
import { EdgePeople } from './edge-people.ts';
import { type NatsProcess, startNats } from './nats-process.ts';
import { untilReadiness } from './split-exchange.ts';

const natsServer = findProgram(nats);

/** Edges follow restored data within this from when an engine runs on it. */
const followsWithinMs = 15_000;

/** Where PostgreSQL is reached, whichever one it is now. */
async function openAddress() {
  const sockets = new Set<Socket>();
  let port: number | null = null;
  const server = createServer((near) => {
    if (port === null) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => (sockets.delete(socket), near.destroy(), far.destroy()));
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(postgres: EmbeddedPostgres | null) {
      for (const socket of sockets) socket.destroy();
      port = postgres === null ? null : postgres.connection.port;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The epoch of the engine that an edge follows; 0 while there is none. */
async function epochOf(edge: string): Promise<number> {
  const text = await (await fetch(`${edge}/metrics`)).text();
  return Number(/^dunlin_engine_epoch (\d+)$/m.exec(text)?.[1] ?? 0);
}

describe.skipIf(natsServer === null)('a backup that is restored under a running cluster (needs nats-server)', () => {
  const people = new EdgePeople();
  let folder: string;
  let postgres: EmbeddedPostgres;
  let broker: NatsProcess;
  let address: Awaited<ReturnType<typeof openAddress>>;
  let edge: ServerProcess;
  const engines: ServerProcess[] = [];

  const databaseUrl = () => {
    const url = new URL(urlOf(postgres));
    url.port = String(address.port);
    return url.href;
  };
  const settings = () => ({ ...withoutMakers, NATS_URL: broker.url });
  const startEngine = async () => {
    const engine = await startServer(folder, { ...settings(), ROLE: 'engine', DATABASE_URL: databaseUrl() });
    engines.push(engine);
    return engine;
  };
  const bringUp = async (name: string) => {
    postgres = await startEmbeddedPostgres(path.join(folder, name));
    address.leadTo(postgres);
  };
  const takeDown = async () => {
    address.leadTo(null);
    await postgres.stop();
  };

  /** A cluster whose epochs are further than those of its backup. */
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'dunlin-restored-'));
    copyPreparedStore(folder);
    [broker, address] = await Promise.all([startNats(natsServer ?? ''), openAddress()]);
    await bringUp('postgres');
    await (await startEngine()).stop();
    await takeDown();
    execFileSync('cp', ['-a', path.join(folder, 'postgres'), path.join(folder, 'backup')]);
    await bringUp('postgres');
    const first = await startEngine();
    [edge] = await Promise.all([
      startServer(folder, { ...settings(), NATS_URL: broker.urlOf('edge-1'), ROLE: 'edge' }),
      startEngine(),
    ]);
    await untilReadiness(edge.address, true);
    const before = await epochOf(edge.address);
    await first.kill();
    await expect.poll(() => epochOf(edge.address), { timeout: 60_000 }).toBeGreaterThan(before);
    await untilReadiness(edge.address, true);
  }, 180_000);
  afterEach(async () => {
    people.close();
    await Promise.all([edge, ...engines.splice(0)].map((server) => server.stop().catch(() => undefined)));
    await address.close();
    await Promise.all([postgres.stop(), broker.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  async function expectServed(): Promise<void> {
    const token = await registerPractice(edge.address);
    const placed = await people.placeOrder(edge.address, token, '50000.5');
    expect([placed.status, placed.code]).toEqual([200, codes.success]);
  }

  /** The engine that waits runs pairs for the other one: it is behind all that it does first. */
  async function untilItWaits(): Promise<void> {
    const store = new Client({ connectionString: databaseUrl() });
    await store.connect();
    const elsewhere = `SELECT FROM duty_owners WHERE duty = 'spot.BTCUSDT' AND writer <> 'spot'`;
    await expect
      .poll(async () => (await store.query(elsewhere)).rowCount, { timeout: 60_000 })
      .toBe(1)
      .finally(() => store.end());
  }

  /** Edges have an engine again in time, and serve people. @param running when an engine can run on the restored data */
  async function expectFollowed(running: Watch): Promise<void> {
    await untilReadiness(edge.address, true);
    const { tookMs, allowedMs, slowness } = running.stop();
    process.stdout.write(`followed after ${(tookMs / 1_000).toFixed(1)} s, at a slowness of ${slowness.toFixed(2)}\n`);
    expect(tookMs).toBeLessThan(allowedMs(followsWithinMs));
    await expectServed();
  }

  test('is followed by edges when an engine waits that knows the epoch of before', async () => {
    await startEngine();
    await untilItWaits();
    await takeDown();
    await untilReadiness(edge.address, false);
    await bringUp('backup');
    await expectFollowed(startWatch());
  });

  test('is followed by edges when no engine is left, once an operator says that it was restored', async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.kill().catch(() => undefined)));
    await takeDown();
    await untilReadiness(edge.address, false);
    await bringUp('backup');
    const outcome = await runConsole({ DATABASE_URL: databaseUrl() }, ['restored', '--reason', 'a test']);
    expect(outcome).toMatchObject({ code: 0 });
    await startEngine();
    await expectFollowed(startWatch());
  });
});
