import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignMarkets, type PlaceableMarket, type EngineRuns } from './assignment.ts';

const engine = (id: string, runs: readonly string[] = []): EngineRuns => ({
  id,
  name: `name-${id}`,
  runs: new Set(runs),
});
const market = (name: string, weight = 1, pin: string | null = null): PlaceableMarket => ({
  market: name,
  weight,
  pin,
});
const asLists = (placed: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...placed].map(([id, own]) => [id, [...own].toSorted()]));

describe('assigning markets to engines', () => {
  it('gives the heaviest to whichever has the least', () => {
    const placed = assignMarkets([market('A', 5), market('B', 4), market('C', 1)], [engine('1'), engine('2')]);
    expect(asLists(placed)).toEqual({ 1: ['A'], 2: ['B', 'C'] });
  });

  it('leaves markets where they run while no engine has far more than its share', () => {
    const placed = assignMarkets(
      [market('A'), market('B'), market('C')],
      [engine('1', ['B', 'C']), engine('2', ['A'])],
    );
    expect(asLists(placed)).toEqual({ 1: ['B', 'C'], 2: ['A'] });
  });

  it('moves some to an engine that has just arrived', () => {
    const placed = assignMarkets(
      [market('A'), market('B'), market('C'), market('D')],
      [engine('1', ['A', 'B', 'C', 'D']), engine('2')],
    );
    expect([...placed.values()].map(({ size }) => size)).toEqual([2, 2]);
  });

  it('obeys pins to engines that are there, and no others', () => {
    const markets = [market('A', 9, 'name-2'), market('B', 9, 'name-2'), market('C', 1, 'name-3')];
    expect(asLists(assignMarkets(markets, [engine('1', ['A']), engine('2')]))).toEqual({ 1: ['C'], 2: ['A', 'B'] });
  });

  it('gives every market one engine, and moves nothing when asked again', () => {
    const markets = fc.uniqueArray(
      fc.record({ market: fc.string({ minLength: 1, maxLength: 3 }), weight: fc.integer({ min: 1, max: 100 }) }),
      { selector: ({ market: name }) => name },
    );
    fc.assert(
      fc.property(markets, fc.integer({ min: 1, max: 5 }), (some, count) => {
        const unpinned = some.map((one) => ({ ...one, pin: null }));
        const ids = Array.from({ length: count }, (_, at) => `${at}`);
        const first = assignMarkets(
          unpinned,
          ids.map((id) => engine(id)),
        );
        expect([...first.values()].flatMap((own) => [...own]).toSorted()).toEqual(
          unpinned.map(({ market: name }) => name).toSorted(),
        );
        const again = assignMarkets(
          unpinned,
          ids.map((id) => engine(id, [...(first.get(id) ?? [])])),
        );
        expect(asLists(again)).toEqual(asLists(first));
      }),
    );
  });
});
