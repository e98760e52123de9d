import babel from '@rolldown/plugin-babel';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';
import { chromiumArguments, findChromium } from './tools/chromium.ts';
import { depthOf } from './tools/test/depth.ts';

/** What the page's sources need to be understood: JSX and Lingui's macros, without the router's generated tree. */
const pagePlugins = () => [react(), lingui(), babel({ presets: [linguiTransformerBabelPreset()] })];

const databaseTests = 'src/server/**/*.test.ts';
/** Faults between a database and its client; those of whole exchanges run with the end-to-end tests. */
const faultyStoreTests = 'tests/faults/**/postgres-*.test.ts';
const browserTests = 'src/**/*.browser.test.{ts,tsx}';
/** They measure frames and deliveries, so nothing else may run beside them. */
const timedTests = ['tests/e2e/stream-load.test.ts', 'tests/e2e/chat.test.ts', 'tests/faults/greedy-user.test.ts'];

/** The depth and the seed of random tests, and how long `expect.poll` waits (`patience` of tests/pace.ts), for every project. */
const random = { provide: { ...depthOf(process.env, Date.now() % 2 ** 31) }, expect: { poll: { timeout: 15_000 } } };
/** Of projects with properties. */
const properties = { ...random, setupFiles: ['tests/property-depth.ts'] };

export default defineConfig({
  test: {
    // Two cores are what the smallest machine has; each project also waits for PostgreSQL or Chromium.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: pagePlugins(),
        test: {
          ...properties,
          name: 'unit',
          environment: 'node',
          // Files of a worker share what they import, which else takes longer than many of them; none replaces a module.
          isolate: false,
          include: [
            'src/**/*.test.{ts,tsx}',
            'sw/**/*.test.ts',
            'tools/**/*.test.ts',
            'tests/*.test.ts',
            'tests/unit/**/*.test.ts',
          ],
          exclude: [browserTests, databaseTests],
          // Property tests take seconds where other work shares the two cores.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...properties,
          name: 'server',
          environment: 'node',
          isolate: false,
          include: [databaseTests, 'tests/calls/**/*.test.ts', faultyStoreTests],
          globalSetup: ['src/server/core/store/testing-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        plugins: pagePlugins(),
        define: { 'import.meta.env.FILE_BASE': JSON.stringify('/files/') },
        // What only screens import: found in the middle of a run, it would be bundled again beside a second React.
        optimizeDeps: {
          include: [
            '@lingui/message-utils/compileMessage',
            '@tanstack/react-query',
            '@tanstack/react-router',
            '@tanstack/react-virtual',
            'minisearch',
            'qr',
            'qr/decode.js',
          ],
        },
        test: {
          ...random,
          name: 'browser',
          include: [browserTests],
          testTimeout: 30_000,
          // One page at a time: a page behind another one draws no frames, so nothing tells it what is on screen.
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium() ?? undefined, args: chromiumArguments() },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 360, height: 640 } }],
          },
        },
      },
      {
        test: {
          ...random,
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts', 'tests/faults/**/*.test.ts'],
          exclude: [...timedTests, faultyStoreTests],
          globalSetup: ['tests/prepared-store.ts', 'tests/shared-exchange.ts'],
          setupFiles: ['tests/failed-pages.ts'],
          // Each file runs an exchange and a Chromium of its own; much of their time is waiting for rounds and restarts.
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          ...random,
          name: 'budgets',
          environment: 'node',
          include: ['tests/budgets/**/*.test.ts', ...timedTests],
          globalSetup: ['tests/prepared-store.ts'],
          setupFiles: ['tests/failed-pages.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
