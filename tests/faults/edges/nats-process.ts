import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A NATS server in a process of its own. */
export interface NatsProcess {
  /** As in `nats://127.0.0.1:41234`. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** @throws Error with its output when it does not come up */
export async function startNats(program: string): Promise<NatsProcess> {
  const child = spawn(program, ['--addr', '127.0.0.1', '--port', '-1'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const port = /client connections on 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(`nats://127.0.0.1:${port}`);
    });
    child.once('exit', (code) => reject(new Error(`nats-server ended with ${code}:\n${output}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await exited;
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
  const { hostname, port } = new URL(natsUrl);
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
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
