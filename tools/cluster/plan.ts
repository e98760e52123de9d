import path from 'node:path';
import { freePort } from '#server/core/store/embedded/postmaster.ts';
import { findProgram, type Program } from '../programs/programs.ts';
import type { Link, Links } from './links.ts';

/** Ports that stay the same when what listens on them is started again. */
export interface Ports {
  readonly http: number;
  readonly primary: number;
  readonly nats: number;
  /** Of every nats-server, for others of its cluster and for its state. */
  readonly natsRoutes: number;
  readonly natsMonitor: number;
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
  readonly nats: readonly [Link, Link];
  readonly postgres: readonly [Link, Link];
}

/** Where members are that have no network of their own. */
export const local = '127.0.0.1';

/** A link for each of them. */
export function networkOf(links: Links): Network {
  return {
    hostAddress: links.hostAddress,
    engines: [links.add(), links.add()],
    edges: [links.add(), links.add()],
    nats: [links.add(), links.add()],
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
    natsRoutes: await port(),
    natsMonitor: await port(),
    engines: [await port(), await port()],
    edges: [await port(), await port()],
  };
}

/** Where the output of a member goes. */
export const logFile = ({ folder }: Plan, name: string) => path.join(folder, 'logs', `${name}.log`);

/** @throws Error when it is not installed */
export function pathOf(program: Program): string {
  const found = findProgram(program);
  if (found === null) throw new Error(`${program.name} is not installed`);
  return found;
}
