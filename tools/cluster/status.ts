import type { Cluster } from './cluster.ts';
import { answersOk } from './ready.ts';

/** What every member of a cluster is doing, in one or two words each. */
export async function statusOf(cluster: Cluster): Promise<ReadonlyMap<string, string>> {
  const words = await Promise.all(
    cluster.members.map(
      async ({ name, address, isUp }) => [name, isUp ? await doing(cluster, name, address) : 'away'] as const,
    ),
  );
  return new Map(words);
}

async function doing(cluster: Cluster, name: string, address: string): Promise<string> {
  if (name.startsWith('postgres-')) {
    if (name === cluster.primary()) return cluster.isSynchronous() ? 'primary' : 'primary, alone';
    return cluster.isSynchronous() ? 'standby' : 'standby, behind';
  }
  if (name.startsWith('engine-') || name.startsWith('edge-')) {
    if (await answersOk(`http://${address}/readyz`)) return name.startsWith('engine-') ? 'active' : 'ready';
    if (!(await answersOk(`http://${address}/livez`))) return 'does not answer';
    return name.startsWith('engine-') ? 'waiting' : 'without an engine';
  }
  return 'up';
}
