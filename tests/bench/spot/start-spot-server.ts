import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Client, type ClientConfig } from 'pg';
import type { SpotServerOrder, SpotServerReady } from './spot-load.ts';

/** One server under measurement. */
export interface Server {
  readonly ready: SpotServerReady;
  readonly child: ChildProcess;
}

/** An empty database of a cluster. */
export async function createDatabase(connection: ClientConfig, name: string): Promise<void> {
  const admin = new Client(connection);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
}

/** Starts one, and answers once it serves. @param children where its process is added, for the caller to end */
export async function startServer(children: ChildProcess[], order: SpotServerOrder): Promise<Server> {
  const child = fork(path.join(import.meta.dirname, 'spot-server.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  children.push(child);
  child.send(order);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the ${order.writer} server ended`)));
  ended.catch(() => undefined);
  const [ready] = await Promise.race([once(child, 'message'), ended]);
  return { ready: ready as SpotServerReady, child };
}
