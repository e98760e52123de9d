import { readFileSync } from 'node:fs';
import path from 'node:path';
import { glob } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { importedFile } from './import-lines.ts';

const root = path.join(import.meta.dirname, '..');
const classesImport = /^import (\w+) from '([^']+\.module\.css)';/gm;

/** Names that a source takes from its CSS modules and that those do not have: the element would go without its styles. */
function unknownClasses(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(classesImport)].flatMap(([, name = '', from = '']) => {
    const styles = readFileSync(path.join(root, importedFile(path.relative(root, file), from)), 'utf8');
    const known = new Set(Array.from(styles.matchAll(/\.([a-zA-Z_][\w-]*)/g), ([, each]) => each));
    const used = Array.from(source.matchAll(new RegExp(String.raw`\b${name}\['([^']+)'\]`, 'g')), ([, each]) => each);
    return used.filter((each) => !known.has(each)).map((each) => `${path.relative(root, file)}: ${each}`);
  });
}

it('every class that a component asks for is in its CSS module', async () => {
  const files: string[] = [];
  for await (const file of glob(path.join(root, 'src/app/**/*.tsx'))) files.push(file);
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(unknownClasses)).toEqual([]);
});
