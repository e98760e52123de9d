import { mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const compressible = /\.(?:html|js|css|svg|json|webmanifest|txt)$/;
/** Below this the headers outweigh what is saved. */
const smallestBytes = 1_024;

/** How files are compressed. */
export interface Compression {
  /** How many at a time; each takes a thread. */
  readonly atATime?: number;
  /** Asked before each file is put in its place: false ends it, as when the folder has been built again. */
  readonly isWanted?: () => boolean;
}

/**
 * Puts `.br` and `.gz` beside every text file of a folder that gains by it and has none of its own age yet: pages first,
 * then scripts and styles, then pictures. Each appears whole, so that the folder can be served meanwhile; what was
 * interrupted goes on where it stopped.
 *
 * @returns whether all of them are there
 */
export async function compressFiles(
  folder: string,
  { atATime = 1, isWanted = () => true }: Compression = {},
): Promise<boolean> {
  const waiting = await uncompressed(folder);
  if (waiting.length === 0) return true;
  await removeLeft(dirname(folder));
  const aside = await mkdtemp(join(dirname(folder), `compressing-${process.pid}-`));
  let stopped = false;
  let nth = 0;
  const compressNext = async () => {
    for (let name = waiting.shift(); name !== undefined && !stopped; name = waiting.shift()) {
      nth += 1;
      if (!(await compressFile(join(folder, name), join(aside, String(nth)), isWanted))) stopped = true;
    }
  };
  try {
    await Promise.all(Array.from({ length: atATime }, compressNext));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return !stopped;
}

/** Removes what processes left that were killed while they compressed. */
async function removeLeft(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = /^compressing-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !runs(Number(pid))) await rm(join(parent, name), { recursive: true, force: true });
  }
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** In the order in which visits ask for them. */
const endings = ['.html', '.js', '.css'];

function rankOf(name: string): number {
  const rank = endings.findIndex((ending) => name.endsWith(ending));
  return rank === -1 ? endings.length : rank;
}

/** Names of files that want compressing. What begins with a point is not served. */
async function uncompressed(folder: string): Promise<string[]> {
  const wanted: string[] = [];
  for (const name of await readdir(folder, { recursive: true })) {
    if (!compressible.test(name) || name.startsWith('.')) continue;
    const file = await stat(join(folder, name));
    if (!file.isFile() || file.size < smallestBytes) continue;
    // The last of the two that is put in its place.
    const packed = await stat(join(folder, `${name}.br`)).catch(() => null);
    if (packed === null || packed.mtimeMs < file.mtimeMs) wanted.push(name);
  }
  return wanted.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Whether the file was compressed. */
async function compressFile(path: string, aside: string, isWanted: () => boolean): Promise<boolean> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return false;
  const [small, common] = await Promise.all([
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    gzipped(bytes, { level: 9 }),
  ]);
  await writeFile(`${aside}.br`, small);
  await writeFile(`${aside}.gz`, common);
  if (!isWanted()) return false;
  await rename(`${aside}.gz`, `${path}.gz`);
  await rename(`${aside}.br`, `${path}.br`);
  return true;
}
