import type { Clock } from './clock.ts';
import { steadyClock } from './steady-clock.ts';

/** A fake host: tests advance its time and set its clock. */
export interface TestHost {
  /** The clock of an exchange that started on this host. */
  readonly clock: Clock;
  /** The host's own clock. */
  wall(): number;
  pass(ms: number): void;
  /** Sets the host's clock forward or back. */
  step(ms: number): void;
  /** The clock of an exchange that starts on this host now. */
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
