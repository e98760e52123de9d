import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ClusterConnection } from '#server/core/store/embedded/embedded-postgres.ts';
import { findProgram, haproxy, natsServer } from '../programs/programs.ts';
import { programToStart } from '../server-bundle/bundled-program.ts';
import { Links } from './links.ts';
import type { Member } from './member.ts';
import { NatsServers } from './nats-servers.ts';
import { balancerMember, postgresPair, serverMembers } from './parts.ts';
import { networkOf, takePorts } from './plan.ts';
import { answersOk, until } from './ready.ts';

export interface ClusterOptions {
  /** Settings of all edges and engines, as environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where its data and logs are; a folder of its own that is removed at the end when left out. */
  readonly folder?: string;
  /** Fills the folder of the first PostgreSQL before it starts for the first time. */
  readonly prepare?: (folder: string) => void;
  /** What edges and engines run: by default the exchange without the built app. */
  readonly program?: string;
  /** Gives all but the balancer a network each, so that their links can be cut; where `canLink` says so. */
  readonly links?: boolean;
  /** The port of the balancer; a free one when left out. */
  readonly port?: number;
  /** Says what happens. */
  readonly say?: (text: string) => void;
}

/** The exchange in several processes on this machine. */
export interface Cluster {
  /** Where people reach it, as in `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly members: readonly Member[];
  /** @throws Error when there is none of that name */
  member(name: string): Member;
  /** The name of the PostgreSQL that is the primary. */
  primary(): string;
  /** The name of the engine that is active; null while there is none. */
  activeEngine(): Promise<string | null>;
  /** The name of the nats-server that most edges and engines are connected to. */
  busiestNats(): Promise<string>;
  /** Past every fault, for programs that look at the data. */
  primaryConnection(): ClusterConnection;
  /** Whether commits are on both PostgreSQL when they are acknowledged. */
  isSynchronous(): boolean;
  close(): Promise<void>;
}

/** What a cluster needs and is not there: its processes are found and stopped as Linux does it. */
export function missingPrograms(): string[] {
  if (process.platform !== 'linux') return ['Linux'];
  return [natsServer, haproxy].filter((program) => findProgram(program) === null).map(({ name }) => name);
}

/**
 * Starts PostgreSQL with a synchronous standby, nats-server, two engines, two edges and a balancer, each in its process.
 *
 * @throws Error when HAProxy or nats-server are not there, or something does not come up
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const opened: (() => Promise<void>)[] = [];
  try {
    return await openCluster(options, opened);
  } catch (error) {
    for (const close of opened.toReversed()) await close().catch(() => undefined);
    throw error;
  }
}

/** @param opened what is to be closed when it does not come up, filled as it starts */
async function openCluster(options: ClusterOptions, opened: (() => Promise<void>)[]): Promise<Cluster> {
  const missing = missingPrograms();
  if (missing.length > 0) throw new Error(`needed and not installed: ${missing.join(', ')}`);
  const say = options.say ?? (() => undefined);
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'dunlin-cluster-'));
  mkdirSync(path.join(folder, 'logs'), { recursive: true });
  const ports = await takePorts(options.port);
  const links = options.links === true ? new Links() : null;
  if (links !== null) opened.push(() => Promise.resolve(links.close()));
  const plan = {
    folder,
    ports,
    say,
    network: links === null ? null : networkOf(links),
    settings: options.settings ?? {},
    program: await programToStart(options.program ?? 'src/server/main.ts', say),
  };
  const pair = postgresPair(plan);
  options.prepare?.(pair.primary.root);
  opened.push(() => pair.close());
  await pair.open();
  const balancer = balancerMember(plan, pair.connection);
  const nats = new NatsServers(plan);
  for (const member of [balancer, ...nats.members]) {
    opened.push(() => member.stop());
    await member.start();
  }
  const { engines, edges } = serverMembers(plan, pair.connection, nats.url);
  const [first, second] = engines;
  opened.push(async () => void (await Promise.all([...edges, ...engines].map((server) => server.stop()))));
  await Promise.all([first, ...edges].map((server) => server.start()));
  await until(() => answersOk(`http://127.0.0.1:${ports.http}/readyz`), 'the first engine');
  await second.start();
  const watchdogs = nats.watch(say);
  const members: Member[] = [...pair.members(), ...nats.members, ...engines, ...edges, balancer];
  const activeEngine = async () => {
    for (const { name, address } of engines) if (await answersOk(`http://${address}/readyz`)) return name;
    return null;
  };
  return {
    address: `http://127.0.0.1:${ports.http}`,
    members,
    member(name) {
      const found = members.find((one) => one.name === name);
      if (found === undefined) throw new Error(`no ${name}: there are ${members.map((one) => one.name).join(', ')}`);
      return found;
    },
    primary: () => pair.primary.name,
    activeEngine,
    busiestNats: () => nats.busiest(),
    primaryConnection: () => pair.connection,
    isSynchronous: () => pair.isSynchronous,
    async close() {
      for (const watchdog of watchdogs) watchdog.close();
      await Promise.all(edges.map((edge) => edge.stop()));
      // The one that waits first: it would only take over.
      const active = await activeEngine();
      for (const engine of engines.toSorted((one) => (one.name === active ? 1 : -1))) await engine.stop();
      await Promise.all([balancer, ...nats.members].map((member) => member.stop()));
      await pair.close();
      links?.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
