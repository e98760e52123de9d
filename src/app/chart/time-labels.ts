import { dayMs, hourMs, minuteMs } from '#protocol/core/durations.ts';
import type { Interval } from '#protocol/market-data/intervals.ts';
import { nextCandleStart } from '#protocol/market-data/intervals.ts';
import { indexAtOrAfter } from './kline/candle-store.ts';
import type { ChartFormat, TimeDetail } from './chart-format.ts';

/** A label of the time axis: the candle it stands under and what it says. */
export interface TimeLabel {
  readonly index: number;
  readonly atMs: number;
  readonly detail: TimeDetail;
}

const steps = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 4, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 4, 7, 14].map((days) => days * dayMs),
];
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120];
/** The longest: with a shorter one a step of months could fall short of the gap. */
const monthMs = 31 * dayMs;
/** Labels on one axis, however long the history. */
const labelsMax = 24;

/**
 * Labels at round moments of the reader's clock, at least `gap` candles apart. Found by looking the moments
 * up, not by walking the candles, so that a zoomed-out chart pays no more.
 *
 * @param from index of the first candle in view
 * @param to index of the last one
 * @param gap candles
 * @param toLocal see `ChartFormat`
 */
export function timeLabels(
  times: Float64Array,
  length: number,
  from: number,
  to: number,
  gap: number,
  interval: Interval,
  toLocal: ChartFormat['toLocal'],
): TimeLabel[] {
  if (length === 0 || to < from) return [];
  // Where a clock is put forward or back, an hour of it is nowhere, or twice: one within an hour of it counts.
  const fromLocal = (localMs: number) => {
    const near = 2 * localMs - toLocal(localMs);
    return localMs - (toLocal(near) - near);
  };
  const first = toLocal(times[from]!);
  const last = toLocal(times[to]!);
  const leastMs = (nextCandleStart(times[to]!, interval) - times[to]!) * gap;
  const labels: TimeLabel[] = [];
  let moment = momentFrom(first, leastMs);
  for (let tries = 0; moment <= last && tries < labelsMax * 2 && labels.length < labelsMax; tries += 1) {
    const index = indexAtOrAfter(times, length, fromLocal(moment));
    if (index > to) break;
    const atMs = times[index]!;
    const before = labels.at(-1);
    if (before === undefined || index - before.index >= gap * 0.75) {
      const isNewDay = index > from && beginsDayBehindGap(times[index - 1]!, atMs, interval, toLocal);
      const detail = detailAt(toLocal(atMs), leastMs);
      labels.push({ index, atMs, detail: detail === 'clock' && isNewDay ? 'day' : detail });
    }
    // Where a market was closed there are no candles to label: on from the first one behind.
    moment = momentFrom(Math.max(moment, toLocal(atMs)) + 1, leastMs);
  }
  return labels;
}

/** Whether a candle is the first of a day and not its beginning, because the market was closed before it. */
function beginsDayBehindGap(
  beforeMs: number,
  atMs: number,
  interval: Interval,
  toLocal: ChartFormat['toLocal'],
): boolean {
  const dayOf = (ms: number) => Math.floor(toLocal(ms) / dayMs);
  return nextCandleStart(beforeMs, interval) < atMs && dayOf(beforeMs) !== dayOf(atMs);
}

/** The first round moment at or after a time (on the reader's clock), of those that are at least `leastMs` apart. */
function momentFrom(shiftedMs: number, leastMs: number): number {
  const step = steps.find((candidate) => candidate >= leastMs);
  if (step !== undefined) return Math.ceil(shiftedMs / step) * step;
  const months = monthSteps.find((candidate) => candidate * monthMs >= leastMs) ?? monthSteps.at(-1)!;
  const start = new Date(shiftedMs);
  const count = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / months) * months;
  const at = Date.UTC(Math.floor(count / 12), count % 12, 1);
  return at >= shiftedMs ? at : Date.UTC(Math.floor((count + months) / 12), (count + months) % 12, 1);
}

/** A clock within a day; the day where a day begins; month and year likewise. */
function detailAt(shiftedMs: number, leastMs: number): TimeDetail {
  const date = new Date(shiftedMs);
  if (leastMs > 14 * dayMs) return date.getUTCMonth() === 0 ? 'year' : 'month';
  return shiftedMs % dayMs === 0 || leastMs > 12 * hourMs ? 'day' : 'clock';
}
