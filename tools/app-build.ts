/**
 * Builds the page into dist/app: words, Vite, service worker, compression. Files of superseded builds stay for a day.
 *
 * `node tools/app-build.ts` builds it; with `--uncompressed` it leaves compressing to `tools/compress-app.ts`, so that it
 * can be served half a minute earlier. `buildApp` is for tools that need it built.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { build } from 'vite';
import { appDirectory, buildFile, buildId, standingBuild, writeBuild } from './app-sources.ts';
import { compressApp } from './compress-app.ts';
import { setAssetsAside } from './kept-assets.ts';
import { bundledProgram } from './server-bundle/bundled-program.ts';

/**
 * Builds the page unless the same build already exists, without compressing it.
 *
 * @returns the name of the build
 * @throws when a message has no words in some language, or two of them: `WORDS=draft` shows it in English instead
 */
export async function buildApp(): Promise<string> {
  const id = await buildId();
  if (standingBuild() === id) return id;
  const aside = await setAssetsAside(appDirectory);
  process.env['BUILD_ID'] = id;
  try {
    await build({ logLevel: 'warn' });
  } catch (error) {
    // The existing build is still served.
    await aside.putBack(Date.now());
    throw error;
  }
  await aside.putBack(Date.now());
  // Last, so that an interrupted build is made again.
  writeBuild(buildFile, id);
  return id;
}

if (import.meta.main) {
  process.stdout.write(`${await buildApp()}\n`);
  // The app alone is built where the exchange is not, as by `buildApart`.
  if (existsSync('src/server')) await bundledProgram('tools/serve.ts');
  if (!process.argv.includes('--uncompressed')) await compressApp(availableParallelism());
}
