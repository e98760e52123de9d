import { describe, expect, it } from 'vitest';
import type { LaunchpadProject } from '#protocol/launchpad/entities/projects.ts';
import { recompute } from './recompute.ts';
import { commitProblem, exactShare, mostOf, previewOf, takenPercent, wholePieces } from './shares.ts';

/** 1,000 pieces of one coin at half a USDT, 5 to 400 USDT a person; 650 USDT are committed. */
const project: LaunchpadProject = {
  id: '7',
  coin: 'SEI',
  name: 'Sei',
  quote: 'USDT',
  manner: 'pro-rata',
  state: 'in-progress',
  issuance: '1000',
  price: '0.5',
  piece: '1',
  pieceCost: '0.5',
  minimum: '5',
  maximum: '400',
  committed: '650',
  people: 2,
  sold: '0',
  remaining: '1000',
  opensAt: 1,
  closesAt: 2,
  endedAt: null,
  listHash: null,
  pair: null,
  auctionMs: null,
  practice: false,
};

describe('what would come of a project now', () => {
  it('gives everybody the same part, truncated to whole pieces', () => {
    expect(previewOf(project, '150', '100')).toEqual({
      committed: '750',
      spent: '500',
      returned: '250',
      sharePpm: 666_666,
      own: '250',
      ownSpent: '166.5',
      ownReturned: '83.5',
      coins: '333',
    });
    expect(takenPercent(project)).toBe(130);
  });

  it('gives all where there is enough', () => {
    const quiet = { ...project, committed: '100' };
    expect(previewOf(quiet, '0', '50')).toMatchObject({ sharePpm: 1_000_000, returned: '0', coins: '100' });
  });
});

describe('an amount', () => {
  it('counts in whole pieces, with what was committed before', () => {
    expect(wholePieces(project, '10.74')).toBe('10.5');
    expect(commitProblem(project, '0', '', '100')).toBe('missing');
    expect(commitProblem(project, '0', '4.5', '100')).toBe('below-minimum');
    expect(commitProblem(project, '5', '0.5', '100')).toBeNull();
    expect(commitProblem(project, '390', '10.5', '100')).toBe('above-maximum');
    expect(commitProblem(project, '0', '50', '49.9')).toBe('above-available');
    expect([mostOf(project, '390', '100'), mostOf(project, '0', '99.7'), mostOf(project, '400', '9')]).toEqual([
      '10',
      '99.5',
      '0',
    ]);
  });
});

describe('the published list', () => {
  const header = 'subscription 7 pro-rata pieces 1000 piece 1 SEI cost 0.5 USDT people 2';
  async function hashOf(lines: readonly string[]): Promise<string> {
    const text = [header, ...lines].map((line) => `${line}\n`).join('');
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  it('adds up on the device, and shows the exact share', async () => {
    const lines = ['1 800 615', '2 500 385'];
    expect(await recompute({ header, hash: await hashOf(lines), lines })).toMatchObject({ addsUp: true, leftOver: 1n });
    expect(exactShare(project, '250')).toEqual({ exact: '384.615384', whole: '384' });
  });

  it('does not add up with a piece moved, a line missing or another hash', async () => {
    const moved = ['1 800 616', '2 500 384'];
    expect(await recompute({ header, hash: await hashOf(moved), lines: moved })).toMatchObject({ addsUp: false });
    const short = ['1 800 800'];
    expect(await recompute({ header, hash: await hashOf(short), lines: short })).toMatchObject({ addsUp: false });
    const lines = ['1 800 615', '2 500 385'];
    expect(await recompute({ header, hash: await hashOf(short), lines })).toMatchObject({ addsUp: false });
  });
});
