import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Identity } from './identity.ts';
import { clusterUser, type Layout } from './layout.ts';

/** The environment of PostgreSQL's programs: nothing of the user's own settings leaks in. */
export const programEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  // Required by programs on Windows.
  ...(process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] }),
  LC_ALL: 'C',
  TZ: 'UTC',
};

/**
 * The cluster's directory relative to a program started in it. The other user may have no access to the path above it,
 * but can use its working directory.
 */
export function directoryArgument(identity: Identity, directory: string): string {
  return identity.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : directory;
}

/** Whether the cluster was initialised. */
function isInitialised(layout: Layout): boolean {
  return existsSync(path.join(layout.cluster, 'PG_VERSION'));
}

/**
 * Creates the cluster with `initdb` if there is none: UTF-8, the built-in C.UTF-8 collation (the same order on every
 * machine), data checksums, SCRAM passwords. It is created under a temporary name and renamed, so a killed
 * initialisation leaves no partial cluster.
 */
export function initialiseCluster(layout: Layout, native: string, identity: Identity, password: string): void {
  if (isInitialised(layout)) return;
  const half = mkdtempSync(path.join(layout.root, 'init-'));
  const passwordFile = `${half}.password`;
  try {
    chmodSync(half, 0o700);
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (identity.uid !== undefined && identity.gid !== undefined) {
      chownSync(half, identity.uid, identity.gid);
      chownSync(passwordFile, identity.uid, identity.gid);
    }
    runInitdb(native, identity, half, passwordFile);
    try {
      renameSync(half, layout.cluster);
    } catch (error) {
      // Another server starting at the same time was faster: its cluster stays.
      if (!isInitialised(layout)) throw error;
    }
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(half, { recursive: true, force: true });
  }
}

function runInitdb(native: string, identity: Identity, directory: string, passwordFile: string): void {
  const outcome = spawnSync(
    path.join(native, 'bin', 'initdb'),
    [
      ['-D', directoryArgument(identity, directory)],
      ['-U', clusterUser],
      [`--pwfile=../${path.basename(passwordFile)}`, '--auth=scram-sha-256'],
      ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ['--data-checksums', '--no-instructions'],
    ].flat(),
    { ...identity, cwd: directory, env: programEnvironment, encoding: 'utf8' },
  );
  if (outcome.error !== undefined) throw new Error('initdb could not be started', { cause: outcome.error });
  if (outcome.status !== 0) throw new Error(`initdb failed: ${outcome.stderr}${outcome.stdout}`);
}
