import type { Clock } from '../clock/clock.ts';

/** What is the same for everybody, read once for all who ask within a while. */
interface SharedReading<Answer> {
  (): Promise<Answer>;
  /** The next one who asks has it read again, as after a change. */
  forget(): void;
}

/**
 * Reads once for all who ask within a while. A failure is not kept.
 *
 * @param forMs how long a reading answers; also a clock that was set back ends it
 * @param read what is read, and when
 */
export function sharedReading<Answer>(
  clock: Clock,
  forMs: number,
  read: (at: number) => Promise<Answer>,
): SharedReading<Answer> {
  let last: { readonly at: number; readonly answer: Promise<Answer> } | null = null;
  const ask = () => {
    const now = clock();
    if (last !== null && Math.abs(now - last.at) < forMs) return last.answer;
    const reading = { at: now, answer: read(now) };
    last = reading;
    reading.answer.catch(() => {
      if (last === reading) last = null;
    });
    return reading.answer;
  };
  return Object.assign(ask, {
    forget: () => {
      last = null;
    },
  });
}
