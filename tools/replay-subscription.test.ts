import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../tests/depth.ts';
import { allot, listHash, listHeader, listLine } from '#server/earn/launchpad/allotment.ts';
import { differencesOf, type Project, sharesOf } from './replay-subscription.ts';

/** A subscription of pieces at half a USDT, allotted and published as the exchange does. */
function published(wanted: readonly bigint[], pieces: bigint) {
  const allotted = allot(wanted, pieces);
  const lines = wanted.map((one, nth) => ({ line: nth + 1, wanted: one, allotted: allotted[nth] ?? 0n }));
  const terms = { id: '7', coin: 'SEI', quote: 'USDT', manner: 'pro-rata', piece: '1', pieceCost: '0.5' } as const;
  const header = listHeader({ ...terms, pieces, people: wanted.length });
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n);
  const money = (amount: bigint) => `${amount / 2n}${amount % 2n === 0n ? '' : '.5'}`;
  const project: Project = {
    ...terms,
    state: 'ended',
    issuance: pieces.toString(),
    minimum: '0.5',
    maximum: '1000000',
    committed: money(sum(wanted)),
    people: wanted.length,
    sold: sum(allotted).toString(),
    listHash: listHash(header, lines),
  };
  return { project, list: { header, lines: lines.map(listLine) } };
}

const amounts = fc.array(fc.bigInt({ min: 1n, max: 2_000n }), { minLength: 1, maxLength: 60 });

describe('recomputing an allotment', () => {
  it('comes to what the exchange allotted, whatever is wanted', () => {
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 20_000n }), (wanted, pieces) => {
        const { project, list } = published(wanted, pieces);
        expect(differencesOf(project, list)).toEqual([]);
        expect(sharesOf(wanted, pieces)).toEqual(allot(wanted, pieces));
      }),
      { numRuns: allRuns(500) },
    );
  });

  it('finds a line that got a piece of another, a changed term, and a missing line', () => {
    const { project, list } = published([800n, 400n, 401n], 1_000n);
    expect(list.lines).toEqual(['1 800 500', '2 400 250', '3 401 250']);
    const moved = { ...list, lines: ['1 800 500', '2 400 249', '3 401 251'] };
    expect(differencesOf(project, moved).length).toBeGreaterThan(1);
    expect(differencesOf({ ...project, issuance: '1001' }, list).length).toBeGreaterThan(0);
    expect(differencesOf(project, { ...list, lines: list.lines.slice(1) }).length).toBeGreaterThan(0);
    expect(differencesOf({ ...project, sold: '999' }, list)).toHaveLength(1);
  });

  it('is equal for 100,000 people, whose sum is the issuance', { timeout: 60_000 }, () => {
    let seed = 20_261_124;
    const next = () => (seed = (seed * 48_271) % 2_147_483_647);
    const wanted = Array.from({ length: 100_000 }, () => BigInt(1 + (next() % 5_000)));
    const pieces = 90_000_007n;
    const { project, list } = published(wanted, pieces);
    expect(project.sold).toBe('90000007');
    expect(differencesOf(project, list)).toEqual([]);
    const [first, second] = [list.lines[0] ?? '', list.lines[1] ?? ''];
    const swapped = [
      first.replace(/\d+$/, (got) => `${BigInt(got) + 1n}`),
      second.replace(/\d+$/, (got) => `${BigInt(got) - 1n}`),
    ];
    expect(differencesOf(project, { ...list, lines: [...swapped, ...list.lines.slice(2)] })).toHaveLength(3);
  });
});
