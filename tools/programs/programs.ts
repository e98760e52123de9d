import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isProgram } from '../chromium.ts';

/** A program that is not part of the project, with the variable that names its path and its package on Debian. */
export interface Program {
  readonly name: string;
  readonly variable: string;
}

export const natsServer: Program = { name: 'nats-server', variable: 'NATS_SERVER' };
export const haproxy: Program = { name: 'haproxy', variable: 'HAPROXY' };

/** The path of a program: the one its variable names, or one on the path; null when there is none. */
export function findProgram({ name, variable }: Program): string | null {
  const named = process.env[variable];
  if (named !== undefined && named !== '') return named;
  // Debian installs some where only root's path leads.
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin'];
  return folders.map((folder) => path.join(folder, name)).find(isProgram) ?? null;
}

function succeeds(program: string, ...args: readonly string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { stdio: 'ignore', env: environment }).status === 0;
}

/**
 * Programs that tests use: as root on Debian their packages, which bear the same names, are installed when there are none.
 *
 * @returns those that cannot be had
 */
export function providePrograms(programs: readonly Program[]): Program[] {
  const isMissing = (program: Program) => findProgram(program) === null;
  const missing = programs.filter(isMissing).map(({ name }) => name);
  const isDebianRoot = process.getuid?.() === 0 && succeeds('apt-get', '--version');
  if (missing.length > 0 && isDebianRoot) {
    const install = ['install', '-qy', '--no-install-recommends', ...missing];
    if (!succeeds('apt-get', ...install) && succeeds('apt-get', 'update', '-q')) succeeds('apt-get', ...install);
  }
  return programs.filter(isMissing);
}
