import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import { nullIfMissing } from '../failures/missing-file.ts';

/**
 * A secret that practice mode creates once and keeps in a file of the data directory that only its owner can read. It
 * is never in the database or a log. Two processes that start at once end up with the same one.
 *
 * @param create makes the text to keep; called only when there is no file
 * @returns the text of the file, trimmed
 */
export async function keptSecret(dataDirectory: string, name: string, create: () => string): Promise<string> {
  const file = path.join(dataDirectory, name);
  const kept = await readSecret(file);
  if (kept !== null) return kept;
  await mkdir(dataDirectory, { recursive: true });
  // Written completely and synced under another name first: a secret in use must never be lost or partial.
  const draft = `${file}-${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${create()}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // The second process uses the secret of the first.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  await syncFolder(dataDirectory);
  const created = await readSecret(file);
  if (created === null) throw new Error(`${name} was not kept`);
  return created;
}

/** The text of such a file, trimmed; null when there is none. */
export async function readSecret(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(nullIfMissing);
  return text === null ? null : text.trim();
}

/** A file whose directory entry is not on the disk is lost with the power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
