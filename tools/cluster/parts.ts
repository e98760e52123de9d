import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ClusterConnection } from '../../src/server/core/store/embedded/embedded-postgres.ts';
import { freePort } from '../../src/server/core/store/embedded/postmaster.ts';
import { findProgram, haproxy, natsServer, type Program } from '../programs/programs.ts';
import { balancerConfig, leadToPrimary } from './balancer.ts';
import type { Link, Links } from './links.ts';
import { ProcessMember } from './member.ts';
import { PostgresNode } from './postgres-node.ts';
import { PostgresPair } from './postgres-pair.ts';
import { accepts, answersOk, until } from './ready.ts';

const repository = path.join(import.meta.dirname, '../..');

/** Ports that stay the same when what listens on them is started again. */
export interface Ports {
  readonly http: number;
  readonly primary: number;
  readonly nats: number;
  readonly engines: readonly [number, number];
  readonly edges: readonly [number, number];
}

/** What the members of a cluster are made of. */
export interface Plan {
  /** Where data, logs and sockets are. */
  readonly folder: string;
  readonly ports: Ports;
  /** Settings of all edges and engines. */
  readonly settings: Readonly<Record<string, string>>;
  /** What edges and engines run, from the root of the repository. */
  readonly program: string;
  readonly say: (text: string) => void;
  /** Networks of all but the balancer; null where all share that of this machine. */
  readonly network: Network | null;
}

/** Links of members to this machine, where the balancer and what keeps PostgreSQL are. */
export interface Network {
  /** Where this machine is, as they see it. */
  readonly hostAddress: string;
  readonly engines: readonly [Link, Link];
  readonly edges: readonly [Link, Link];
  readonly postgres: readonly [Link, Link];
}

const local = '127.0.0.1';

/** A link for each of them. */
export function networkOf(links: Links): Network {
  return {
    hostAddress: links.hostAddress,
    engines: [links.add(), links.add()],
    edges: [links.add(), links.add()],
    postgres: [links.add(), links.add()],
  };
}

/** @param http the port of the balancer; a free one when left out */
export async function takePorts(http: number | undefined): Promise<Ports> {
  const port = () => freePort();
  return {
    http: http ?? (await port()),
    primary: await port(),
    nats: await port(),
    engines: [await port(), await port()],
    edges: [await port(), await port()],
  };
}

const commandSocket = ({ folder }: Plan) => path.join(folder, 'balancer.sock');
const logFile = ({ folder }: Plan, name: string) => path.join(folder, 'logs', `${name}.log`);

/** @throws Error when it is not installed */
function pathOf(program: Program): string {
  const found = findProgram(program);
  if (found === null) throw new Error(`${program.name} is not installed`);
  return found;
}

export function postgresPair(plan: Plan): PostgresPair {
  const node = (name: string, nth: 0 | 1) =>
    new PostgresNode(name, path.join(plan.folder, name), plan.network?.postgres[nth]);
  const file = path.join(plan.folder, 'primary');
  const nodes = [node('postgres-1', 0), node('postgres-2', 1)] as const;
  const isSecond = existsSync(file) && readFileSync(file, 'utf8') === nodes[1].name;
  return new PostgresPair({
    first: isSecond ? nodes[1] : nodes[0],
    second: isSecond ? nodes[0] : nodes[1],
    onPrimary: (name) => writeFileSync(file, name),
    lead: (primary) => leadToPrimary(commandSocket(plan), primary),
    say: plan.say,
  });
}

/** @param first the first primary */
export function balancerMember(plan: Plan, first: ClusterConnection): ProcessMember {
  const { ports, folder, network } = plan;
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    balancerConfig({
      httpPort: ports.http,
      primaryPort: ports.primary,
      primaryHosts: network === null ? [local] : [local, network.hostAddress],
      edges: ports.edges.map((port, nth) => ({
        name: `edge-${nth + 1}`,
        host: network?.edges[nth]?.address ?? local,
        port,
      })),
      primary: { name: 'postgres', host: first.host, port: first.port },
      commandSocket: commandSocket(plan),
    }),
  );
  return new ProcessMember({
    name: 'balancer',
    address: `127.0.0.1:${ports.http}`,
    program: pathOf(haproxy),
    args: ['-db', '-f', file],
    logFile: logFile(plan, 'balancer'),
    isReady: () => until(() => accepts(ports.http, false), 'the balancer'),
  });
}

export function natsMember(plan: Plan): ProcessMember {
  const { nats: port } = plan.ports;
  return new ProcessMember({
    name: 'nats',
    address: `127.0.0.1:${port}`,
    program: pathOf(natsServer),
    args: ['--addr', plan.network === null ? local : '0.0.0.0', '--port', String(port)],
    logFile: logFile(plan, 'nats'),
    isReady: () => until(() => accepts(port, true), 'nats-server'),
  });
}

/** Two engines and two edges. @param connection of a PostgreSQL of the pair: both know the same user and password */
export function serverMembers(plan: Plan, { user, password, database }: ClusterConnection) {
  const { ports, network } = plan;
  const host = network?.hostAddress ?? local;
  const databaseUrl = `postgres://${user}:${encodeURIComponent(password)}@${host}:${ports.primary}/${database}`;
  const natsUrl = `nats://${host}:${ports.nats}`;
  const server = (name: string, port: number, link: Link | undefined, settings: Readonly<Record<string, string>>) => {
    const own = link?.address ?? local;
    return new ProcessMember({
      name,
      address: `${own}:${port}`,
      ...(link === undefined ? {} : { link }),
      program: process.execPath,
      args: [plan.program],
      cwd: repository,
      env: {
        ...process.env,
        HOST: own,
        DATA_DIR: path.join(plan.folder, 'data'),
        NATS_URL: natsUrl,
        ...plan.settings,
        ...settings,
        PORT: String(port),
      },
      logFile: logFile(plan, name),
      isReady: () => until(() => answersOk(`http://${own}:${port}/livez`), name),
    });
  };
  const engine = (nth: 0 | 1) =>
    server(`engine-${nth + 1}`, ports.engines[nth], network?.engines[nth], {
      ROLE: 'engine',
      DATABASE_URL: databaseUrl,
    });
  const edge = (nth: 0 | 1) => server(`edge-${nth + 1}`, ports.edges[nth], network?.edges[nth], { ROLE: 'edge' });
  return { engines: [engine(0), engine(1)], edges: [edge(0), edge(1)] } as const;
}
