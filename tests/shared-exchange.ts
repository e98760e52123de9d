import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { isClusterWanted } from './built-cluster.ts';
import { type BuiltExchange, startBuiltExchange } from './built-exchange.ts';

/**
 * One exchange for all test files that need nothing of their own but accounts. It begins with the first file that asks
 * for it, in a process of its own, so that the work of a test does not hold it up.
 */

/** Workers inherit the variable: where to ask for the exchange. */
const variable = 'SHARED_EXCHANGE';

/** It ends when no file has used it for so long: to run its market meanwhile costs as much as to start it again. */
const unusedMs = 30_000;

/** What of an exchange another process needs to use it. */
export type SharedParts = Pick<BuiltExchange, 'address' | 'edges' | 'dataFolder'>;

/** vitest's global setup, after the one of the prepared store: listens for files that begin and end to use the exchange. */
export default async function setup(): Promise<() => Promise<void>> {
  let running: ReturnType<typeof startProcess> | null = null;
  let users = 0;
  let unused: NodeJS.Timeout | undefined;
  const end = async () => {
    const ending = running;
    running = null;
    await ending?.end();
  };
  const server = createServer((request, response) => {
    clearTimeout(unused);
    if (request.method === 'DELETE') {
      users -= 1;
      if (users === 0) unused = setTimeout(() => void end(), unusedMs);
      response.end();
      return;
    }
    users += 1;
    running ??= startProcess();
    running.parts.then(
      (parts) => response.end(JSON.stringify(parts)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env[variable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    clearTimeout(unused);
    server.close();
    server.closeAllConnections();
    await end();
  };
}

function startProcess(): { readonly parts: Promise<SharedParts>; readonly end: () => Promise<void> } {
  const child = fork(path.join(import.meta.dirname, 'shared-exchange-process.ts'), { execArgv: [] });
  const ended = once(child, 'exit');
  const first = once(child, 'message') as Promise<[SharedParts]>;
  return {
    parts: Promise.race([
      first.then(([parts]) => parts),
      ended.then(([code]) => Promise.reject(new Error(`the shared exchange ended with ${String(code)}`))),
    ]),
    async end() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/**
 * The exchange that test files share, with the settings that every test has; one of the file's own where nothing was
 * set up, and a cluster where one is wanted. For files that neither steer prices nor stop it, change what all users see
 * or count what all of them did. Each file closes it once.
 *
 * @throws Error when it did not start
 */
export async function sharedExchange(): Promise<BuiltExchange> {
  const where = process.env[variable];
  if (where === undefined || isClusterWanted) return startBuiltExchange();
  const answer = await fetch(where);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  const refuse = () => Promise.reject(new Error('other test files use this exchange at the same time'));
  return {
    ...(JSON.parse(text) as SharedParts),
    stop: refuse,
    startAgain: refuse,
    close: async () => void (await fetch(where, { method: 'DELETE' })),
  };
}
