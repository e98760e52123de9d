import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../../src/server/core/store/embedded/embedded-postgres.ts';
import { copyPreparedStore } from '../../prepared-store.ts';
import { type ServerProcess, startServer, withoutMakers } from '../server-process.ts';
import { type LossyWire, openLossyWire, startNats } from './nats-process.ts';

/** An exchange of several processes: two edges, an active engine and a waiting one, on one PostgreSQL and one NATS. */
export interface SplitExchange {
  /** The first one's connection to NATS is `wire`. */
  readonly edges: readonly [ServerProcess, ServerProcess];
  readonly active: ServerProcess;
  readonly waiting: ServerProcess;
  readonly wire: LossyWire;
  readonly dataDirectory: string;
  close(): Promise<void>;
}

const readyWithinMs = 60_000;

/** @param settings of all processes, beside those of every fault test */
export async function startSplitExchange(
  natsServer: string,
  settings: Readonly<Record<string, string>>,
): Promise<SplitExchange> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'dunlin-split-'));
  copyPreparedStore(dataDirectory);
  const [postgres, nats] = await Promise.all([
    startEmbeddedPostgres(path.join(dataDirectory, 'postgres')),
    startNats(natsServer),
  ]);
  const wire = await openLossyWire(nats.url);
  const { user, password, host, port, database } = postgres.connection;
  const engineSettings = {
    ...withoutMakers,
    ...settings,
    ROLE: 'engine',
    NATS_URL: nats.url,
    DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/${database}`,
  };
  const startEdge = (url: string) => startServer(dataDirectory, { ...settings, ROLE: 'edge', NATS_URL: url });
  const [active, ...edges] = await Promise.all([
    startServer(dataDirectory, engineSettings),
    startEdge(wire.url),
    startEdge(nats.url),
  ]);
  for (const edge of edges) await untilReadiness(edge.address, true);
  const waiting = await startServer(dataDirectory, engineSettings);
  return {
    active,
    waiting,
    edges,
    wire,
    dataDirectory,
    async close() {
      await Promise.all([...edges, active, waiting].map((server) => server.stop()));
      await wire.close();
      await Promise.all([nats.stop(), postgres.stop()]);
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Waits until a process says that it is ready, or that it is not. @throws Error when it does not in time */
export async function untilReadiness(address: string, isReady: boolean): Promise<void> {
  for (const end = Date.now() + readyWithinMs; Date.now() < end; await sleep(50)) {
    const { ok } = await fetch(`${address}/readyz`);
    if (ok === isReady) return;
  }
  throw new Error(`${address} is ${isReady ? 'not ready' : 'still ready'}`);
}
