/**
 * Packages that building the page takes, in `dependencies` or `devDependencies` of package.json: what the page is made
 * of, and what makes it. `tests/unit/package-groups.test.ts` holds the list to the imports.
 */
export const buildPackages = [
  '@babel/core',
  '@lingui/babel-plugin-extract-messages',
  '@lingui/babel-plugin-lingui-macro',
  '@lingui/cli',
  '@lingui/conf',
  '@lingui/core',
  '@lingui/format-po',
  '@lingui/react',
  '@lingui/vite-plugin',
  '@rolldown/plugin-babel',
  '@simplewebauthn/browser',
  '@tanstack/query-persist-client-core',
  '@tanstack/query-sync-storage-persister',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-virtual',
  '@tanstack/router-plugin',
  '@vitejs/plugin-react',
  'ibantools',
  'idb-keyval',
  'lucide-react',
  'minisearch',
  'qr',
  'react',
  'react-dom',
  'rolldown',
  'uplot',
  'valibot',
  'vite',
  'vite-plugin-pwa',
  'workbox-core',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
  'workbox-window',
] as const;

/** package.json as far as it is read here. */
export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides?: unknown;
}

/** A package.json with nothing but what building the page takes, in the same versions. */
export function buildManifest({ dependencies, devDependencies, overrides }: Manifest): object {
  const all = { ...dependencies, ...devDependencies };
  const wanted = buildPackages.map((name) => {
    const version = all[name];
    if (version === undefined) throw new Error(`package.json does not name ${name}`);
    return [name, version] as const;
  });
  return { name: 'dunlin-build', private: true, type: 'module', dependencies: Object.fromEntries(wanted), overrides };
}
