import { open } from 'node:fs/promises';
import { nullIfMissing } from '#server/core/failures/missing-file.ts';
import { FileStoreAway, objectMaxBytes } from './object-store.ts';

const ownerOnlyFile = 0o600;

/** Writes a file and waits until it is on the disk. */
export async function writeDurably(file: string, bytes: Buffer, flag: 'w' | 'wx'): Promise<void> {
  const handle = await open(file, flag, ownerOnlyFile);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Names in a folder are durable only when the folder itself was synced. */
export async function syncFolder(folder: string): Promise<void> {
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
export async function readBounded(file: string): Promise<Buffer | null> {
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
