import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { urlOf } from '#server/core/store/standby/testing-standby.ts';
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
  /** Starts another engine, which waits for its turn. */
  startEngine(): Promise<ServerProcess>;
  /** Starts another edge, whose settings may differ. */
  startEdge(settings?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  /** Ends everything, also what was started later. */
  close(): Promise<void>;
}

const readyWithinMs = 60_000;

/**
 * Starts it with an active engine, and waits until both edges are ready.
 *
 * @param settings of all processes, beside those of every fault test
 * @param edgeProgram what edges are started with, where it is not the exchange without a page
 */
export async function startSplitExchange(
  natsServer: string,
  settings: Readonly<Record<string, string>>,
  edgeProgram?: string,
): Promise<SplitExchange> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'dunlin-split-'));
  copyPreparedStore(dataDirectory);
  const [postgres, nats] = await Promise.all([
    startEmbeddedPostgres(path.join(dataDirectory, 'postgres')),
    startNats(natsServer),
  ]);
  const wire = await openLossyWire(nats.urlOf('edge-1'));
  const engineSettings = {
    ...withoutMakers,
    ...settings,
    ROLE: 'engine',
    NATS_URL: nats.url,
    DATABASE_URL: urlOf(postgres),
  };
  const started: ServerProcess[] = [];
  const keep = async (starting: Promise<ServerProcess>) => {
    const server = await starting;
    started.push(server);
    return server;
  };
  const startEngine = () => keep(startServer(dataDirectory, engineSettings));
  const startEdge = (url: string, more: Readonly<Record<string, string>> = {}) =>
    keep(startServer(dataDirectory, { ...settings, ...more, ROLE: 'edge', NATS_URL: url }, edgeProgram));
  const [active, ...edges] = await Promise.all([startEngine(), startEdge(wire.url), startEdge(nats.urlOf('edge-2'))]);
  for (const edge of edges) await untilReadiness(edge.address, true);
  return {
    active,
    waiting: await startEngine(),
    edges,
    wire,
    dataDirectory,
    startEngine,
    startEdge: (more) => startEdge(nats.urlOf('edge-2'), more),
    async close() {
      await Promise.all(started.map((server) => server.stop()));
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
