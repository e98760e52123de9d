import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A NATS server in a process of its own, with the users and permissions that ship. */
export interface NatsProcess {
  /** As in `nats://engine:secret@127.0.0.1:41234`, for each user of `deploy/compose/nats.conf`. */
  urlOf(user: NatsUser): string;
  /** That of engines. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export type NatsUser = 'engine' | 'edge-1' | 'edge-2';

const passwords = {
  NATS_ENGINE_PASSWORD: 'n-engine',
  NATS_EDGE_1_PASSWORD: 'n-edge-1',
  NATS_EDGE_2_PASSWORD: 'n-edge-2',
} as const;

/** The configuration that ships, at a free port of this machine alone. */
function shippedConfig(folder: string): string {
  const text = readFileSync(path.join(import.meta.dirname, '../../../deploy/compose/nats.conf'), 'utf8');
  const file = path.join(folder, 'nats.conf');
  writeFileSync(file, text.replace(/^listen: .*$/m, 'listen: "127.0.0.1:-1"').replace(/^http: .*$/m, ''));
  return file;
}

/** @throws Error with its output when it does not come up */
export async function startNats(program: string): Promise<NatsProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dunlin-nats-'));
  const child = spawn(program, ['--config', shippedConfig(folder)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...passwords },
  });
  const exited = once(child, 'exit');
  let output = '';
  const place = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const port = /client connections on 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(`127.0.0.1:${port}`);
    });
    child.once('exit', (code) => reject(new Error(`nats-server ended with ${code}:\n${output}`)));
  });
  const urlOf = (user: NatsUser) => `nats://${user}:n-${user}@${place}`;
  return {
    urlOf,
    url: urlOf('engine'),
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A wire to NATS whose answers can be lost. */
export interface LossyWire {
  /** Where its user connects instead of NATS. */
  readonly url: string;
  /** From now on nothing comes back from NATS, while everything still arrives there. */
  loseAnswers(): void;
  /** Cuts all connections, and lets new ones work again. */
  mend(): void;
  close(): Promise<void>;
}

export async function openLossyWire(natsUrl: string): Promise<LossyWire> {
  const { username, password, hostname, port } = new URL(natsUrl);
  const sockets = new Set<Socket>();
  let isLosing = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => isLosing || near.write(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `nats://${username}:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseAnswers: () => (isLosing = true),
    mend() {
      isLosing = false;
      cut();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
