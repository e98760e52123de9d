import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { allot } from './allotment.ts';
import { startWatch } from '../../../../tests/pace.ts';

const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);
const piecesOf = (most: bigint) => fc.bigInt({ min: 1n, max: most });
const lists = fc.array(piecesOf(10n ** 12n), { minLength: 1, maxLength: 40 });

/** The same in another way: pieces are given one at a time to who is furthest behind the exact share. */
function naive(wanted: readonly bigint[], pieces: bigint): bigint[] {
  const total = sum(wanted);
  if (total <= pieces) return [...wanted];
  const got = wanted.map((one) => (one * pieces) / total);
  const missing = (nth: number) => (wanted[nth] ?? 0n) * pieces - (got[nth] ?? 0n) * total;
  const rest = wanted.map((_, nth) => nth);
  for (let left = pieces - sum(got); left > 0n; left -= 1n) {
    const best = rest.reduce((a, b) => (missing(b) > missing(a) ? b : a));
    got[best] = (got[best] ?? 0n) + 1n;
  }
  return got;
}

describe('an allotment', () => {
  it('hands out all there is, never more than wanted, and to each the exact share but for less than a piece', () => {
    fc.assert(
      fc.property(lists, piecesOf(10n ** 12n), (wanted, pieces) => {
        const got = allot(wanted, pieces);
        const total = sum(wanted);
        expect(sum(got)).toBe(total < pieces ? total : pieces);
        for (const [nth, one] of wanted.entries()) {
          const share = got[nth] ?? -1n;
          expect(share >= 0n && share <= one).toBe(true);
          if (total <= pieces) continue;
          const off = share * total - one * pieces;
          expect(off > -total && off < total).toBe(true);
        }
      }),
    );
  });

  it('is what giving the left-over pieces one by one comes to', () => {
    const small = fc.array(piecesOf(50n), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(small, piecesOf(60n), (wanted, pieces) => {
        expect(allot(wanted, pieces)).toEqual(naive(wanted, pieces));
      }),
      { numRuns: allRuns(500) },
    );
  });

  it('gives a left-over piece to the earlier of equal remainders', () => {
    expect(allot([1n, 1n, 1n], 2n)).toEqual([1n, 1n, 0n]);
    expect(allot([3n, 3n, 4n], 5n)).toEqual([2n, 1n, 2n]);
  });

  it('of 100,000 people takes less than 2 s and adds up', () => {
    const wanted = Array.from({ length: 100_000 }, (_, nth) => BigInt(200 + ((nth * 7919) % 39_801)));
    const pieces = 2_000_000n;
    const watch = startWatch();
    const got = allot(wanted, pieces);
    const { tookMs, allowedMs } = watch.stop();
    expect(sum(got)).toBe(pieces);
    expect(tookMs).toBeLessThan(allowedMs(2_000));
  });
});
