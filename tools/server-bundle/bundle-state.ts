import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlesFolder } from './programs.ts';

/** A file that a bundle was made of, as it was then. */
export interface BundledFile {
  /** From the root of the project. */
  readonly file: string;
  /** Hash of its content; null when there was none. */
  readonly content: string | null;
  /** What the file system says of it, where that proves the content; else null. */
  readonly stamp: string | null;
}

/** The newest bundle of a name. */
export interface BundleState {
  /** Its folder in `dist/server`, named by what it was made of. */
  readonly folder: string;
  readonly files: readonly BundledFile[];
}

/** A file that changed a moment ago may change once more within the same tick of the file system's clock. */
const settledAfterMs = 2_000;

function stateFile(root: string, name: string): string {
  return path.join(root, bundlesFolder, `${name}.json`);
}

/** The newest bundle of a name; null without one. */
export function readState(root: string, name: string): BundleState | null {
  try {
    return JSON.parse(readFileSync(stateFile(root, name), 'utf8')) as BundleState;
  } catch {
    return null;
  }
}

/** Replaces the state in one step: another process reads the one before or this one. */
export function writeState(root: string, name: string, state: BundleState): void {
  const file = stateFile(root, name);
  const beside = `${file}.${process.pid}`;
  try {
    writeFileSync(beside, JSON.stringify(state));
    renameSync(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** The hash of a content, as files of a bundle are compared by. */
export function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 24);
}

/**
 * Size, times and number of a file. Programs can set the time of the last change, but not the time of that setting
 * (`ctime`), so equal stamps prove an equal content.
 *
 * @returns null for a file that changed too short a time ago to prove anything, and where there is none
 */
export function stampOf(root: string, file: string): string | null {
  const stat = statSync(path.join(root, file), { throwIfNoEntry: false });
  if (stat === undefined || Date.now() - stat.ctimeMs < settledAfterMs) return null;
  return `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino}`;
}

/** A file as it is now. @returns without content where it cannot be read */
export function lookAt(root: string, file: string): BundledFile {
  const stamp = stampOf(root, file);
  try {
    return { file, content: hashOf(readFileSync(path.join(root, file))), stamp };
  } catch {
    return { file, content: null, stamp: null };
  }
}

/**
 * Compares the files of a bundle with those of now. Only what has another stamp is read.
 *
 * @returns the state with the stamps of now, the same one when no stamp changed, and null when a content changed
 */
export function settledState(root: string, state: BundleState): BundleState | null {
  let changed = false;
  const files: BundledFile[] = [];
  for (const before of state.files) {
    const stamp = stampOf(root, before.file);
    if (stamp !== null && stamp === before.stamp) {
      files.push(before);
      continue;
    }
    const now = lookAt(root, before.file);
    if (now.content !== before.content) return null;
    changed ||= now.stamp !== before.stamp;
    files.push(now);
  }
  return changed ? { ...state, files } : state;
}
