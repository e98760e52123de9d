import { mkdir, readdir, rename, rm, stat, open } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { boundedAsks, type BoundedAsk } from './bounded-asks.ts';
import {
  assertObjectName,
  FileStoreAway,
  objectName,
  type ObjectPage,
  objectsPerPage,
  type ObjectStore,
  storeAnswersWithinMs,
  objectMaxBytes,
} from './object-store.ts';
import { nullIfMissing } from '#server/core/failures/missing-file.ts';

const ownerOnlyFolder = 0o700;
const ownerOnlyFile = 0o600;
/**
 * A hanging disk blocks threads, and Node has four for everything, including password hashes: files never use more than
 * half.
 */
const atOnce = 2;
const waitingMax = 200;
/** Unfinished writes that one `tidy` removes. */
const tidiedAtOnce = 1_000;

/**
 * Files below a folder, as in `objects/3f/3fa0…`. They are written to `incoming` and renamed once synced; then the
 * folders are synced. The folder is only created while no row references it: later a missing one means that its disk is
 * not mounted, and writing below the empty mount point would lose files.
 *
 * @param place as in `file:///var/lib/dunlin/files`
 */
export function directoryStore(place: string, withinMs = storeAnswersWithinMs): ObjectStore {
  const root = fileURLToPath(place);
  const objects = path.join(root, 'objects');
  const incoming = path.join(root, 'incoming');
  const ask = boundedAsks({ atOnce, waitingMax, withinMs });
  /** Folders that this process knows to be durable; at most 256. */
  const synced = new Set<string>();
  const pathOf = (object: string) => {
    assertObjectName(object);
    return path.join(objects, object.slice(0, 2), object);
  };

  /** A concurrent write may have created the folder without having synced it yet. */
  async function makeFolder(folder: string): Promise<void> {
    if (synced.has(folder)) return;
    try {
      await mkdir(folder, { mode: ownerOnlyFolder });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    await syncFolder(objects);
    synced.add(folder);
  }

  return {
    place,
    check: (isNew) =>
      named(ask, async () => {
        if (isNew) await makeFolders(root, [objects, incoming]);
        await checkFolders(objects, incoming);
      }),
    put: (object, bytes) =>
      named(ask, async () => {
        const file = pathOf(object);
        const folder = path.dirname(file);
        await makeFolder(folder);
        const unfinished = path.join(incoming, object);
        try {
          await writeDurably(unfinished, bytes, 'wx');
          await rename(unfinished, file);
        } catch (error) {
          await rm(unfinished, { force: true });
          throw error;
        }
        await syncFolder(folder);
      }),
    get: (object) =>
      named(ask, async () => {
        const bytes = await readBounded(pathOf(object));
        // Nothing is missing while the disk is mounted.
        if (bytes === null) await stat(objects);
        return bytes;
      }),
    remove: (object) =>
      named(ask, async () => {
        const file = pathOf(object);
        // Otherwise an unmounted disk would look as if everything had been removed.
        await stat(objects);
        await rm(file, { force: true });
      }),
    list: (cursor) => named(ask, () => listPage(objects, cursor)),
    tidy: (beforeMs) => named(ask, () => removeUnfinished(incoming, beforeMs)),
  };
}

/** Durably creates the folders of a store that no row references yet. */
async function makeFolders(root: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
  await syncFolder(root);
  await syncFolder(path.dirname(root));
}

/** @throws FileStoreAway when the folders belong to another user; errors of the file system */
async function checkFolders(objects: string, incoming: string): Promise<void> {
  const { uid } = await stat(objects);
  // As by a console started by root, whose files the exchange could not read.
  if (process.getuid !== undefined && uid !== process.getuid()) {
    throw new FileStoreAway('the directory of files belongs to another user');
  }
  const probe = path.join(incoming, `probe-${process.pid}`);
  await writeDurably(probe, Buffer.from('probe'), 'w');
  await rm(probe, { force: true });
}

/** Removes unfinished writes begun before `beforeMs`. */
async function removeUnfinished(incoming: string, beforeMs: number): Promise<void> {
  for (const name of (await readdir(incoming)).slice(0, tidiedAtOnce)) {
    const file = path.join(incoming, name);
    // A missing one was completed meanwhile.
    const found = await stat(file).catch(nullIfMissing);
    if (found !== null && found.mtimeMs < beforeMs) await rm(file, { force: true });
  }
}

/** File system errors mean that the store is unavailable; bugs of the caller are rethrown. */
function named<Answer>(ask: BoundedAsk, work: () => Promise<Answer>): Promise<Answer> {
  return ask(async () => {
    try {
      return await work();
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === undefined) throw error;
      throw new FileStoreAway(`the directory of files answers ${code}`, { cause: error });
    }
  });
}

/** Walks the folders in order; the cursor is the last name of the previous page. */
async function listPage(objects: string, cursor: string | null): Promise<ObjectPage> {
  const found: string[] = [];
  const after = cursor ?? '';
  const folders = (await readdir(objects)).toSorted();
  for (const folder of folders) {
    if (folder < after.slice(0, 2)) continue;
    const names = await readdir(path.join(objects, folder));
    found.push(...names.filter((name) => objectName.test(name) && name > after).toSorted());
    if (found.length > objectsPerPage) break;
  }
  const page = found.slice(0, objectsPerPage);
  return { objects: page, next: found.length > page.length ? (page.at(-1) ?? null) : null };
}

/** Writes a file and waits until it is on the disk. */
async function writeDurably(file: string, bytes: Buffer, flag: 'w' | 'wx'): Promise<void> {
  const handle = await open(file, flag, ownerOnlyFile);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Names in a folder are durable only when the folder itself was synced. */
async function syncFolder(folder: string): Promise<void> {
  // Windows syncs no folders, and NTFS journals names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The bytes of a file; null when there is none. */
async function readBounded(file: string): Promise<Buffer | null> {
  const handle = await open(file, 'r').catch(nullIfMissing);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    if (size > objectMaxBytes) throw new FileStoreAway('a file is larger than any that was written');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
