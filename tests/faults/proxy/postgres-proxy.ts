import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { ArmedFaults, type Fault, type FaultPlan } from './postgres-faults.ts';
import { ProxiedConnection } from './proxied-connection.ts';

/** A TCP proxy before a PostgreSQL that knows where in a transaction each of its connections is. */
export interface PostgresProxy {
  readonly host: string;
  readonly port: number;
  /** How many connections are open now. */
  openCount(): number;
  /** Arms a fault; it strikes the first transaction it fits. */
  arm(plan: FaultPlan): Fault;
  /** Resets every connection. */
  cutAll(): void;
  /** Nothing flows on any connection, new ones included, and nothing is closed: as when a switch dies. */
  freezeAll(): void;
  /** Goes on everywhere, also where a fault froze. */
  thawAll(): void;
  /** Whether new connections are reset at once. */
  refuse(on: boolean): void;
  close(): Promise<void>;
}

/**
 * Starts the proxy on a free port of loopback. Credentials pass through as they are; encryption is refused.
 *
 *     const proxy = await startPostgresProxy(cluster);
 *     const database = openDatabase({ ...cluster, host: proxy.host, port: proxy.port });
 *     const fault = proxy.arm({ at: 'committed', action: 'cut', match: 'option_ticks' });
 *     ...
 *     await fault.fired;
 *
 * @param upstream the PostgreSQL behind it
 */
export async function startPostgresProxy(upstream: {
  readonly host: string;
  readonly port: number;
}): Promise<PostgresProxy> {
  const { host, port } = upstream;
  const faults = new ArmedFaults();
  const connections = new Set<ProxiedConnection>();
  let count = 0;
  let isRefusing = false;
  let isFrozen = false;
  const server = createServer({ noDelay: true }, (client) => {
    if (isRefusing) return void client.resetAndDestroy();
    count += 1;
    const connection: ProxiedConnection = new ProxiedConnection(
      count,
      client,
      { host, port },
      {
        strike: (application, step, following) => faults.strike(application, step, following),
        onEnd: () => void connections.delete(connection),
      },
    );
    connections.add(connection);
    if (isFrozen) connection.freeze();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    openCount: () => connections.size,
    arm: (plan) => faults.arm(plan),
    cutAll() {
      for (const connection of connections) connection.cut();
    },
    freezeAll() {
      isFrozen = true;
      for (const connection of connections) connection.freeze();
    },
    thawAll() {
      isFrozen = false;
      for (const connection of connections) connection.thaw();
    },
    refuse(on) {
      isRefusing = on;
    },
    async close() {
      for (const connection of connections) connection.cut();
      server.close();
      await once(server, 'close');
    },
  };
}
