import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ImportLine } from './import-lines.ts';

const root = path.join(import.meta.dirname, '..');

/** Folders of the exchange whose subfolders are areas of their own. */
const groups = new Set(['core', 'markets', 'custody', 'accounts', 'cluster', 'p2p', 'earn', 'support', 'practice']);

/** A source of the exchange. */
export interface Source {
  /** From `src/server`, as in `markets/spot/run.ts`. */
  readonly file: string;
  /** As in `markets/spot`, or `core` for a file beside the areas of a group; null for those that assemble them. */
  readonly area: string | null;
  readonly text: string;
}

/** A table of the schema, and the constant that names it in code. */
export interface DeclaredTable {
  readonly area: string;
  readonly constant: string;
  readonly table: string;
}

function areaOf(file: string): string | null {
  const [first = '', second, third] = file.split('/');
  if (second === undefined || first === 'main') return null;
  return groups.has(first) && third !== undefined ? `${first}/${second}` : first;
}

/** All sources of the exchange; tests and what only they use are left out. */
export function serverSources(): Source[] {
  const folder = path.join(root, 'src/server');
  return globSync('**/*.ts', { cwd: folder }).flatMap((found) => {
    const file = found.replaceAll('\\', '/');
    if (/\.test\.ts$|(?:^|[/-])testing[\w-]*\.ts$/.test(file)) return [];
    return [{ file, area: areaOf(file), text: readFileSync(path.join(folder, file), 'utf8') }];
  });
}

/** The tables of each area. */
export function declaredTables(all: readonly Source[]): DeclaredTable[] {
  return all.flatMap(({ area, text }) =>
    [...text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(([, constant = '', table = '']) => ({
      area: area ?? '',
      constant,
      table,
    })),
  );
}

const inSql = /(?:INSERT INTO|DELETE FROM)\s+(?:\$\{)?(\w+)|\bUPDATE\s+(?:\$\{)?(\w+)\}?\s+(?:(?:AS\s+)?\w+\s+)?SET\b/g;

/** The tables that a text writes, in SQL or through the tables of the schema. */
export function writtenTables(text: string, tables: readonly DeclaredTable[]): Set<string> {
  const named = new Set([...text.matchAll(inSql)].map(([, first, second]) => first ?? second));
  const constants = new Set([...text.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)].map(([, constant]) => constant));
  return new Set(
    tables
      .filter(({ constant, table }) => named.has(table) || named.has(constant) || constants.has(constant))
      .map(({ table }) => table),
  );
}

/**
 * The sources that a program runs, from its first file, which is among them. What is imported for its types alone is not
 * run.
 *
 * @param start from `src/server`
 */
export function reachedSources(start: string, lines: readonly ImportLine[], all: readonly Source[]): Source[] {
  const imported = Map.groupBy(
    lines.filter(({ isPackage, typeOnly }) => !isPackage && !typeOnly),
    ({ from }) => from,
  );
  const reached = new Set([`src/server/${start}`]);
  for (const file of reached) for (const { to } of imported.get(file) ?? []) reached.add(to);
  return all.filter(({ file }) => reached.has(`src/server/${file}`));
}
