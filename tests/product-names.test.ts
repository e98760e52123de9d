import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** One name for a product on every floor: folders are named as `docs/glossary.md` names them. */

const root = path.join(import.meta.dirname, '..');

/** Folders whose own folders are products, or parts of every product. */
const floors = [
  'src/protocol',
  'src/app/features',
  'src/server/custody',
  'src/server/earn',
  'src/server/markets',
  'src/server/p2p',
  'src/server/practice',
  'src/server/support',
  'src/server/accounts',
  'src/server/cluster',
];

const foldersOf = (floor: string): string[] =>
  readdirSync(path.join(root, floor), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Names in the first column of the glossary's tables of products and of other folders. */
function knownNames(): ReadonlySet<string> {
  const text = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
  const section = text.slice(text.indexOf('## Products'), text.indexOf('## Trading'));
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
  return new Set(cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)));
}

it('the glossary names every folder of a product, on each floor', () => {
  const known = knownNames();
  expect(known.size).toBeGreaterThan(20);
  const unknown = floors.flatMap((floor) =>
    foldersOf(floor)
      .filter((name) => !known.has(name))
      .map((name) => `${floor}/${name}`),
  );
  expect(unknown).toEqual([]);
});

it('the glossary names no folder that is gone', () => {
  const present = new Set(floors.flatMap(foldersOf));
  expect([...knownNames()].filter((name) => !present.has(name))).toEqual([]);
});
