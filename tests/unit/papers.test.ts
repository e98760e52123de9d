import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const papers = globSync('{*.md,docs/**/*.md,src/**/README.md,tests/README.md}', { cwd: root }).filter(
  (paper) => paper !== 'CHANGELOG.md',
);
/** Folders that names in papers may begin in, beside those that the section names. */
const bases = ['', 'src/server', 'src/app', 'src/app/features', 'src/app/platform', 'src', 'tests'];

/** Names that many folders have, which a paper may mean as a kind: `tables.ts`, `queries.ts`. */
const kinds = kindsOf(globSync('{src,sw,tests,tools}/**/*.{ts,tsx}', { cwd: root }));

function kindsOf(files: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(path.basename(file), (counts.get(path.basename(file)) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= 4).map(([name]) => name));
}

/** A file or folder in code type: a path, or the name of a source. */
const named = /`([\w./-]+)`/g;
const isPath = (name: string) => /^(?:src|sw|tests|tools|content|public|docs)\//.test(name);
const isSource = (name: string) => /^(?:[\w.-]+\/)*[\w-]+\.tsx?$/.test(name);

/**
 * Names of a section that are not where it says: a path from the root, or a source that stands in none of the folders that
 * the section names.
 */
function missingOf(section: string, own: string): string[] {
  const names = [...section.matchAll(named)].map(([, name = '']) => name);
  const folders = new Set([...bases, own]);
  const place = (name: string) =>
    [...folders].map((folder) => path.posix.join(folder, name)).find((file) => existsSync(path.join(root, file)));
  // A name may stand before the path of its folder.
  for (let round = 0; round < 3; round += 1) {
    for (const name of names) {
      const found = isPath(name) || name.includes('/') ? place(name) : undefined;
      if (found === undefined) continue;
      const folder = found.endsWith('/') ? found.slice(0, -1) : path.posix.dirname(found);
      folders.add(folder).add(path.posix.dirname(folder));
    }
  }
  return names.filter((name) => (isPath(name) || (isSource(name) && !kinds.has(name))) && place(name) === undefined);
}

function missing(paper: string): string[] {
  return readFileSync(path.join(root, paper), 'utf8')
    .split(/^## /m)
    .flatMap((section) => missingOf(section, path.posix.dirname(paper)));
}

describe('papers', () => {
  it.each(papers)('%s names files that are there', (paper) => {
    expect(missing(paper)).toEqual([]);
  });
});
