import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../tests/depth.ts';
import { toUnits } from '../core/decimal.ts';
import {
  earned,
  fillable,
  filled,
  incomePerDay,
  incomeToEnd,
  type MinerRun,
  type MinerTerms,
  netPerDay,
  nextIncomeAt,
  paysBackOn,
  runUntil,
  started,
  stopsAt,
  yieldScale,
} from './maths.ts';

const dayMs = 86_400_000;
const stint: MinerTerms = {
  power: 40,
  yieldPerPower: toUnits('0.02', yieldScale),
  scale: 8,
  capacity: 20,
  burn: 4,
  fuelPrice: toUnits('0.05', 8),
  days: 180,
  dayMs,
};
const fresh: MinerRun = { startedAt: null, asOf: 0, ran: 0, tank: 0, stoppedAt: null, endedAt: null };
const usdt = (amount: string) => toUnits(amount, 8);

describe('what a model earns', () => {
  it('is power times yield, and the day it pays itself back follows after fuel', () => {
    expect(incomePerDay(stint)).toBe(usdt('0.8'));
    expect(netPerDay(stint)).toBe(usdt('0.6'));
    expect(paysBackOn(stint, usdt('104'))).toBe(174);
    const curlew = { ...stint, power: 480, burn: 44 };
    expect(netPerDay(curlew)).toBe(usdt('7.4'));
    expect(paysBackOn(curlew, usdt('1260'))).toBe(171);
  });

  it('may never pay back: its service ends before, or its fuel costs what it earns', () => {
    expect(paysBackOn(stint, usdt('108'))).toBe(180);
    expect(paysBackOn(stint, usdt('108.00000001'))).toBeNull();
    expect(paysBackOn({ ...stint, fuelPrice: usdt('0.2') }, 1n)).toBeNull();
    expect(paysBackOn({ ...stint, fuelPrice: usdt('0.3') }, 1n)).toBeNull();
  });

  it('is cut to whole units a day; what that leaves over is less than a unit a day', () => {
    const odd = { ...stint, power: 7, yieldPerPower: 1_428n, scale: 8, days: 30 };
    // 7 × 1428 × 10^-12 is 0.9996 of a unit.
    expect(incomePerDay(odd)).toBe(0n);
    expect(incomeToEnd(odd)).toBe(29n);
  });
});

describe('a running miner', () => {
  const full = filled(stint, fresh, 20);

  it('burns what it runs, stops to the millisecond, and goes on from where it is filled', () => {
    const running = started(full, 1_000);
    expect(stopsAt(stint, running)).toBe(1_000 + 5 * dayMs);
    expect(nextIncomeAt(stint, running)).toBe(1_000 + dayMs);
    const stopped = runUntil(stint, running, 1_000 + 9 * dayMs);
    expect(stopped).toMatchObject({ ran: 5 * dayMs, tank: 0, stoppedAt: 1_000 + 5 * dayMs, endedAt: null });
    expect(nextIncomeAt(stint, stopped)).toBeNull();
    const again = filled(stint, stopped, 4);
    expect(again.stoppedAt).toBeNull();
    expect(runUntil(stint, again, 1_000 + 10 * dayMs)).toMatchObject({ ran: 6 * dayMs, tank: 0 });
  });

  it('takes no more fuel than fits, nor than it can burn to the end of its service', () => {
    expect(fillable(stint, fresh)).toBe(20);
    expect(fillable(stint, full)).toBe(0);
    expect(fillable(stint, { ...full, startedAt: 0, ran: 178 * dayMs, tank: 0 })).toBe(8);
    expect(fillable(stint, { ...full, startedAt: 0, ran: 178 * dayMs, tank: 7.5 * dayMs })).toBe(1);
    expect(fillable(stint, { ...full, endedAt: 5, tank: 0 })).toBe(0);
  });

  it('is not moved by a clock that goes back, and not before it is started', () => {
    const running = { ...started(full, 10 * dayMs) };
    expect(runUntil(stint, running, 3 * dayMs)).toBe(running);
    expect(runUntil(stint, full, 9 * dayMs)).toBe(full);
  });
});

/** A miner that looks at every millisecond of its life, and pays at the end of each day. */
class NaiveMiner {
  fuel = 0;
  ran = 0;
  now = 0;
  started = false;
  days = 0;
  stoppedAt: number | null = null;
  endedAt: number | null = null;

  pass(ms: number, terms: MinerTerms): void {
    for (const until = this.now + ms; this.now < until; this.now += 1) {
      if (!this.started || this.endedAt !== null || this.stoppedAt !== null) continue;
      this.fuel -= terms.burn;
      this.ran += 1;
      if (this.ran % terms.dayMs === 0) this.days += 1;
      if (this.days === terms.days) this.endedAt = this.now + 1;
      else if (this.fuel < terms.burn) this.stoppedAt = this.now + 1;
    }
  }
}

it('is the same as one that looks at every millisecond, whenever anybody looks, fills or starts', () => {
  const terms = fc
    .record({
      burn: fc.integer({ min: 1, max: 9 }),
      capacity: fc.integer({ min: 1, max: 30 }),
      days: fc.integer({ min: 1, max: 6 }),
      dayMs: fc.integer({ min: 9, max: 40 }),
    })
    .map((some) => ({ ...stint, ...some }));
  const act = fc.oneof(
    fc.record({ act: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 120 }) }),
    fc.record({ act: fc.constant('look' as const), ms: fc.integer({ min: -50, max: 50 }) }),
    fc.record({ act: fc.constant('fill' as const), ms: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ act: fc.constant('start' as const), ms: fc.constant(0) }),
  );
  fc.assert(
    fc.property(terms, fc.array(act, { maxLength: 40 }), (model, acts) => {
      const naive = new NaiveMiner();
      let run = fresh;
      for (const { act: what, ms } of acts) {
        if (what === 'pass') naive.pass(ms, model);
        // A look at any earlier moment changes nothing; one at this moment only writes what is so.
        else if (what === 'look') run = runUntil(model, run, naive.now + Math.min(0, ms));
        else if (what === 'start' && !naive.started && naive.fuel >= model.burn) {
          naive.started = true;
          run = started(runUntil(model, run, naive.now), naive.now);
        } else if (what === 'fill') {
          run = runUntil(model, run, naive.now);
          const fuel = Math.min(ms, fillable(model, run));
          if (fuel === 0) continue;
          run = filled(model, run, fuel);
          naive.fuel += fuel * model.dayMs;
          naive.stoppedAt = null;
        }
        const seen = runUntil(model, run, naive.now);
        expect(seen).toMatchObject({ ran: naive.ran, tank: naive.fuel, endedAt: naive.endedAt });
        expect(seen.stoppedAt).toBe(naive.stoppedAt);
        expect(earned(3n, model, seen)).toBe(3n * BigInt(naive.days));
      }
    }),
    { numRuns: allRuns(1_000) },
  );
});
