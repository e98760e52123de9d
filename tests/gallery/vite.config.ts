import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Serves every part of the design system on one page: `npx vite tests/gallery`. Never part of the app. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: fileURLToPath(new URL('../../public', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../.cache/gallery', import.meta.url)),
  plugins: [react(), lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
});
