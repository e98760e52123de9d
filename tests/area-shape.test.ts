import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** The shape that every area of the exchange has: see "How to add" in CONTRIBUTING.md. */

const root = path.join(import.meta.dirname, '..');
const server = 'src/server';

/** Sources by path from the root; tests and what only they use are left out. */
type Sources = ReadonlyMap<string, string>;

function serverSources(): Sources {
  const files = globSync(`${server}/**/*.ts`, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const own = files.filter((file) => !/\.test\.ts$|(?:^|[/-])testing[\w-]*\.ts$/.test(file));
  return new Map(own.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

/** The area of a file: a folder of markets, custody, accounts, p2p, earn or support, or publishing; null for anything else. */
function areaOf(file: string): string | null {
  return /^src\/server\/((?:markets|custody|accounts|p2p|earn|support)\/[\w-]+|publishing)\//.exec(file)?.[1] ?? null;
}

/** `Deposits` of `custody/deposits`. */
function nameOf(area: string): string {
  return (area.split('/').at(-1) ?? '').replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function imports(text: string, file: string): boolean {
  return new RegExp(`from '[#./\\w-]*/${file.replaceAll('.', '\\.')}'`).test(text);
}

/** What is wrong with how an area is opened. */
function openingFaults(area: string, sources: Sources): string[] {
  const name = nameOf(area);
  const text = sources.get(`${server}/${area}/open.ts`);
  if (text === undefined) return [`${area} serves calls and has no open.ts`];
  const faults: string[] = [];
  if (!new RegExp(`^export (?:async )?function open${name}\\(`, 'm').test(text)) {
    faults.push(`${area}/open.ts exports no open${name}`);
  }
  if (!new RegExp(`function open${name}\\(\\s*[^)]*:\\s*(?:\\w+<)?${name}Deps\\b`).test(text)) {
    faults.push(`open${name} is not given ${name}Deps`);
  }
  if (!imports(text, 'core/areas/area.ts')) faults.push(`open${name} does not answer an Area`);
  const roots = [...sources].filter(([file]) => path.posix.dirname(file) === `${server}/main`);
  if (!roots.some(([, assembling]) => imports(assembling, `${area}/open.ts`))) {
    faults.push(`nobody opens ${area}`);
  }
  return faults;
}

/** Parts of the shape, which are whole names of files and no endings of others. */
const parts = /-(?:open|calls|handlers|deps|tables|audit|rules|services)\.ts$/;
const sql = /\b(?:SELECT|INSERT INTO|DELETE FROM|UPDATE)\b|\.drizzle\b/;

/** What is wrong with one file of an area. */
function fileFaults(area: string, file: string, text: string, isServing: boolean): string[] {
  const own = path.posix.basename(file);
  const faults: string[] = [];
  if (isServing && parts.test(own)) faults.push(`${file} is a part of the shape under another name`);
  if (isServing && own.endsWith('-store.ts') && sql.test(text)) faults.push(`${file} is the store under another name`);
  if (own !== 'tables.ts' && /\bpgTable\(/.test(text)) faults.push(`${file} holds a table`);
  if (own !== 'calls.ts' && /import [^;]*\b(?:Area)?Handlers\b[^;]*core\/handler\.ts'/.test(text)) {
    faults.push(`${file} holds handlers`);
  }
  if (/^export (?:async )?function (?:create|open|start)\w*Handlers\(/m.test(text) && own !== 'calls.ts') {
    faults.push(`${file} makes handlers`);
  }
  for (const running of ['repeating', 'closers']) {
    if (imports(text, `core/jobs/${running}.ts`)) faults.push(`${file} runs its jobs by itself: ${area} names them`);
  }
  return faults;
}

function faultsOf(sources: Sources): string[] {
  const ofAreas = [...sources].flatMap(([file, text]) => {
    const area = areaOf(file);
    return area === null ? [] : [{ area, file, text }];
  });
  const serving = new Set(ofAreas.filter(({ file }) => /\/[\w-]*calls\.ts$/.test(file)).map(({ area }) => area));
  return [
    ...[...serving].flatMap((area) => openingFaults(area, sources)),
    ...ofAreas.flatMap(({ area, file, text }) => fileFaults(area, file, text, serving.has(area))),
  ].toSorted();
}

it('is that of every area', () => {
  const sources = serverSources();
  expect([...sources.keys()].filter((file) => file.endsWith('/calls.ts')).length).toBeGreaterThan(15);
  expect(faultsOf(sources)).toEqual([]);
});

/** An area as a newcomer might add it. */
const earn = 'src/server/custody/earn';
const added: Record<string, string> = {
  [`${earn}/earn-calls.ts`]: `import type { AreaHandlers } from '../../core/handler.ts';\nexport function createEarnHandlers() {}`,
  [`${earn}/earn-tables.ts`]: `export const products = pgTable('products', {});`,
  [`${earn}/earn-store.ts`]: `pool.query('SELECT id FROM products')`,
  [`${earn}/start.ts`]: `import { repeat } from '../../core/jobs/repeating.ts';\nexport function startEarn() {}`,
};

it('is missed where an area has another one', () => {
  expect(faultsOf(new Map(Object.entries(added)))).toEqual(
    [
      'custody/earn serves calls and has no open.ts',
      `${earn}/earn-calls.ts holds handlers`,
      `${earn}/earn-calls.ts is a part of the shape under another name`,
      `${earn}/earn-calls.ts makes handlers`,
      `${earn}/earn-store.ts is the store under another name`,
      `${earn}/earn-tables.ts holds a table`,
      `${earn}/earn-tables.ts is a part of the shape under another name`,
      `${earn}/start.ts runs its jobs by itself: custody/earn names them`,
    ].toSorted(),
  );
});

it('is missed where an area opens by another name, with other dependencies, or is never opened', () => {
  const calls = [`${earn}/calls.ts`, ''] as const;
  const open = `export async function openProducts(services: EarnServices) {}`;
  expect(faultsOf(new Map([calls, [`${earn}/open.ts`, open]]))).toEqual(
    [
      'custody/earn/open.ts exports no openEarn',
      'nobody opens custody/earn',
      'openEarn does not answer an Area',
      'openEarn is not given EarnDeps',
    ].toSorted(),
  );
  const right = `import type { Area } from '../../core/areas/area.ts';\nexport function openEarn(deps: EarnDeps): Area {}`;
  const assembling = `import { openEarn } from '../custody/earn/open.ts';`;
  expect(
    faultsOf(new Map([calls, [`${earn}/open.ts`, right], ['src/server/main/open-custody.ts', assembling]])),
  ).toEqual([]);
});
