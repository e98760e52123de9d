import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Paths of an embedded PostgreSQL below its root directory. */
export interface Layout {
  readonly root: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  /** The database password, readable only by the user who runs the exchange. */
  readonly passwordFile: string;
  readonly logFile: string;
}

/** The superuser of an embedded cluster. */
export const clusterUser = 'dunlin';

/** The role that the exchange connects with: it owns nothing. It has the same password, which whoever runs the exchange can read. */
export const applicationUser = 'dunlin_app';

/** An initialisation directory older than this was left by a dead process. */
const abandonedAfterMs = 120_000;

export function layoutOf(root: string): Layout {
  const absolute = path.resolve(root);
  return {
    root: absolute,
    cluster: path.join(absolute, 'cluster'),
    passwordFile: path.join(absolute, 'password'),
    logFile: path.join(absolute, 'postgres.log'),
  };
}

/**
 * Creates the root directory and the password and removes what a killed initialisation left. Others may traverse the
 * root but not list it: when started by root, PostgreSQL runs below it as another user.
 */
export function prepareRoot(layout: Layout, runsAsOther: boolean): void {
  mkdirSync(layout.root, { recursive: true, mode: runsAsOther ? 0o711 : 0o700 });
  if (runsAsOther) chmodSync(layout.root, 0o711);
  for (const name of readdirSync(layout.root)) {
    const file = path.join(layout.root, name);
    if (!name.startsWith('init-')) continue;
    const found = statSync(file, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedAfterMs)
      rmSync(file, { recursive: true, force: true });
  }
  try {
    writeFileSync(layout.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // It exists: created earlier, or by a server starting at the same time.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** The cluster's password; throws when this user may not read it or there is no cluster. */
export function readPassword(layout: Layout): string {
  return readFileSync(layout.passwordFile, 'utf8');
}
