import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { migrateForTests } from '#server/core/store/testing-migrated.ts';

/**
 * An initialised and migrated cluster that is copied into the data directory of each exchange a test starts. To
 * initialise and migrate one takes several times as long as to copy it, and there are some sixty in a run.
 */

/** Workers inherit the variable; without it, as outside of vitest, an exchange makes its cluster itself. */
const variable = 'PREPARED_STORE';

/** vitest's global setup: prepares the cluster before the first file runs, and removes it after the last. */
export default async function setup(): Promise<() => void> {
  // Only `cp -a` keeps the owner of the cluster, who is another user where tests run as root.
  if (process.platform === 'win32') return () => undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'dunlin-prepared-'));
  const root = path.join(folder, 'postgres');
  const postgres = await startEmbeddedPostgres(root);
  await migrateForTests(postgres.connection);
  await postgres.stop();
  process.env[variable] = root;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Puts a copy of the prepared cluster, where there is one, into the data directory of an exchange that never ran. */
export function copyPreparedStore(dataFolder: string): void {
  putPreparedStore(path.join(dataFolder, 'postgres'));
}

/** Puts a copy of the prepared cluster, where there is one, at a path where there is nothing yet. */
export function putPreparedStore(to: string): void {
  const root = process.env[variable];
  if (root === undefined) return;
  mkdirSync(path.dirname(to), { recursive: true });
  execFileSync('cp', ['-a', root, to]);
}
