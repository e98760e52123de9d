import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Client } from 'pg';
import { runningCluster } from '#server/core/store/embedded/embedded-postgres.ts';
import { bundledProgram } from '../../tools/server-bundle/bundled-program.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const readyWithinMs = 60_000;
const killedWithinMs = 10_000;

/** Settings of an exchange under faults: simulated prices, no limits per address, and few words. */
export const testSettings = {
  MODE: 'practice',
  PRICE_SOURCE: 'simulated',
  CALLS_PER_MINUTE: '0',
  ADDRESS_LIMIT_FACTOR: '1000',
  LOG_LEVEL: 'error',
  DRAIN_SECONDS: '0',
  CLUSTER_KEY: Buffer.alloc(32, 'test').toString('base64url'),
} as const;

/** Nobody of the house trades: the exchange comes back sooner. */
export const withoutMakers = { MAKERS: 'off' };

/** A real exchange in a process of its own, on a data directory that outlives it. */
export interface ServerProcess {
  /** As in `http://127.0.0.1:41234`. */
  readonly address: string;
  readonly pid: number;
  /** Ends it with nothing said, as a power cut or the kernel would. */
  kill(): Promise<void>;
  /** Ends it in order, with its PostgreSQL. */
  stop(): Promise<void>;
}

/**
 * Starts the exchange as `npm start` does, without the built app and without limits per address.
 *
 * @param settings of the exchange, beside or instead of those of every fault test
 * @param program what is started, from the root of the repository; its bundle runs
 * @throws Error with its output when it does not come up
 */
export async function startServer(
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
  program = 'src/server/main.ts',
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [await bundledProgram(program)], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDirectory,
      DATABASE_URL: '',
      ...testSettings,
      ...settings,
    },
  });
  const exited = once(child, 'exit');
  const address = await addressOf(child);
  return {
    address,
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL');
      await within(exited, killedWithinMs, 'it did not die');
    },
    async stop() {
      child.kill('SIGTERM');
      await within(exited, readyWithinMs, 'it did not end');
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  const received = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /runs at (http:\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`the exchange ended with ${code}:\n${output}`)));
  });
  return within(received, readyWithinMs, 'the exchange did not come up');
}

async function within<Value>(promise: Promise<Value>, milliseconds: number, words: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${words} within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A connection to the embedded PostgreSQL of a data directory, past the exchange. @throws Error when it does not run */
export async function connectToStore(dataDirectory: string): Promise<Client> {
  const connection = runningCluster(path.join(dataDirectory, 'postgres'));
  if (connection === null) throw new Error('the embedded PostgreSQL does not run');
  const client = new Client({ ...connection });
  await client.connect();
  return client;
}
