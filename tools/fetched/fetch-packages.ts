import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { npmCommand } from '../production/npm-command.ts';

/** Groups of packages that running, building and testing do without. */
export type FetchedGroup = 'bench' | 'map' | 'migrations';

/**
 * Fetches a group of packages on first use, in the versions of its lock file beside this one, and again when that
 * changed. They lie within the packages of the project, so that they find those, and go with them.
 *
 * @returns the folder of the packages, as in `…/node_modules`
 * @throws when they cannot be fetched
 */
export function fetchPackages(group: FetchedGroup): string {
  const source = path.join(import.meta.dirname, group);
  const folder = path.join(import.meta.dirname, '../../node_modules/.fetched', group);
  const packages = path.join(folder, 'node_modules');
  const lock = path.join(source, 'package-lock.json');
  // Copied once everything is there.
  const done = path.join(packages, '.fetched-lock.json');
  if (existsSync(done) && readFileSync(done, 'utf8') === readFileSync(lock, 'utf8')) return packages;
  process.stderr.write(`Fetching packages that are needed for this alone: ${namesOf(source).join(', ')}.\n`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(path.join(source, name), path.join(folder, name));
  const [file, args, options] = npmCommand('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  const { status } = spawnSync(file, args, { ...options, cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`the packages of tools/fetched/${group} could not be fetched: see above`);
  cpSync(lock, done);
  return packages;
}

function namesOf(source: string): string[] {
  const manifest = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return Object.keys(manifest.dependencies);
}
