import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idsPerMs, isInLane, lentLane, lentWritersMax, nextIdIn, ownLane } from './lanes.ts';

const lanes = [ownLane, ...Array.from({ length: lentWritersMax }, (_, at) => lentLane(at + 1))];

describe('lanes of ids', () => {
  it('share the ids of a millisecond without a rest, each id once', () => {
    const owners = Array.from({ length: idsPerMs }, (_, id) => lanes.filter((lane) => isInLane(lane, id)).length);
    expect(new Set(owners)).toEqual(new Set([1]));
  });

  it('give ids that rise, are their own, and are the lowest that are possible', () => {
    const nowMs = fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_003 });
    const last = fc.integer({ min: 1_699_999_999_999_000, max: 1_700_000_000_004_000 });
    fc.assert(
      fc.property(fc.constantFrom(...lanes), last, nowMs, (lane, before, now) => {
        const id = nextIdIn(lane, before, now);
        const lowest = Math.max(before + 1, now * idsPerMs);
        expect(id).toBeGreaterThanOrEqual(lowest);
        expect(isInLane(lane, id)).toBe(true);
        for (let lower = lowest; lower < id; lower += 1) expect(isInLane(lane, lower)).toBe(false);
      }),
    );
  });
});
