import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlesFolder } from './programs.ts';

/** Files of each bundle named by the processes that run it: what they load later has to be there still. */
const usersFolder = 'users';

/** A process that just found a bundle may not have noted itself yet. */
const keptMs = 10 * 60_000;

/** The notes of this process. */
const notes = new Set<string>();

/** Notes that this process, or one that it starts, runs a bundle, until it ends. */
export function noteUser(folder: string): void {
  const file = path.join(folder, usersFolder, String(process.pid));
  if (notes.has(file)) return;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '');
  } catch {
    // On a file system that cannot be written nothing is removed either.
    return;
  }
  if (notes.size === 0) process.once('exit', () => notes.forEach((note) => rmSync(note, { force: true })));
  notes.add(file);
}

/** Removes bundles that are neither the newest of their name nor in use. */
export function removeUnused(root: string): void {
  const all = path.join(root, bundlesFolder);
  const names = readdirSync(all);
  const newest = new Set(names.filter((name) => name.endsWith('.json')).map((name) => folderOf(path.join(all, name))));
  for (const name of names) {
    const folder = path.join(all, name);
    if (name.endsWith('.json') || newest.has(name) || isInUse(folder)) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

function folderOf(stateFile: string): string | null {
  try {
    return (JSON.parse(readFileSync(stateFile, 'utf8')) as { folder: string }).folder;
  } catch {
    return null;
  }
}

function isInUse(folder: string): boolean {
  const users = path.join(folder, usersFolder);
  const touchedMs = Math.max(...[folder, users].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
  if (Date.now() - touchedMs < keptMs) return true;
  try {
    return readdirSync(users).some((name) => isRunning(Number(name)));
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
