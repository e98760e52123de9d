import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;

/**
 * Writes photos of users readable only by the operator, without overwriting files.
 *
 * @param of their record, as in `review-12`
 * @returns the paths, in order
 */
export async function savePhotos(
  folder: string,
  of: string,
  photos: readonly { readonly name: string; readonly bytes: Buffer }[],
): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
  const paths: string[] = [];
  for (const { name, bytes } of photos) {
    const file = path.resolve(folder, `${of}-${name}.jpg`);
    await writeFile(file, bytes, { mode: ownerOnlyFile, flag: 'wx' });
    paths.push(file);
  }
  return paths;
}
