import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isProgram } from '../chromium.ts';

/** NATS as tests run it: `NATS_SERVER`, or one on the path; null when there is none. */
export function findNatsServer(): string | null {
  const named = process.env['NATS_SERVER'];
  if (named !== undefined && named !== '') return named;
  // Debian installs it where only root's path leads.
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin'];
  return folders.map((folder) => path.join(folder, 'nats-server')).find(isProgram) ?? null;
}

function succeeds(program: string, ...args: readonly string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { stdio: 'ignore', env: environment }).status === 0;
}

/** NATS for the tests; as root on Debian its package is installed when there is none. Null when it cannot be had. */
export function provideNatsServer(): string | null {
  const isDebianRoot = process.getuid?.() === 0 && succeeds('apt-get', '--version');
  if (findNatsServer() === null && isDebianRoot) {
    const install = ['install', '-qy', '--no-install-recommends', 'nats-server'];
    if (!succeeds('apt-get', ...install) && succeeds('apt-get', 'update', '-q')) succeeds('apt-get', ...install);
  }
  return findNatsServer();
}
