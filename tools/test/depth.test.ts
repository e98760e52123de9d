import { describe, expect, inject, it } from 'vitest';
import { allRuns, atDepth } from '../../tests/depth.ts';
import { depthLine, depthOf, smallDepth } from './depth.ts';

describe('depth and seed of a run', () => {
  it('are a quarter and drawn, unless they are set', () => {
    expect(depthOf({}, 7)).toEqual({ depth: smallDepth, seed: 7 });
    expect(depthOf({ DEPTH: '5', SEED: '20261125' }, 7)).toEqual({ depth: 5, seed: 20_261_125 });
    expect(depthLine({ depth: 0.25, seed: 7 })).toBe('depth 0.25, seed 7');
  });

  it.each([
    { DEPTH: '0' },
    { DEPTH: 'deep' },
    { DEPTH: 'Infinity' },
    { SEED: '-1' },
    { SEED: '1.5' },
    { SEED: `${2 ** 31}` },
  ])('are refused: %o', (environment) => expect(() => depthOf(environment, 7)).toThrow(/DEPTH|SEED/));
});

describe('runs of a random test', () => {
  it('are a share of the full ones, never fewer than its least, never none', () => {
    const depth = inject('depth');
    expect(atDepth(1_000)).toBe(Math.ceil(1_000 * depth));
    expect(atDepth(4, 4)).toBe(depth < 1 ? 4 : Math.ceil(4 * depth));
    expect(atDepth(20, 6)).toBe(depth < 1 ? Math.min(20, Math.max(6, Math.ceil(20 * depth))) : Math.ceil(20 * depth));
    expect(atDepth(1)).toBeGreaterThanOrEqual(1);
    expect(allRuns(300)).toBe(Math.ceil(300 * Math.max(1, depth)));
  });
});
