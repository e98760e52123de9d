import type { Clock } from './clock.ts';
import { steadyClock } from './steady-clock.ts';

/** A host in the hands of a test: its time passes, and its clock is set. */
export interface TestHost {
  /** The clock of an exchange that started on it. */
  readonly clock: Clock;
  /** What its own clock says. */
  wall(): number;
  pass(ms: number): void;
  /** Sets its clock, ahead or back. */
  step(ms: number): void;
  /** The clock of an exchange that starts on it now. */
  restarted(): Clock;
}

export function testHost(startMs: number): TestHost {
  let elapsed = 0;
  let wall = startMs;
  const restarted = () => steadyClock({ wall: () => wall, elapsed: () => elapsed }).now;
  return {
    clock: restarted(),
    wall: () => wall,
    pass(ms) {
      elapsed += ms;
      wall += ms;
    },
    step(ms) {
      wall += ms;
    },
    restarted,
  };
}
