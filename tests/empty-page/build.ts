import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { compressFiles } from '../../tools/compress-files.ts';

/** Builds the empty page as the app is built and compressed, so that an exchange can serve it in the app's place. */
export async function buildEmptyPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, target: 'es2022', emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  await compressFiles(outDir);
  await writeFile(path.join(outDir, 'build.json'), '{"build":"empty"}\n');
}
