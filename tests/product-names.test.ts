import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { backedProducts, products } from '#protocol/core/products.ts';

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

const glossary = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
const [productTable = '', otherTable = ''] = glossary
  .slice(glossary.indexOf('## Products'), glossary.indexOf('## Trading'))
  .split('\nOther folders');

/** Names in the first column of a part of the glossary. */
function namesIn(section: string): ReadonlySet<string> {
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
  return new Set(cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)));
}

/** Names of products and of other folders. */
const knownNames = () => new Set([...namesIn(productTable), ...namesIn(otherTable)]);

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

it('code names products as the glossary does', () => {
  const known = namesIn(productTable);
  // Gold is a wallet of contracts, and is switched for itself; the rewards of two products have one account.
  const beside = new Set<string>(['gold', 'rewards']);
  expect([...products, ...backedProducts].filter((name) => !known.has(name) && !beside.has(name))).toEqual([]);
  const switched = new Set<string>(products);
  const others = ['listing-applications', 'tickets', 'deposits', 'withdrawals', 'transfers', 'conversions'];
  const without = new Set([...others, 'log-in', 'app-config', 'chat']);
  expect([...known].filter((name) => !switched.has(name) && !without.has(name))).toEqual([]);
});
