/**
 * Builds the page into dist/app: words, Vite, service worker, compression. Files of superseded builds stay for a day.
 *
 * `node tools/app-build.ts` builds it; `buildApp` is for tools that need it built.
 */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { appDirectory, buildFile, buildId, standingBuild } from './app-sources.ts';
import { compressFiles } from './compress-files.ts';
import { setAssetsAside } from './kept-assets.ts';
import { catalogueFaults } from './words.ts';

/** Source maps are not for the public; nothing that is served points at them. */
async function removeMaps(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (name.endsWith('.map')) await rm(join(folder, name));
  }
}

/**
 * Builds the page unless the same build already exists.
 *
 * @returns the name of the build
 * @throws when a message has no words in some language, or two of them: `WORDS=draft` shows it in English instead
 */
export async function buildApp(): Promise<string> {
  const id = await buildId();
  if (standingBuild() === id) return id;
  const faults = await catalogueFaults();
  if (faults.length > 0 && process.env['WORDS'] !== 'draft')
    throw new Error(`Words are missing or clash:\n${faults.join('\n')}`);
  const aside = await setAssetsAside(appDirectory);
  process.env['BUILD_ID'] = id;
  try {
    await build({ logLevel: 'warn' });
  } catch (error) {
    // The existing build is still served.
    await aside.putBack(Date.now());
    throw error;
  }
  await removeMaps(appDirectory);
  await compressFiles(appDirectory);
  await aside.putBack(Date.now());
  // Last, so that an interrupted build is made again.
  await writeFile(buildFile, `${JSON.stringify({ build: id })}\n`);
  return id;
}

if (import.meta.main) process.stdout.write(`${await buildApp()}\n`);
