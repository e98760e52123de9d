import { mkdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startCluster } from '../tools/cluster/cluster.ts';
import { until } from '../tools/cluster/ready.ts';
import type { BuiltExchange } from './built-exchange.ts';
import { areMarketsPlaced } from './faults/cluster/owners.ts';
import { putPreparedStore } from './prepared-store.ts';

/** Whether tests of the app run against a cluster of processes instead of one: `CLUSTER=1`. */
export const isClusterWanted = process.env['CLUSTER'] === '1';

/** A cluster that serves the built page and has its markets on the engine that waits, for tests that know nothing of it. */
export async function startBuiltCluster(settings: Readonly<Record<string, string>>): Promise<BuiltExchange> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dunlin-built-cluster-'));
  // Vitest has a variable of that name.
  const own = { MODE: 'practice', ...settings };
  const cluster = await startCluster({ folder, settings: own, program: 'tools/serve.ts', prepare: putPreparedStore });
  const store = new Client(cluster.primaryConnection());
  await store.connect();
  await until(() => areMarketsPlaced(store), 'markets with the engine that waits').finally(() => store.end());
  const dataFolder = path.join(folder, 'beside');
  // What runs beside an exchange finds its store there.
  mkdirSync(dataFolder);
  symlinkSync(path.join(folder, cluster.primary()), path.join(dataFolder, 'postgres'));
  const servers = cluster.members.filter(({ name }) => /^(?:engine|edge)-|^balancer$/.test(name));
  return {
    address: cluster.address,
    edges: servers.filter(({ name }) => name.startsWith('edge-')).map(({ address }) => `http://${address}`),
    dataFolder,
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
    startAgain: async () => void (await Promise.all(servers.map((server) => server.start()))),
    async close() {
      await cluster.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
