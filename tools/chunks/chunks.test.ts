import { array, assert, constant, integer, nat, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../tests/depth.ts';
import { type GraphModule, joinModules } from './chunks.ts';

const module = (id: string, imports: string[] = [], dynamicImports: string[] = [], size = 500): GraphModule => ({
  id,
  size,
  imports,
  dynamicImports,
});

const sorted = (lists: readonly (readonly string[])[]) =>
  lists.map((list) => list.toSorted((a, b) => a.localeCompare(b))).toSorted(([a = ''], [b = '']) => a.localeCompare(b));

/** Three screens that need `a`, two of which need `b` as well. */
const threeScreens = (bytesOfB = 500) => [
  module('main', [], ['one', 'two', 'three']),
  module('one', ['a', 'b']),
  module('two', ['a', 'b']),
  module('three', ['a']),
  module('a'),
  module('b', [], [], bytesOfB),
];

describe('modules that screens share', () => {
  it('become one file when the same screens need them, and what the page begins with stays out', () => {
    const graph = [
      module('main', ['base'], ['one', 'two']),
      module('base'),
      module('one', ['base', 'a', 'b']),
      module('two', ['base', 'a', 'b']),
      module('a'),
      module('b'),
    ];
    expect(sorted(joinModules(graph, 'main'))).toEqual([['a', 'b']]);
  });

  it('are joined when the few bytes one screen carries without need are less than a request', () => {
    expect(sorted(joinModules(threeScreens(), 'main'))).toEqual([['a', 'b']]);
  });

  it('stay apart when a screen would carry much it does not need', () => {
    expect(sorted(joinModules(threeScreens(50_000), 'main'))).toEqual([['a'], ['b']]);
  });

  it('are not counted for a sheet that only opens from a screen which has them', () => {
    const graph = [
      module('main', [], ['screen', 'other']),
      module('screen', ['a', 'b'], ['sheet']),
      module('sheet', ['b']),
      module('other', ['a']),
      module('a'),
      module('b', [], [], 50_000),
    ];
    // Else `a` would be worth joining for the sheet's sake as well.
    expect(sorted(joinModules(graph, 'main'))).toEqual([['a'], ['b']]);
  });

  it('are one file with the parts of the start that come at the same time', () => {
    const part = (id: string, imports: string[]) => ({
      ...module(id, imports),
      source: `src/app/features/shell/${id}`,
    });
    const graph = [
      module('main', [], ['overlays.tsx', 'prefetch.ts', 'screen']),
      part('overlays.tsx', ['a']),
      part('prefetch.ts', ['b']),
      module('screen', ['c']),
      module('a'),
      module('b'),
      module('c'),
    ];
    expect(sorted(joinModules(graph, 'main'))).toEqual([['a', 'b', 'overlays.tsx', 'prefetch.ts'], ['c']]);
  });
});

/** A page of some modules in layers: each imports only later ones; the first ones are opened by the main entry. */
const pages = array(record({ size: integer({ min: 1, max: 20_000 }), imports: array(nat(40), { maxLength: 4 }) }), {
  minLength: 4,
  maxLength: 40,
})
  .chain((layers) => tuple(constant(layers), integer({ min: 1, max: layers.length - 1 })))
  .map(([layers, opened]): GraphModule[] => {
    const name = (position: number) => `m${position}`;
    const modules = layers.map(({ size, imports }, position) =>
      module(
        name(position),
        [...new Set(imports)].filter((to) => to > position && to < layers.length).map(name),
        imports.length > 2 && position + 1 < opened ? [name(position + 1)] : [],
        size,
      ),
    );
    return [
      module(
        'main',
        [],
        layers.slice(0, opened).map((_, position) => name(position)),
      ),
      ...modules,
    ];
  });

it('never puts a module into two files, nor lets files need each other in a circle', () => {
  assert(
    property(pages, (graph) => {
      const joined = joinModules(graph, 'main');
      const all = joined.flat();
      expect(new Set(all).size).toBe(all.length);
      const fileOf = new Map(joined.flatMap((ids, file) => ids.map((id) => [id, `file ${file}`] as const)));
      const needs = new Map<string, Set<string>>();
      for (const { id, imports } of graph) {
        const from = fileOf.get(id) ?? id;
        const to = imports.map((next) => fileOf.get(next) ?? next).filter((next) => next !== from);
        needs.set(from, new Set([...(needs.get(from) ?? []), ...to]));
      }
      for (const from of needs.keys()) {
        const reached = new Set(needs.get(from));
        for (const file of reached) for (const next of needs.get(file) ?? []) reached.add(next);
        expect(reached.has(from)).toBe(false);
      }
    }),
    { numRuns: allRuns(300) },
  );
});
