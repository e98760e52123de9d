import babel from '@rolldown/plugin-babel';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { checkedWords, notedMessages } from './tools/checked-words.ts';
import { joinedChunks } from './tools/chunks/chunks.ts';
import { transformedOnce } from './tools/chunks/transformed-once.ts';
import { cssModuleImports } from './tools/styles/class-imports.ts';
import { shortClassName } from './tools/styles/class-names.ts';
import { firstLoad } from './tools/first-load.ts';
import { joinedEntries } from './tools/chunks/joined-entries.ts';
import { languageTable } from './tools/language-table.ts';
import { offlineList } from './tools/offline-list.ts';
import { precacheEntries } from './tools/precache-list.ts';
import { productVersion } from '#protocol/core/limits.ts';

/** Where the exchange listens while Vite serves the page. */
const exchange = process.env['EXCHANGE_URL'] ?? 'http://127.0.0.1:8080';

/** Draft builds may lack words; see tools/app-build.ts. */
const isDraft = process.env['WORDS'] === 'draft';

/** Chunks that are named by hand, whatever else changes. */
const standingGroups = [
  // Files that outlive updates: they change with the packages, not with the app.
  {
    name: 'react',
    test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/,
  },
  {
    name: 'libraries',
    // What few screens use is code of the screens that have them.
    test: /node_modules\/(?!.*(?:queriesObserver|useQueries|useMutationState)\.js)(?:@tanstack\/(?:history|react-router|router-core|store|react-store|query-core|react-query)|use-sync-external-store)\//,
  },
  // Words of the first screen, which every visit begins with.
  {
    debugName: 'words-shell',
    name: (id: string) => id.replace(/^.*\/locales\/(\w+)\/\w+\.po$/, 'words-shell-$1'),
    test: /\/locales\/\w+\/(?:shell|home)\.po$/,
  },
];

/** Expands Lingui's macros in the files that have some; a build notes their messages on the way. */
function macros(isServed: boolean) {
  // A draft carries the English source of each message, for those that are in no catalogue yet.
  const { preset, rolldown } = linguiTransformerBabelPreset({ descriptorFields: isDraft ? 'message' : 'auto' });
  return isServed ? { preset, rolldown } : { preset: { plugins: [...preset.plugins, notedMessages] }, rolldown };
}

/**
 * What every build of the page has in common.
 *
 * @param isServed whether sources are served as they change, instead of built twice
 */
function page(isServed: boolean) {
  const once = isServed ? (plugins: PluginOption) => plugins : transformedOnce;
  return {
    define: {
      'import.meta.env.API_BASE': JSON.stringify(process.env['API_BASE'] ?? '/api/'),
      'import.meta.env.STREAM_BASE': JSON.stringify(process.env['STREAM_BASE'] ?? '/stream'),
      'import.meta.env.FILE_BASE': JSON.stringify(process.env['FILE_BASE'] ?? '/files/'),
      'import.meta.env.DRAFT': JSON.stringify(isDraft),
      'import.meta.env.BUILD': JSON.stringify(process.env['BUILD_ID'] ?? `${productVersion}-dev`),
    },
    plugins: [
      // Before react(): it splits the route files that react() then compiles.
      once(
        tanstackRouter({
          target: 'react',
          routesDirectory: 'src/app/routes',
          generatedRouteTree: 'src/app/route-tree.gen.ts',
          routeFileIgnorePattern: '\\.test\\.tsx?$',
          quoteStyle: 'single',
          semicolons: true,
          addExtensions: true,
          disableLogging: true,
          autoCodeSplitting: true,
          // Home is in the entry: nearly every visit begins there.
          codeSplittingOptions: { splitBehavior: ({ routeId }) => (routeId === '/' ? [] : undefined) },
        }),
      ),
      cssModuleImports(),
      react(),
      once(lingui({ failOnCompileError: true })),
      once(
        babel({
          presets: [macros(isServed)],
          sourceMap: isServed,
        }),
      ),
      languageTable(),
    ],
    css: { modules: { generateScopedName: shortClassName } },
    worker: { format: 'es' as const },
  };
}

/** What both passes of a build have in common: the second joins what the first shows to be used together. */
const built = { target: 'es2022', assetsInlineLimit: 2_048 };

/**
 * What fields, sheets, lists and the first screen look like comes in one file with the entry: every other screen needs
 * most of it, and a file for each would cost it twenty requests.
 */
const entryStyles = { name: 'styles', test: /src\/app\/(?:ui|features\/(?:home|shell|outcomes))\/.*\.css$/ };

const withGroups = (chunkOf: ((id: string) => string | null) | null = null) => ({
  output: {
    codeSplitting: {
      // A group is what it names; what that imports stays where the first screen finds it.
      includeDependenciesRecursively: false,
      groups: [...standingGroups, chunkOf === null ? entryStyles : { debugName: 'joined', name: chunkOf }],
    },
  },
});

export default defineConfig(async ({ command }) => {
  const isBuilt = command === 'build';
  const chunkOf = isBuilt
    ? await joinedChunks({ ...page(false), build: { ...built, rolldownOptions: withGroups() } })
    : null;
  const { plugins, ...rest } = page(!isBuilt);
  return {
    ...rest,
    plugins: [
      plugins,
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        registerType: 'prompt',
        injectRegister: false,
        // The manifest is a file of public/, so that it is the same in development.
        manifest: false,
        injectManifest: {
          globPatterns: ['index.html', 'assets/*.{js,css}', 'assets/offline-*.json'],
          maximumFileSizeToCacheInBytes: 600_000,
          // What home needs, and the list of what is fetched later.
          manifestTransforms: [(entries) => ({ manifest: precacheEntries(entries), warnings: [] })],
        },
      }),
      checkedWords(isDraft),
      firstLoad(),
      joinedEntries(),
      offlineList(),
    ],
    build: {
      ...built,
      outDir: 'dist/app',
      manifest: true,
      reportCompressedSize: false,
      modulePreload: {
        polyfill: false,
        // A chunk asks for its styles ahead, not for other chunks: their list would be in the first script, and idle
        // time fetches the screens anyway.
        resolveDependencies: (_file, names, { hostType }) =>
          hostType === 'html' ? names : names.filter((name) => name.endsWith('.css')),
      },
      rolldownOptions: {
        // Names of classes become the text they stand for; see tools/styles/class-imports.ts.
        optimization: { inlineConst: { mode: 'all', pass: 1 } },
        output: {
          ...withGroups(chunkOf).output,
          // The page names hundreds of files: four bits a letter travel smaller than six, and tell builds apart as well.
          hashCharacters: 'hex',
          // Catalogues are named for area and language: the file is called by its area alone.
          chunkFileNames: ({ facadeModuleId }) => {
            const words = /locales\/(\w+)\/([\w-]+)\.po$/.exec(facadeModuleId ?? '');
            return words === null ? 'assets/[name]-[hash].js' : `assets/words-${words[2]}-${words[1]}-[hash].js`;
          },
        },
      },
    },
    server: {
      proxy: {
        '/api': { target: exchange },
        '/files': { target: exchange },
        '/stream': { target: exchange, ws: true },
      },
    },
  };
});
