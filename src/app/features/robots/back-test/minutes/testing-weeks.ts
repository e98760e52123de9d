import { minuteMs } from '#protocol/core/durations.ts';
import type { MinuteWeek } from '#protocol/robots/entities/minute-week.ts';
import { weekMs, MinuteTextsWriter } from '#protocol/robots/maths/back-test/minute-texts.ts';

/** What a week of an exchange in tests is made of. */
interface TestWeek {
  /** Where the candles begin, and what time it is. */
  readonly since: number;
  readonly now: number;
  /** The close of a minute, counted since 1970. */
  readonly ticksAt: (minute: number) => number;
}

/** A week as the exchange answers it, for tests: each minute reaches from close to close and a bit further. */
export function testWeek(pair: string, week: number, { since, now, ticksAt }: TestWeek): MinuteWeek {
  const writer = new MinuteTextsWriter();
  for (let at = week; at < Math.min(week + weekMs, now - minuteMs + 1); at += minuteMs) {
    if (at < since - (since % minuteMs)) {
      writer.skip(1);
      continue;
    }
    const minute = at / minuteMs;
    const [open, close] = [Math.round(ticksAt(minute - 1)), Math.round(ticksAt(minute))];
    writer.add({ open, close, high: Math.max(open, close) + 60, low: Math.min(open, close) - 60 });
  }
  return { pair, week, since, tick: '0.1', final: week + weekMs < now, ...writer.texts() };
}
