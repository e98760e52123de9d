import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const papers = globSync('{*.md,docs/**/*.md,src/**/README.md,tests/README.md}', { cwd: root }).filter(
  (paper) => paper !== 'CHANGELOG.md',
);
const names = new Set(globSync('{src,sw,tests,tools}/**/*.{ts,tsx}', { cwd: root }).map((file) => path.basename(file)));

/** Every file or folder that a paper names in code type: a path from the root, or the bare name of a file. */
function missing(paper: string): string[] {
  const text = readFileSync(path.join(root, paper), 'utf8');
  return [...text.matchAll(/`([\w./-]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) =>
      /^(?:src|sw|tests|tools|content|public|docs)\//.test(name)
        ? !existsSync(path.join(root, name))
        : /^[\w-]+\.tsx?$/.test(name) && !names.has(name),
    );
}

describe('papers', () => {
  it.each(papers)('%s names files that are there', (paper) => {
    expect(missing(paper)).toEqual([]);
  });
});
