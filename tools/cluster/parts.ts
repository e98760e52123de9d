import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ClusterConnection } from '#server/core/store/embedded/embedded-postgres.ts';
import { haproxy } from '../programs/programs.ts';
import { balancerConfig, leadToPrimary } from './balancer.ts';
import type { Link } from './links.ts';
import { ProcessMember } from './member.ts';
import { local, logFile, pathOf, type Plan } from './plan.ts';
import { PostgresNode } from './postgres-node.ts';
import { PostgresPair } from './postgres-pair.ts';
import { accepts, answersOk, until } from './ready.ts';

const repository = path.join(import.meta.dirname, '../..');

/** Of all clusters of this process: their members end with it. */
const clusterKey = randomBytes(32).toString('base64url');

const commandSocket = ({ folder }: Plan) => path.join(folder, 'balancer.sock');

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

/**
 * Two engines and two edges.
 *
 * @param connection of a PostgreSQL of the pair: both know the same user and password
 */
export function serverMembers(plan: Plan, { user, password, database }: ClusterConnection, natsUrl: string) {
  const { ports, network } = plan;
  const host = network?.hostAddress ?? local;
  const databaseUrl = `postgres://${user}:${encodeURIComponent(password)}@${host}:${ports.primary}/${database}`;
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
        CLUSTER_KEY: clusterKey,
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
      ENGINE_NAME: `engine-${nth + 1}`,
      DATABASE_URL: databaseUrl,
    });
  const edge = (nth: 0 | 1) => server(`edge-${nth + 1}`, ports.edges[nth], network?.edges[nth], { ROLE: 'edge' });
  return { engines: [engine(0), engine(1)], edges: [edge(0), edge(1)] } as const;
}
