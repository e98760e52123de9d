import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idsPerMs, isInRange, workerIdRange, workersMax, nextIdIn, ownerIdRange } from './id-range.ts';

const ranges = [ownerIdRange, ...Array.from({ length: workersMax }, (_, at) => workerIdRange(at + 1))];

describe('ranges of ids', () => {
  it('share the ids of a millisecond without a rest, each id once', () => {
    const owners = Array.from({ length: idsPerMs }, (_, id) => ranges.filter((range) => isInRange(range, id)).length);
    expect(new Set(owners)).toEqual(new Set([1]));
  });

  it('give ids that rise, are their own, and are the lowest that are possible', () => {
    const nowMs = fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_003 });
    const last = fc.integer({ min: 1_699_999_999_999_000, max: 1_700_000_000_004_000 });
    fc.assert(
      fc.property(fc.constantFrom(...ranges), last, nowMs, (range, before, now) => {
        const id = nextIdIn(range, before, now);
        const lowest = Math.max(before + 1, now * idsPerMs);
        expect(id).toBeGreaterThanOrEqual(lowest);
        expect(isInRange(range, id)).toBe(true);
        for (let lower = lowest; lower < id; lower += 1) expect(isInRange(range, lower)).toBe(false);
      }),
    );
  });
});
