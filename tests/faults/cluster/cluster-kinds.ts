import { setTimeout as sleep } from 'node:timers/promises';
import { answersOk, until } from '../../../tools/cluster/ready.ts';
import type { ClusterWorld } from './cluster-world.ts';
import { areMarketsPlaced } from './owners.ts';

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
/** A process that just began to wait for its turn is given this long. */
const beginsMs = 2_000;
const withinMs = 5_000;
const failOverWithinMs = 10_000;

/** Names of members that faults are for, as it is when they strike. */
type VictimsOf = (world: ClusterWorld) => Promise<readonly string[]>;

const engine: VictimsOf = async (world) => [await activeEngine(world)];
const worker: VictimsOf = async (world) => [await marketsEngine(world)];
const edge: VictimsOf = (world) => Promise.resolve([world.random() < 0.5 ? 'edge-1' : 'edge-2']);
const primary: VictimsOf = ({ cluster }) => Promise.resolve([cluster.primary()]);
/** Where there are two of them, both at once: then nothing takes their place. */
const everyNats: VictimsOf = ({ cluster }) =>
  Promise.resolve(cluster.members.map(({ name }) => name).filter((name) => name.startsWith('nats-')));

const victims: readonly (readonly [string, number, VictimsOf])[] = [
  ['the active engine', withinMs, engine],
  ['the engine that runs the markets', withinMs, worker],
  ['an edge', withinMs, edge],
  ['nats-server', withinMs, everyNats],
  ['the PostgreSQL primary', failOverWithinMs, primary],
];

export const clusterFaults: readonly ClusterFault[] = victims.flatMap(([words, againWithinMs, victimsOf]) => [
  {
    name: `kill -9 of ${words}`,
    againWithinMs,
    async strike(world) {
      const struck = await victimsOf(world);
      await Promise.all(struck.map((name) => world.cluster.member(name).kill()));
      return () => untilWhole(world);
    },
  },
  {
    name: `SIGSTOP of ${words} for ${pausedMs / 1_000} s`,
    againWithinMs,
    async strike(world) {
      const struck = (await victimsOf(world)).map((name) => world.cluster.member(name));
      return forAWhile(
        world,
        () => struck.forEach((member) => member.pause()),
        () => struck.forEach((member) => member.resume()),
      );
    },
  },
]);

/** The busiest nats-server alone: those who lose it go on at the other one. */
const cutVictims = victims.map(([words, againWithinMs, victimsOf]): (typeof victims)[number] =>
  victimsOf === everyNats
    ? ['the busiest nats-server', againWithinMs, async ({ cluster }) => [await cluster.busiestNats()]]
    : [words, againWithinMs, victimsOf],
);

export const linkFaults: readonly ClusterFault[] = cutVictims.map(([words, againWithinMs, victimsOf]) => ({
  name: `cut link of ${words} for ${pausedMs / 1_000} s`,
  againWithinMs,
  async strike(world) {
    const links = (await victimsOf(world)).map((name) => world.cluster.member(name).link);
    if (links.includes(undefined)) throw new Error('members share the network of this machine');
    return forAWhile(
      world,
      () => links.forEach((link) => link?.cut()),
      () => links.forEach((link) => link?.mend()),
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
    await untilWhole(world);
  };
}

async function activeEngine({ cluster }: ClusterWorld): Promise<string> {
  let active: string | null = null;
  await until(async () => (active = await cluster.activeEngine()) !== null, 'an active engine');
  return active ?? '';
}

/** The engine that waits, once it was given pairs and contracts. */
async function marketsEngine(world: ClusterWorld): Promise<string> {
  const active = await activeEngine(world);
  const other = active === 'engine-1' ? 'engine-2' : 'engine-1';
  await until(() => world.withStore(areMarketsPlaced), `pairs and contracts with ${other}`);
  return other;
}

/** Waits until every member is up, edges are ready, the standby has all that is acknowledged, and one engine waits. */
async function untilWhole(world: ClusterWorld): Promise<void> {
  let missing: readonly string[] = [];
  try {
    await until(async () => (missing = await missingOf(world)).length === 0, 'a whole cluster');
  } catch (error) {
    throw new Error(`not whole: ${missing.join(', ')}`, { cause: error });
  }
  await sleep(beginsMs);
}

/** What a cluster lacks to be whole. */
async function missingOf({ cluster }: ClusterWorld): Promise<readonly string[]> {
  const down = cluster.members.filter(({ isUp }) => !isUp).map(({ name }) => `${name} is down`);
  if (!cluster.isSynchronous()) down.push('the standby lags');
  if (down.length > 0) return down;
  const called = (prefix: string) => cluster.members.filter(({ name }) => name.startsWith(prefix));
  const engines = called('engine-');
  const states = await Promise.all(engines.map(({ address }) => engineState(address)));
  const isRunning = states.toSorted().join(' ') === 'active waits';
  const edges = await Promise.all(
    called('edge-').map(async ({ name, address }) =>
      (await answersOk(`http://${address}/readyz`)) ? [] : `${name} is not ready`,
    ),
  );
  return [...(isRunning ? [] : engines.map(({ name }, nth) => `${name} ${states[nth]}`)), ...edges.flat()];
}

/** One that was replaced while it was paused or cut off neither is active nor waits, until it has ended and begun again. */
async function engineState(address: string): Promise<'active' | 'waits' | 'neither'> {
  try {
    const response = await fetch(`http://${address}/readyz`, { signal: AbortSignal.timeout(1_000) });
    const { parts } = (await response.json()) as { readonly parts: readonly { readonly part: string }[] };
    if (response.ok) return 'active';
    return parts.length === 1 && parts[0]?.part === 'ownership' ? 'waits' : 'neither';
  } catch {
    return 'neither';
  }
}
