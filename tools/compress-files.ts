import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const compressible = /\.(?:html|js|css|svg|json|webmanifest|txt)$/;
/** Below this the headers outweigh what is saved. */
const smallestBytes = 1_024;

/** Writes `.br` and `.gz` beside every text file of a folder that gains by it and has none yet. */
export async function compressFiles(folder: string): Promise<void> {
  const names = new Set(await readdir(folder, { recursive: true }));
  const waiting = [...names].filter((name) => compressible.test(name) && !names.has(`${name}.br`));
  for (const name of waiting) await compressFile(join(folder, name));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < smallestBytes) return;
  const [small, common] = await Promise.all([
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    gzipped(bytes, { level: 9 }),
  ]);
  await writeFile(`${path}.br`, small);
  await writeFile(`${path}.gz`, common);
}
