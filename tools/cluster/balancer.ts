import { connect } from 'node:net';

/** A server as the balancer knows it. */
export interface Upstream {
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

/** What the balancer's configuration is made of. */
export interface BalancerPlan {
  /** The port for browsers and apps, and the one that always leads to the PostgreSQL primary. */
  readonly httpPort: number;
  readonly primaryPort: number;
  /** Addresses of this machine at which the latter is. */
  readonly primaryHosts: readonly string[];
  readonly edges: readonly Upstream[];
  readonly primary: Upstream;
  /** The socket for commands while it runs. */
  readonly commandSocket: string;
}

/**
 * The configuration of HAProxy: edges for everybody, and one TCP address for the PostgreSQL that is primary.
 *
 * An edge is checked for serving, not for being ready: it is not ready while there is no engine, which concerns all
 * edges, and then its sockets and waiting requests must stay. One that ends is sent nothing more while it still serves.
 * Nobody is named as the client: all of it is on this machine, as with one process.
 */
export function balancerConfig({
  httpPort,
  primaryPort,
  primaryHosts,
  edges,
  primary,
  commandSocket,
}: BalancerPlan): string {
  return `
global
  stats socket ${commandSocket} mode 600 level admin
  maxconn 4000

defaults
  timeout connect 2s
  timeout check 1s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  option redispatch 1
  retries 3

frontend apps
  mode http
  bind 127.0.0.1:${httpPort}
  default_backend edges

backend edges
  mode http
  balance leastconn
  # What reached no edge may be sent to another one; nothing is sent twice.
  retry-on conn-failure
  option httpchk GET /servez
  http-check disable-on-404
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${edges.map(({ name, host, port }) => `  server ${name} ${host}:${port}`).join('\n')}

listen primary
  mode tcp
  timeout client 24h
  timeout server 24h
${primaryHosts.map((host) => `  bind ${host}:${primaryPort}`).join('\n')}
  server postgres ${primary.host}:${primary.port}
`.trimStart();
}

/** Leads the address of the primary to another PostgreSQL, and ends the connections to the one before. */
export async function leadToPrimary(
  commandSocket: string,
  { host, port }: Pick<Upstream, 'host' | 'port'>,
): Promise<void> {
  await command(commandSocket, `set server primary/postgres addr ${host} port ${port}`);
  await command(commandSocket, 'shutdown sessions server primary/postgres');
}

/** @throws Error when the balancer is away */
function command(socketPath: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.end(`${text}\n`);
  });
}
