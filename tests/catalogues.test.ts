import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import config from '../lingui.config.ts';
import { importsOf } from './import-lines.ts';

/**
 * Words come with the area of the screen that shows them. A screen that shows a part of another area loads that area's
 * catalogue as well; otherwise people read the ids of its messages.
 */

const root = path.join(import.meta.dirname, '..');

interface Source {
  /** Sources of the app whose values it imports, also on demand. */
  readonly imports: readonly string[];
  /** Areas whose words it loads. */
  readonly loads: readonly string[];
  readonly hasMessages: boolean;
}

/** `loadCatalog('spot')`, or a list of areas that is mapped by it. */
const loadings = /loadCatalog\('[\w-]+'\)|\[[^[\]]*\](?: as const)?\)?\.map\(loadCatalog\)/g;

const sources = new Map<string, Source>();

function sourceOf(file: string): Source {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(path.join(root, file), 'utf8');
  const source = {
    imports: importsOf(file, text)
      .filter(({ typeOnly, to }) => !typeOnly && to.startsWith('src/app/') && /\.tsx?$/.test(to))
      .map(({ to }) => to),
    loads: [...text.matchAll(loadings)].flatMap(([found]) =>
      [...found.matchAll(/'([\w-]+)'/g)].map(([, area = '']) => area),
    ),
    hasMessages: /from '@lingui\/(?:react|core)\/macro'/.test(text),
  };
  sources.set(file, source);
  return source;
}

/** A route with all that it shows, now or on demand. */
function shownBy(route: string): ReadonlySet<string> {
  const shown = new Set<string>([route]);
  // A set hands out what is added to it meanwhile.
  for (const file of shown) for (const to of sourceOf(file).imports) shown.add(to);
  return shown;
}

/** The areas in whose catalogue the messages of a source stand. */
function areasOf(file: string): readonly string[] {
  const isIn = (included: string) => {
    const start = included.replace('<rootDir>/', '');
    return file === start || file.startsWith(`${start}/`);
  };
  return (config.catalogs ?? [])
    .filter(({ include }) => include.some(isIn))
    .map(({ path: catalogue }) => path.basename(catalogue));
}

const routes = globSync('src/app/routes/**/*.tsx', { cwd: root }).filter((file) => !file.includes('__root'));

it('a screen loads the words of every area that it shows a part of', () => {
  expect(routes.length).toBeGreaterThan(100);
  const faults = routes.flatMap((route) => {
    const shown = [...shownBy(route)];
    // The shell is always there, and refusals load the words of errors by themselves.
    const loaded = new Set(['shell', 'errors', ...shown.flatMap((file) => sourceOf(file).loads)]);
    return shown
      .filter((file) => sourceOf(file).hasMessages && !areasOf(file).some((area) => loaded.has(area)))
      .map((file) => `${route} shows ${file} without the words of ${areasOf(file).join(' or ')}`);
  });
  expect(faults).toEqual([]);
});
