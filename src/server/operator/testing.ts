import { execFile } from 'node:child_process';
import path from 'node:path';
import type { TestDatabase } from '../store/testing.ts';

const program = path.join(import.meta.dirname, 'main.ts');

/** The console as an operator starts it: a process of its own on the PostgreSQL of a test. */
export function consoleBeside({ connection }: Pick<TestDatabase, 'connection'>) {
  const { user, password, host, port, database } = connection as Record<string, string>;
  const url = `postgres://${user}:${encodeURIComponent(password ?? '')}@${host}:${port}/${database}`;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url };
  return (...args: readonly string[]) =>
    new Promise<{ readonly code: number; readonly said: string }>((resolve) => {
      execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), said: stdout + stderr });
      });
    });
}
