import type { Ms } from '#protocol/core/brand.ts';
import { weekMs } from '#protocol/robots/maths/back-test/minute-texts.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import { candleStart } from '#protocol/market-data/intervals.ts';
import { type CandleColumns, emptyColumns, sliceColumns } from '#protocol/robots/maths/back-test/candle-columns.ts';
import type { WeekMinutes } from './kept-weeks.ts';

/** The weeks that a span of time touches, the newest first. */
export function weeksOf(from: Ms, to: Ms): Ms[] {
  const weeks: Ms[] = [];
  for (let week = candleStart(to - 1, '1w'); week + weekMs > from; week -= weekMs) weeks.push(week);
  return weeks;
}

/** Weeks of minutes of one pair, joined to the columns of a test. */
export class PastMinutes {
  readonly #weeks = new Map<Ms, WeekMinutes>();
  /** The newest columns that were joined, and since when. */
  #joined: { readonly from: Ms; readonly columns: CandleColumns } | null = null;

  get weeks(): ReadonlyMap<Ms, WeekMinutes> {
    return this.#weeks;
  }

  add(week: Ms, minutes: WeekMinutes): void {
    this.#weeks.set(week, minutes);
    this.#joined = null;
  }

  /**
   * The minutes from a moment on, as far back from the newest week as there is no week missing in between. They are joined
   * once, until another week comes.
   */
  columns(from: Ms): CandleColumns {
    if (this.#joined?.from === from) return this.#joined.columns;
    const columns = this.#join(from);
    this.#joined = { from, columns };
    return columns;
  }

  #join(from: Ms): CandleColumns {
    const newest = Math.max(...this.#weeks.keys());
    const parts: (readonly [Ms, WeekMinutes])[] = [];
    for (let week = newest; week + weekMs > from; week -= weekMs) {
      const minutes = this.#weeks.get(week);
      if (minutes === undefined) break;
      parts.unshift([week, minutes]);
    }
    const columns = emptyColumns(
      1,
      parts.reduce((sum, [, { length }]) => sum + length, 0),
    );
    let length = 0;
    for (const [week, minutes] of parts) length = append(columns, length, week, minutes, from);
    return sliceColumns(columns, 0, length);
  }
}

/** Writes the minutes of a week behind those that are there; what is missing is left out. @returns how many there are */
function append(columns: CandleColumns, length: number, week: Ms, minutes: WeekMinutes, from: Ms): number {
  const { open, high, low, close } = minutes;
  const first = week / minuteMs;
  let next = length;
  for (let nth = Math.max(0, Math.ceil((from - week) / minuteMs)); nth < minutes.length; nth += 1) {
    const last = close[nth] ?? 0;
    if (last === 0) continue;
    columns.minute[next] = first + nth;
    columns.open[next] = open[nth] ?? 0;
    columns.high[next] = high[nth] ?? 0;
    columns.low[next] = low[nth] ?? 0;
    columns.close[next] = last;
    next += 1;
  }
  return next;
}
