import { dayMs } from '#protocol/core/durations.ts';

/** What is left until a moment, in parts: days, and a clock of hours, minutes and seconds. */
interface TimeLeft {
  readonly days: number;
  /** `06:18:42`, or `06:18` where there are days. */
  readonly clock: string;
}

const two = (count: number) => `${count}`.padStart(2, '0');

/** What is left of a time that ends at `until`; nothing is below zero. */
export function timeLeft(until: number, now: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  const days = Math.floor(seconds / (dayMs / 1_000));
  const rest = seconds - days * (dayMs / 1_000);
  const clock = [Math.floor(rest / 3_600), Math.floor((rest % 3_600) / 60), rest % 60].map(two);
  return { days, clock: (days > 0 ? clock.slice(0, 2) : clock).join(':') };
}
