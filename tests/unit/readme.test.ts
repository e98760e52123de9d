import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { commandGroups } from '#server/operator/console.ts';
import { settings } from '#server/core/config/settings/settings.ts';
import { figuresPage, readFigureSections } from '../../tools/figures-page.ts';
import { settingsPage } from '../../tools/settings-page.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const readme = read('README.md');
const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

it('documents every setting with its default', () => {
  expect(read('docs/settings.md')).toBe(settingsPage());
  const rows = [...settingsPage().matchAll(/^\| `(\w+)` \|/gm)].map(([, variable]) => variable);
  expect(new Set(rows)).toEqual(new Set(Object.values(settings).map(({ variable }) => variable)));
});

it('shows the recorded figures', () => {
  expect(read('docs/figures.md')).toBe(figuresPage(readFigureSections()));
});

it('gives a reason for every dependency that runs', () => {
  const unnamed = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
    (name) => !readme.includes(`\`${name}\``),
  );
  expect(unnamed).toEqual([]);
});

const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })];

it.each(pages)('%s links only to files that are there', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link]) => link ?? '');
  expect(links.filter((link) => !existsSync(path.join(root, path.dirname(page), link)))).toEqual([]);
});

it('describes every command of the operator, and no other, in one table', () => {
  const [table = ''] = read('docs/operating.md').split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
  const commands = commandGroups.flatMap(({ names }) => names);
  expect(new Set(named)).toEqual(new Set([...commands, 'preflight']));
});
