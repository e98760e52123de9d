import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  type ClockStep,
  clockStepMs,
  elapsedWithSleep,
  hostTime,
  slewPerSecondMs,
  steadyClock,
} from './steady-clock.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 10, 22, 9, 30);

function host() {
  let elapsed = 5_000;
  let wall = start;
  const clock = steadyClock({ wall: () => wall, elapsed: () => elapsed });
  const steps: ClockStep[] = [];
  clock.onStep((step) => steps.push(step));
  return {
    clock,
    steps,
    /** Advances time, reading the clock at intervals. */
    pass: (ms: number, everyMs = 100) => {
      for (let passed = 0; passed < ms; passed += everyMs) {
        elapsed += everyMs;
        wall += everyMs;
        clock.now();
      }
    },
    step: (ms: number) => {
      wall += ms;
    },
    passed: () => elapsed - 5_000,
    wall: () => wall,
  };
}

describe('the clock of an exchange', () => {
  it.each([hourMs, -hourMs, 24 * hourMs, -24 * hourMs])('does not jump when the host is set by %i ms', (byMs) => {
    const { clock, steps, pass, step, passed } = host();
    pass(10_000);
    expect(clock.now()).toBe(start + 10_000);
    step(byMs);
    pass(60_000);
    const drift = clock.now() - (start + passed());
    expect(Math.abs(drift)).toBeLessThanOrEqual(60 * slewPerSecondMs + 1);
    expect(Math.sign(drift)).toBe(Math.sign(byMs));
    expect(steps.map((one) => one.byMs)).toEqual([byMs]);
    expect(Math.abs(clock.apartMs())).toBeGreaterThan(0.99 * hourMs);
  });

  it('follows corrections of a time service and converges on the host clock', () => {
    const { clock, steps, pass, step, wall } = host();
    step(700);
    pass(80_000);
    expect(Math.abs(clock.now() - wall())).toBeLessThanOrEqual(1);
    step(-30_000);
    pass(3_100_000);
    expect(Math.abs(clock.now() - wall())).toBeLessThanOrEqual(1);
    expect(steps).toHaveLength(1);
  });

  it('is an integer, never goes back and keeps pace with real time, whatever happens to the host', () => {
    const act = fc.oneof(
      fc.record({ pass: fc.integer({ min: 1, max: 5_000 }), every: fc.integer({ min: 1, max: 400 }) }),
      fc.record({ step: fc.integer({ min: -48 * hourMs, max: 48 * hourMs }) }),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const { clock, steps, pass, step, passed } = host();
        let before = clock.now();
        let passedBefore = 0;
        let large = 0;
        for (const one of acts) {
          if ('step' in one) {
            step(one.step);
            if (Math.abs(one.step) >= clockStepMs) large += 1;
          } else pass(one.pass, one.every);
          const now = clock.now();
          expect(Number.isInteger(now)).toBe(true);
          expect(now).toBeGreaterThanOrEqual(before);
          const truePassed = passed() - passedBefore;
          // A check corrects a hundredth of the time since the previous check, which may precede this action.
          expect(Math.abs(now - before - truePassed)).toBeLessThanOrEqual(
            ((truePassed + 650) * slewPerSecondMs) / 1_000 + 2,
          );
          before = now;
          passedBefore = passed();
        }
        // Two jumps between two checks count as one.
        expect(steps.length).toBeLessThanOrEqual(large);
      }),
    );
  });

  it('keeps running while the host sleeps', () => {
    let awake = 100;
    let up = 50_100;
    const elapsed = elapsedWithSleep(
      () => awake,
      () => Math.round(up / 10) * 10,
    );
    const from = elapsed();
    for (let nth = 0; nth < 100; nth += 1) {
      awake += 123;
      up += 123;
      expect(elapsed() - from).toBe(awake - 100);
    }
    up += 8 * hourMs;
    awake += 300;
    up += 300;
    expect(Math.abs(elapsed() - from - (up - 50_100))).toBeLessThanOrEqual(10);
    const later = elapsed();
    awake += 10_000;
    up += 10_000;
    expect(elapsed() - later).toBe(10_000);
  });
});

it('keeps to the host’s time while a test puts another one in its place', () => {
  const { wall, elapsed } = hostTime();
  const [wallBefore, elapsedBefore] = [wall(), elapsed()];
  vi.useFakeTimers();
  try {
    vi.advanceTimersByTime(hourMs);
    expect(Date.now() - wallBefore).toBeGreaterThanOrEqual(hourMs);
    expect(wall() - wallBefore).toBeLessThan(hourMs / 2);
    expect(elapsed() - elapsedBefore).toBeLessThan(hourMs / 2);
  } finally {
    vi.useRealTimers();
  }
});
