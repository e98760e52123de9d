import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ClientConfig } from 'pg';

/** Where Debian puts the programs of its PostgreSQL packages. */
const debianRoot = '/usr/lib/postgresql';
const scale = 10;
/** Seconds that hundreds of clients are given to connect, try by try; they do not count into the rate. */
const connectingSeconds = [2, 10, 30];

/** The `pgbench` of this machine, or null where there is none. */
export function findPgbench(): string | null {
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot).toSorted((a, b) => Number(b) - Number(a)) : [];
  const installed = versions.map((version) => path.join(debianRoot, version, 'bin/pgbench'));
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, 'pgbench'));
  return [...onPath, ...installed].find((file) => existsSync(file)) ?? null;
}

/** Makes pgbench's own tables. */
export function initialisePgbench(program: string, connection: ClientConfig): void {
  run(program, connection, ['--initialize', '--quiet', `--scale=${scale}`]);
}

/**
 * PostgreSQL's own measure of small writes (`pgbench -N`): one update, one read and one insert a transaction. Clients
 * connect within its time; on a machine so busy that they did not, it is given more.
 *
 * @returns transactions a second
 */
export function pgbenchRate(program: string, connection: ClientConfig, clients: number, seconds: number): number {
  let output = '';
  for (const connecting of connectingSeconds) {
    output = run(program, connection, [
      '--skip-some-updates',
      '--no-vacuum',
      `--client=${clients}`,
      '--jobs=2',
      `--time=${seconds + connecting}`,
    ]);
    const rate = /tps = ([\d.]+)/.exec(output)?.[1];
    if (rate !== undefined) return Number(rate);
  }
  throw new Error(`pgbench printed no rate: ${output}`);
}

function run(program: string, connection: ClientConfig, args: readonly string[]): string {
  const { host, port, user, password, database } = connection;
  const outcome = spawnSync(program, args, {
    encoding: 'utf8',
    env: {
      ...process.env,
      PGHOST: host ?? '127.0.0.1',
      PGPORT: String(port),
      PGUSER: user ?? '',
      PGPASSWORD: typeof password === 'string' ? password : '',
      PGDATABASE: database ?? '',
    },
  });
  if (outcome.status !== 0) throw new Error(`pgbench failed: ${outcome.stderr}`);
  return outcome.stdout;
}
