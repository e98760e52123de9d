import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../../tests/depth.ts';
import type { OwnerId } from '#protocol/core/brand.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { isOnStandby } from './routing.ts';
import { standbyHistories } from './histories.ts';
import { StandbyPosition, logPosition } from './position.ts';

const owners = [1n, 2n, 3n] as OwnerId[];

/** Histories over a primary and a standby that are counters, at a time that a test sets. */
function world() {
  let time = 0;
  let written = 0n;
  let replayed = 0n;
  let isAway = false;
  const text = (at: bigint) => `${(at >> 32n).toString(16)}/${(at & 0xffffffffn).toString(16)}`;
  const trusts: boolean[] = [];
  const position = new StandbyPosition({
    primary: { query: async () => ({ rows: [{ lsn: text(written) }] }) } as never,
    standby: {
      query: async () => {
        if (isAway) throw new Error('away');
        return { rows: [{ standby: true, lsn: text(replayed), owner: 'me' }] };
      },
    } as never,
    owner: 'me',
    now: () => time,
    onTrust: (isTrusted) => trusts.push(isTrusted),
  });
  const histories = standbyHistories(position, () => time);
  return {
    histories,
    trusts,
    pass: (ms: number) => (time += ms),
    write: (owner: OwnerId) => {
      written += 1n;
      histories.changed(owner);
      return written;
    },
    replay: (share: number) => (replayed += BigInt(Math.ceil(Number(written - replayed) * share))),
    away: (now: boolean) => (isAway = now),
    look: async () => {
      await position.look();
      histories.forgetShown();
    },
    /** How far the log is in what an owner reads. */
    read: (owner: OwnerId) => histories.read(owner, async () => (isOnStandby() ? replayed : written)),
  };
}

describe('positions in the log', () => {
  it('reads both halves', () => {
    expect(logPosition('16/B374D848')).toBe(0x16b374d848n);
    expect(logPosition('0/0')).toBe(0n);
  });
});

describe('histories with a standby', () => {
  it('passes refusals on, and asks nobody twice for one', async () => {
    const { histories, look, trusts } = world();
    await look();
    let asked = 0;
    await expect(
      histories.read(1n, async () => {
        asked += 1;
        throw new Refusal('notFound');
      }),
    ).rejects.toThrow(Refusal);
    expect([asked, trusts]).toEqual([1, [true]]);
  });

  it('shows every owner at least what they wrote, whatever the standby does, and remembers none for long', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('write' as const), owner: fc.constantFrom(...owners) }),
      fc.record({ kind: fc.constant('read' as const), owner: fc.constantFrom(...owners) }),
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 4_000 }) }),
      fc.record({ kind: fc.constant('replay' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ kind: fc.constant('away' as const), now: fc.boolean() }),
      fc.record({ kind: fc.constant('look' as const) }),
    );
    let fromStandby = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { histories, ...act } = world();
        const known = new Map<OwnerId, bigint>();
        for (const one of steps) {
          if (one.kind === 'write') known.set(one.owner, act.write(one.owner));
          if (one.kind === 'pass') act.pass(one.ms);
          if (one.kind === 'replay') act.replay(one.share);
          if (one.kind === 'away') act.away(one.now);
          if (one.kind === 'look') await act.look();
          if (one.kind !== 'read') continue;
          const shown = await act.read(one.owner);
          expect(shown).toBeGreaterThanOrEqual(known.get(one.owner) ?? 0n);
          fromStandby += await histories.read(one.owner, async () => (isOnStandby() ? 1 : 0));
        }
        act.away(false);
        act.replay(1);
        act.pass(1);
        await act.look();
        expect(histories.size).toBe(0);
      }),
      { numRuns: allRuns(500) },
    );
    expect(fromStandby).toBeGreaterThan(50);
  });
});
