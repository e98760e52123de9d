import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ImportLine, importsOf, programImports } from './import-lines.ts';

const root = path.join(import.meta.dirname, '..');

/** The walls of the house: who may import whom (design, sections 1 and 4). */

let lines: readonly ImportLine[] = [];
beforeAll(async () => {
  lines = await programImports();
});

const programs = ['src/protocol/', 'src/app/', 'src/hub/', 'src/server/', 'sw/'] as const;
const layers = ['routes', 'features', 'chart', 'ui', 'platform'] as const;

function startOf(path: string, starts: readonly string[]): string | null {
  return starts.find((start) => path.startsWith(start)) ?? null;
}

/** The layer of a file of the page; its root files (main, router) stand above all of them. */
function layerOf(path: string): string | null {
  return /^src\/app\/(\w+)\//.exec(path)?.[1] ?? null;
}

/** Folders of the exchange whose subfolders are areas of their own. */
const groups = new Set(['core', 'markets', 'custody', 'accounts', 'cluster', 'p2p', 'earn', 'support', 'practice']);

/** The area of a file of the exchange, as in `markets/spot` or `stream`; null for the files that assemble them. */
function areaOf(path: string): string | null {
  const [first, second, third] = /^src\/server\/(.+)$/.exec(path)?.[1]?.split('/') ?? [];
  if (first === undefined || second === undefined || first === 'main') return null;
  return groups.has(first) && third !== undefined ? `${first}/${second}` : first;
}

/** Tests and their tools reach wherever they must. */
function isTest(path: string): boolean {
  return /\.test\.tsx?$|(?:^|[/-])testing[\w-]*\.tsx?$/.test(path);
}

function broken(rule: (line: ImportLine) => boolean): string[] {
  return lines.filter(rule).map(({ from, to }) => `${from} imports ${to}`);
}

/** The page names the worker's entry, runs the hub itself where there is no shared worker, and speaks its protocol. */
function usesHub({ from, to }: ImportLine): boolean {
  return from.startsWith('src/app/platform/') && to.startsWith('src/hub/');
}

describe('walls between programs', () => {
  it('sees the imports of every program', () => {
    for (const program of programs) expect(lines.some(({ from }) => from.startsWith(program))).toBe(true);
    expect(lines.length).toBeGreaterThan(200);
  });

  it('lets programs know the contract and never each other', () => {
    expect(
      broken((line) => {
        const own = startOf(line.from, programs);
        const other = line.isPackage ? null : startOf(line.to, programs);
        return other !== null && other !== own && other !== 'src/protocol/' && !usesHub(line);
      }),
    ).toEqual([]);
  });

  // The worker is named by an address, which knows folders alone.
  it('names the program of what is further away than the next folder', () => {
    expect(
      broken(({ from, to, written }) => {
        const program = startOf(to, programs);
        if (program === null || program === 'sw/' || to === 'src/hub/hub-worker.ts') return false;
        return written.startsWith('../../') || (written.startsWith('.') && program !== startOf(from, programs));
      }),
    ).toEqual([]);
  });

  it('keeps the contract free of both ends', () => {
    // The registry of IBANs is data that both ends need, behind one file.
    const isContract = (from: string, to: string) =>
      to === 'valibot' || (to === 'ibantools' && from === 'src/protocol/p2p/bank-accounts/rules.ts');
    expect(
      broken(({ from, to, isPackage }) => from.startsWith('src/protocol/') && isPackage && !isContract(from, to)),
    ).toEqual([]);
  });

  it('keeps schemas out of the page: only their types come over', () => {
    const schemas = /^src\/protocol\/(?:core\/(?:call|fields)|(?:[\w-]+\/)?(?:calls|entities))(?:\/|\.ts)/;
    expect(
      broken(
        ({ from, to, typeOnly }) => from.startsWith('src/app/') && !typeOnly && (schemas.test(to) || to === 'valibot'),
      ),
    ).toEqual([]);
  });
});

it('keeps files out of circles, also by types', () => {
  const uses = new Map<string, Set<string>>();
  for (const { from, to, isPackage, lazy } of lines) {
    if (!isPackage && !lazy) uses.set(from, (uses.get(from) ?? new Set()).add(to));
  }
  expect(circlesOf(uses)).toEqual([]);
});

describe('walls within the page', () => {
  /** What each layer may import beside itself. */
  const below: Record<(typeof layers)[number], readonly string[]> = {
    routes: ['features', 'chart', 'ui', 'platform'],
    features: ['chart', 'ui', 'platform'],
    chart: ['ui', 'platform'],
    ui: [],
    platform: [],
  };

  it.each(layers)('keeps the arrows of %s', (layer) => {
    expect(
      broken(({ from, to, isPackage, typeOnly }) => {
        if (isPackage || layerOf(from) !== layer || !to.startsWith('src/app/')) return false;
        const target = layerOf(to);
        // Guards and loaders are typed by the router's context; nothing of it is in their chunks.
        if (target === null) return !(typeOnly && to === 'src/app/router.tsx');
        return target !== layer && !below[layer].includes(target);
      }),
    ).toEqual([]);
  });

  it('keeps routes to what routes are for', () => {
    expect(broken(({ from, to }) => from.startsWith('src/app/routes/') && to.startsWith('src/app/routes/'))).toEqual(
      [],
    );
  });
});

