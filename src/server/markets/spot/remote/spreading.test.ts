import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread, type Spreadable, type SpreadTo } from './spreading.ts';

const engine = (id: string, runs: readonly string[] = []): SpreadTo => ({
  id,
  name: `name-${id}`,
  runs: new Set(runs),
});
const pair = (name: string, weight = 1, pin: string | null = null): Spreadable => ({ pair: name, weight, pin });
const asLists = (placed: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...placed].map(([id, own]) => [id, [...own].toSorted()]));

describe('spreading pairs over engines', () => {
  it('gives the heaviest to whichever has the least', () => {
    const placed = spread([pair('A', 5), pair('B', 4), pair('C', 1)], [engine('1'), engine('2')]);
    expect(asLists(placed)).toEqual({ 1: ['A'], 2: ['B', 'C'] });
  });

  it('leaves pairs where they run while no engine has far more than its share', () => {
    const placed = spread([pair('A'), pair('B'), pair('C')], [engine('1', ['B', 'C']), engine('2', ['A'])]);
    expect(asLists(placed)).toEqual({ 1: ['B', 'C'], 2: ['A'] });
  });

  it('moves some to an engine that has just arrived', () => {
    const placed = spread(
      [pair('A'), pair('B'), pair('C'), pair('D')],
      [engine('1', ['A', 'B', 'C', 'D']), engine('2')],
    );
    expect([...placed.values()].map(({ size }) => size)).toEqual([2, 2]);
  });

  it('obeys pins to engines that are there, and no others', () => {
    const pairs = [pair('A', 9, 'name-2'), pair('B', 9, 'name-2'), pair('C', 1, 'name-3')];
    expect(asLists(spread(pairs, [engine('1', ['A']), engine('2')]))).toEqual({ 1: ['C'], 2: ['A', 'B'] });
  });

  it('gives every pair one engine, and moves nothing when asked again', () => {
    const pairs = fc.uniqueArray(
      fc.record({ pair: fc.string({ minLength: 1, maxLength: 3 }), weight: fc.integer({ min: 1, max: 100 }) }),
      { selector: ({ pair: name }) => name },
    );
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 5 }), (some, count) => {
        const unpinned = some.map((one) => ({ ...one, pin: null }));
        const ids = Array.from({ length: count }, (_, at) => `${at}`);
        const first = spread(
          unpinned,
          ids.map((id) => engine(id)),
        );
        expect([...first.values()].flatMap((own) => [...own]).toSorted()).toEqual(
          unpinned.map(({ pair: name }) => name).toSorted(),
        );
        const again = spread(
          unpinned,
          ids.map((id) => engine(id, [...(first.get(id) ?? [])])),
        );
        expect(asLists(again)).toEqual(asLists(first));
      }),
    );
  });
});
