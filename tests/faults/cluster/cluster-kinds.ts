import { setTimeout as sleep } from 'node:timers/promises';
import { answersOk, until } from '../../../tools/cluster/ready.ts';
import type { ClusterWorld } from './cluster-world.ts';

/** Something that happens to a cluster under load. */
export interface ClusterFault {
  readonly name: string;
  /** Everybody trades again within this, in milliseconds. */
  readonly againWithinMs: number;
  /** Lets it happen, and returns what undoes it once everybody trades again. */
  readonly strike: (world: ClusterWorld) => Promise<() => Promise<void>>;
}

/** A paused member is woken up, and a cut link is mended, this long after: `PAUSED_MS`, or 20 s. */
const pausedMs = Number(process.env['PAUSED_MS'] ?? 20_000);
/** A process that just began to wait for its turn is given this long, and one that was woken up and ends first this. */
const beginsMs = 2_000;
const endsAndBeginsMs = 12_000;
const withinMs = 5_000;
const failOverWithinMs = 10_000;

/** What faults are for, as it is when they strike. */
const victims: readonly (readonly [string, number, (world: ClusterWorld) => Promise<string>])[] = [
  ['the active engine', withinMs, (world) => activeEngine(world)],
  ['an edge', withinMs, (world) => Promise.resolve(world.random() < 0.5 ? 'edge-1' : 'edge-2')],
  ['nats-server', withinMs, () => Promise.resolve('nats')],
  ['the PostgreSQL primary', failOverWithinMs, (world) => Promise.resolve(world.cluster.primary())],
];

export const clusterFaults: readonly ClusterFault[] = victims.flatMap(([words, againWithinMs, victimOf]) => [
  {
    name: `kill -9 of ${words}`,
    againWithinMs,
    async strike(world) {
      await world.cluster.member(await victimOf(world)).kill();
      return () => untilWhole(world, beginsMs);
    },
  },
  {
    name: `SIGSTOP of ${words} for ${pausedMs / 1_000} s`,
    againWithinMs,
    async strike(world) {
      const victim = world.cluster.member(await victimOf(world));
      return forAWhile(
        world,
        () => victim.pause(),
        () => victim.resume(),
      );
    },
  },
]);

export const linkFaults: readonly ClusterFault[] = victims
  .filter(([words]) => words !== 'nats-server')
  .map(([words, againWithinMs, victimOf]) => ({
    name: `cut link of ${words} for ${pausedMs / 1_000} s`,
    againWithinMs,
    async strike(world) {
      const { link } = world.cluster.member(await victimOf(world));
      if (link === undefined) throw new Error('members share the network of this machine');
      return forAWhile(
        world,
        () => link.cut(),
        () => link.mend(),
      );
    },
  }));

/** Begins something that is ended `pausedMs` later. @returns what ends it */
function forAWhile(world: ClusterWorld, begin: () => void, end: () => void): () => Promise<void> {
  const begunAt = performance.now();
  begin();
  return async () => {
    await sleep(Math.max(0, begunAt + pausedMs - performance.now()));
    end();
    await untilWhole(world, endsAndBeginsMs);
  };
}

async function activeEngine({ cluster }: ClusterWorld): Promise<string> {
  let active: string | null = null;
  await until(async () => (active = await cluster.activeEngine()) !== null, 'an active engine');
  return active ?? '';
}

/** Waits until every member is up again, the standby has all that is acknowledged, and the other engine waits. */
async function untilWhole({ cluster }: ClusterWorld, settlesMs: number): Promise<void> {
  await until(async () => {
    if (!cluster.members.every(({ isUp }) => isUp) || !cluster.isSynchronous()) return false;
    const servers = cluster.members.filter(({ name }) => /^(?:engine|edge)-/.test(name));
    const alive = await Promise.all(servers.map(({ address }) => answersOk(`http://${address}/livez`)));
    return alive.every(Boolean) && (await cluster.activeEngine()) !== null;
  }, 'a whole cluster');
  await sleep(settlesMs);
}
