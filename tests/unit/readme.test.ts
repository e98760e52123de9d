import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { commandGroups } from '../../src/server/operator/console.ts';
import { settingsTable } from '../../tools/readme.ts';

const root = path.join(import.meta.dirname, '../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

it('shows every setting with its default', () => {
  expect(readme).toContain(settingsTable());
});

it('gives a reason for every dependency that runs', () => {
  const unnamed = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
    (name) => !readme.includes(`\`${name}\``),
  );
  expect(unnamed).toEqual([]);
});

it('leads only to files that are there', () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link]) => link ?? '');
  expect(links.filter((link) => !existsSync(path.join(root, link)))).toEqual([]);
});

it('describes every command of the operator, and no other, in one table', () => {
  const [, section = ''] = readme.split('## Operate it');
  const [table = ''] = section.split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
  const commands = commandGroups.flatMap(({ names }) => names);
  expect(new Set(named)).toEqual(new Set([...commands, 'preflight']));
});
