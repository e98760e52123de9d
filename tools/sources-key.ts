import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/**
 * Where it is kept what was read before: one file for each list of patterns. It can be removed at any time; the next
 * key then takes longer.
 */
const memoryFolder = 'node_modules/.cache/sources';

/**
 * A file that was changed less than this before it was read is read again the next time: two changes within one tick of
 * a file system's clock have the same stamp. The coarsest clock in use ticks every 2 s (FAT).
 */
const settledMs = 3_000;

/** What never becomes part of what is built. */
const leftOut = /\.test\.tsx?$/;

/** What a stamp is made of, and no more. */
type StatOf = (file: string) => Pick<BigIntStats, 'size' | 'ino' | 'mtimeNs' | 'ctimeNs'>;

/** By path: what the file system said of the file when it was read, and the hash of what was read. */
type Memory = Record<string, readonly [stamp: string, hash: string]>;

/**
 * Names a set of files by what is in them: the same paths, contents and extra give the same key on every machine.
 *
 * Content decides, not dates. A file is read only when its size, number, date or date of change are not those of the
 * last reading; the last cannot be set by programs, so that no edit goes unseen.
 *
 * @param patterns paths below `root`, with `/`: a file, or with `*` for any name and `**` for any folders, as in
 *   `src/hub/**\/*` and `tools/styles/*.ts`. Missing files count as such. Tests (`*.test.ts`) are left out.
 * @param extra what else the built thing depends on, such as settings; the order counts
 * @param root the project
 * @param statOf what the file system says of a file
 * @returns 64 hexadecimal digits
 * @throws when a file cannot be read
 */
export function sourcesKey(
  patterns: readonly string[],
  extra: readonly string[] = [],
  root = process.cwd(),
  statOf: StatOf = (file) => statSync(file, { bigint: true }),
): Promise<string> {
  const files = [...new Set(patterns.flatMap((pattern) => filesOf(pattern, root)))].toSorted();
  const name = createHash('sha256').update(patterns.join('\n')).digest('hex').slice(0, 12);
  const memoryPath = path.join(root, memoryFolder, `${name}.json`);
  const before = readMemory(memoryPath);
  const now: Memory = {};
  const key = createHash('sha256');
  let isKnown = true;
  for (const file of files) {
    const { stamp, isSettled } = stampOf(statOf(path.join(root, file)));
    const known = before[file]?.[0] === stamp ? before[file] : undefined;
    // Read after its stamp was taken: a change in between shows in the next stamp.
    const hash = known?.[1] ?? hashOf(path.join(root, file));
    isKnown &&= known !== undefined;
    if (isSettled) now[file] = [stamp, hash];
    key.update(`${file}\n${hash}\n`);
  }
  for (const text of extra) key.update(`${text}\n`);
  if (!isKnown || Object.keys(now).length !== Object.keys(before).length) writeMemory(memoryPath, now);
  return Promise.resolve(key.digest('hex'));
}

/** The files a pattern names, relative to the root. */
function filesOf(pattern: string, root: string): string[] {
  const folders = pattern.split('/');
  const wild = folders.findIndex((folder) => folder.includes('*'));
  if (wild === -1) return statSync(path.join(root, pattern), { throwIfNoEntry: false })?.isFile() ? [pattern] : [];
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?');
  const matcher = new RegExp(`^${source}$`);
  return walk(root, folders.slice(0, wild).join('/'), pattern.includes('**')).filter(
    (file) => matcher.test(file) && !leftOut.test(file),
  );
}

/** The files of a folder, and of all below it when asked. Neither links nor what is no file. */
function walk(root: string, folder: string, isDeep: boolean): string[] {
  const absolute = path.join(root, folder);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(absolute, { withFileTypes: true }).flatMap((entry) => {
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) return [file];
    return isDeep && entry.isDirectory() ? walk(root, file, true) : [];
  });
}

/** What changes with every change of a file, and whether a later change is sure to give another. */
function stampOf({ size, ino, mtimeNs, ctimeNs }: ReturnType<StatOf>): {
  readonly stamp: string;
  readonly isSettled: boolean;
} {
  const changedMs = Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1_000_000n);
  return { stamp: `${size} ${ino} ${mtimeNs} ${ctimeNs}`, isSettled: changedMs < Date.now() - settledMs };
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function readMemory(file: string): Memory {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Memory;
  } catch {
    return {};
  }
}

/** Where nothing can be written, every key is made by reading. */
function writeMemory(file: string, memory: Memory): void {
  const written = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    try {
      writeFileSync(written, JSON.stringify(memory));
      renameSync(written, file);
    } finally {
      rmSync(written, { force: true });
    }
  } catch {
    // Nothing is remembered.
  }
}
