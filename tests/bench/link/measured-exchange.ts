import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { urlOf } from '#server/core/store/standby/testing-standby.ts';
import { until } from '../../../tools/cluster/ready.ts';
import { findProgram, natsServer } from '../../../tools/programs/programs.ts';
import { clusterProcesses } from '../../faults/cluster-processes.ts';
import { startNats } from '../../faults/edges/nats-process.ts';
import { untilReadiness } from '../../faults/edges/split-exchange.ts';
import { startServer, withoutMakers } from '../../faults/server-process.ts';
import { askWhenFree, registerPractice } from '../../faults/tapping-client.ts';
import { measuredPairs } from '../spot/load-callers.ts';
import { processorMs } from './processor-time.ts';

/** What an exchange consists of: the whole in one process, or an edge and an engine with NATS between them. */
export type Part = 'exchange' | 'edge' | 'second edge' | 'engine' | 'second engine' | 'nats-server' | 'postgres';

/** An exchange whose processes are measured, on a PostgreSQL of its own. */
export interface MeasuredExchange {
  /** As in `http://127.0.0.1:41234`. */
  readonly address: string;
  /** Where sockets are opened: the second edge, which takes no orders, where there are two. */
  readonly streamAddress: string;
  /** The process that holds the sockets. */
  readonly streamPid: number;
  /** Milliseconds of processor time that each part used so far. */
  used(): ReadonlyMap<Part, number>;
  close(): Promise<void>;
}

/** What the engine that waits is called. */
const waits = { ENGINE_NAME: 'waits' };

/** Whether the engine that waits runs pairs and contracts, as the active one at this address says. */
async function runsMarkets(address: string): Promise<boolean> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return ['pairs', 'contracts'].every((markets) =>
    new RegExp(`^dunlin_${markets}\\{engine="waits"\\} [1-9]`, 'm').test(text),
  );
}

/** PostgreSQL and NATS in a folder that goes with them. */
async function openFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'dunlin-bench-link-'));
  const root = path.join(folder, 'postgres');
  const postgres = await startEmbeddedPostgres(root);
  return {
    folder,
    databaseUrl: urlOf(postgres),
    postgresMs: () => processorMs(clusterProcesses(path.join(root, 'cluster'))),
    remove: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param program the exchange that is measured, as in `src/server/main.ts` */
export async function startWhole(program?: string): Promise<MeasuredExchange> {
  const { folder, databaseUrl, postgresMs, remove } = await openFolder();
  const server = await startServer(folder, { ...withoutMakers, DATABASE_URL: databaseUrl }, program);
  return {
    address: server.address,
    streamAddress: server.address,
    streamPid: server.pid,
    used: () =>
      new Map([
        ['exchange', processorMs([server.pid])],
        ['postgres', postgresMs()],
      ]),
    async close() {
      await server.stop();
      await remove();
    },
  };
}

/**
 * An engine and two edges: one that takes orders and one for sockets.
 *
 * @param edgeProgram the edge, as in `tools/serve.ts`, which serves the built app
 * @param engineCount with 2 there is one that waits, and runs all pairs for the active one
 * @param program what all of them are started with, where it is not the exchange of this checkout
 * @throws Error when there is no nats-server
 */
export async function startApart(
  edgeProgram?: string,
  engineCount: 1 | 2 = 1,
  program?: string,
): Promise<MeasuredExchange> {
  const broker = findProgram(natsServer);
  if (broker === null) throw new Error('there is no nats-server: install it, or name it in NATS_SERVER');
  const [{ folder, databaseUrl, postgresMs, remove }, nats] = await Promise.all([openFolder(), startNats(broker)]);
  const settings = { ...withoutMakers, NATS_URL: nats.url };
  const engineSettings = { ...settings, ROLE: 'engine', DATABASE_URL: databaseUrl };
  const startEdge = () =>
    startServer(folder, { ...settings, NATS_URL: nats.urlOf('edge-1'), ROLE: 'edge' }, edgeProgram ?? program);
  const [engine, edge, second] = await Promise.all([
    startServer(folder, engineSettings, program),
    startEdge(),
    startEdge(),
  ]);
  await Promise.all([edge, second].map(({ address }) => untilReadiness(address, true)));
  const workers = engineCount === 1 ? [] : [await startServer(folder, { ...engineSettings, ...waits }, program)];
  if (engineCount === 2) await until(() => runsMarkets(engine.address), 'pairs with the second engine');
  return {
    address: edge.address,
    streamAddress: second.address,
    streamPid: second.pid,
    used: () =>
      new Map([
        ['edge', processorMs([edge.pid])],
        ['second edge', processorMs([second.pid])],
        ['engine', processorMs([engine.pid])],
        ...workers.map(({ pid }): [Part, number] => ['second engine', processorMs([pid])]),
        ['nats-server', processorMs([nats.pid])],
        ['postgres', postgresMs()],
      ]),
    async close() {
      await Promise.all([edge, second, ...workers, engine].map((server) => server.stop()));
      await nats.stop();
      await remove();
    },
  };
}

/** What each part used between two looks. */
export function usedBetween(before: ReadonlyMap<Part, number>, after: ReadonlyMap<Part, number>): Map<Part, number> {
  return new Map([...after].map(([part, ms]) => [part, ms - (before.get(part) ?? 0)]));
}

/** Registers people who hold every coin that the load trades. @returns their tokens */
export function registerTraders(address: string, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const token = await registerPractice(address);
      for (const { base } of measuredPairs) {
        const key = `trader-${nth}-${base}`.padEnd(16, '-');
        await askWhenFree(`${address}/api/recharge`, { token, key, body: { chain: 'PRACTICE', asset: base } });
      }
      return token;
    }),
  );
}