describe('walls within the exchange', () => {
  const edges = new Set(['http', 'stream']);

  it('lets only the root import the edges', () => {
    expect(
      broken(({ from, to }) => {
        const own = areaOf(from);
        const other = areaOf(to);
        return own !== null && other !== null && own !== other && edges.has(other) && !isTest(from);
      }),
    ).toEqual([]);
  });

  it('lets the stream know the core alone: areas hand their topics in', () => {
    expect(
      broken(({ from, to }) => {
        const other = areaOf(to);
        return (
          areaOf(from) === 'stream' &&
          other !== null &&
          other !== 'stream' &&
          !other.startsWith('core') &&
          !isTest(from)
        );
      }),
    ).toEqual([]);
  });

  it('lets the core know no area of the product', () => {
    expect(
      broken(({ from, to }) => {
        const other = areaOf(to);
        return from.startsWith('src/server/core/') && other !== null && !other.startsWith('core') && !isTest(from);
      }),
    ).toEqual([]);
  });

  it('lets nothing but the root know practice mode', () => {
    const isPractice = (path: string) => path.startsWith('src/server/practice/');
    expect(
      broken(({ from, to }) => isPractice(to) && !isPractice(from) && !from.startsWith('src/server/main/')),
    ).toEqual([]);
  });

  it('keeps areas out of circles', () => {
    const uses = new Map<string, Set<string>>();
    for (const { from, to } of lines) {
      const own = areaOf(from);
      const other = areaOf(to);
      if (own === null || other === null || own === other || isTest(from) || isTest(to)) continue;
      uses.set(own, (uses.get(own) ?? new Set()).add(other));
    }
    expect(circlesOf(uses)).toEqual([]);
  });

  /**
   * The tree of price levels and its loader, and the hash that states are compared by: none of them waits or remembers.
   */
  const enginePackages = new Set(['sorted-btree', 'node:module', 'node:crypto']);

  it('keeps the engine pure: no clock, no store, no network', () => {
    expect(
      broken(({ from, to, isPackage }) => {
        if (areaOf(from) !== 'markets/engine') return false;
        return isPackage
          ? !enginePackages.has(to)
          : !to.startsWith('src/server/markets/engine/') && !to.startsWith('src/protocol/');
      }),
    ).toEqual([]);
  });
});

/** Every pair of areas that reach each other over imports, each pair once. */
function circlesOf(uses: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reached = (start: string) => {
    const seen = new Set<string>();
    const open = [...(uses.get(start) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(uses.get(next) ?? []));
    }
    return seen;
  };
  const reach = new Map([...uses.keys()].map((area) => [area, reached(area)]));
  return [...reach].flatMap(([area, others]) =>
    [...others]
      .filter((other) => area < other && reach.get(other)?.has(area) === true)
      .map((other) => `${area} and ${other}`),
  );
}

describe('the scanner', () => {
  it('reads every form of import', () => {
    const text = [
      "import './a.css';",
      "import { b } from './b.ts';",
      "import type { C } from './c.ts';",
      "import { type D, type E } from '../d.ts';",
      "import f, { type G } from './f.ts';",
      "export { h } from './h.ts';",
      "const i = import('./i.ts');",
      "new URL('./j.ts', import.meta.url);",
      "// import { no } from './no.ts';",
      "import {\n  k,\n  l,\n} from 'package';",
    ].join('\n');
    expect(importsOf('src/app/x.ts', text).map(({ to, typeOnly }) => `${to}${typeOnly ? ' types' : ''}`)).toEqual([
      'src/app/a.css',
      'src/app/b.ts',
      'src/app/c.ts types',
      'src/d.ts types',
      'src/app/f.ts',
      'src/app/h.ts',
      'package',
      'src/app/i.ts',
      'src/app/j.ts',
    ]);
  });
});

describe('walls between answers on the device', () => {
  it('keeps what is read page by page under keys of its own', () => {
    // The same key for one answer and for pages of them gives a screen data of another shape.
    const files = globSync('src/app/**/*.{ts,tsx}', { cwd: root });
    const keys = files.flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return [...text.matchAll(/infiniteQueryOptions\([^[]*queryKey: \[(.*)\],/g)].map(([, key = '']) => ({
        file,
        key,
      }));
    });
    // `pagesQuery` gives the lists it makes such a key itself; its own is among those that were read here.
    const made = files.filter((file) => /\bpagesQuery\(\n/.test(readFileSync(path.join(root, file), 'utf8')));
    expect(keys.length + made.length).toBeGreaterThan(10);
    expect(keys.map(({ file }) => file)).toContain('src/app/platform/api/pages-query.ts');
    expect(keys.filter(({ key }) => !key.endsWith(`'pages'`))).toEqual([]);
  });
});

describe('walls between tests', () => {
  it('keeps modules as they are: the files of a worker share them', () => {
    const files = globSync('{src,sw,tools,tests}/**/*.test.{ts,tsx}', { cwd: root });
    expect(files.length).toBeGreaterThan(300);
    const replacing = /\bvi\.(?:doMock|mock)\(/;
    expect(files.filter((file) => replacing.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  });
});
