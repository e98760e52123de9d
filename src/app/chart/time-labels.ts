import { dayMs, hourMs, minuteMs } from '../../protocol/durations.ts';
import type { Interval } from '../../protocol/intervals.ts';
import { nextCandleStart } from '../../protocol/intervals.ts';
import { indexAtOrAfter } from './kline/candle-store.ts';
import type { TimeDetail } from './chart-format.ts';

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
 */
export function timeLabels(
  times: Float64Array,
  length: number,
  from: number,
  to: number,
  gap: number,
  interval: Interval,
  offsetHours: number,
): TimeLabel[] {
  if (length === 0 || to < from) return [];
  const offsetMs = offsetHours * hourMs;
  const first = times[from]! + offsetMs;
  const last = times[to]! + offsetMs;
  const leastMs = (nextCandleStart(times[to]!, interval) - times[to]!) * gap;
  const labels: TimeLabel[] = [];
  for (const moment of moments(first, last, leastMs)) {
    const index = indexAtOrAfter(times, length, moment - offsetMs);
    if (index > to) break;
    const before = labels.at(-1);
    if (before !== undefined && index - before.index < gap * 0.75) continue;
    labels.push({ index, atMs: times[index]!, detail: detailAt(times[index]! + offsetMs, leastMs) });
    if (labels.length >= labelsMax) break;
  }
  return labels;
}

/** Round moments from `first` to `last` (already shifted to the reader's clock), at least `leastMs` apart. */
function moments(first: number, last: number, leastMs: number): number[] {
  const found: number[] = [];
  const step = steps.find((candidate) => candidate >= leastMs);
  if (step !== undefined) {
    for (let at = Math.ceil(first / step) * step; at <= last && found.length < labelsMax * 2; at += step)
      found.push(at);
    return found;
  }
  const months = monthSteps.find((candidate) => candidate * monthMs >= leastMs) ?? monthSteps.at(-1)!;
  const start = new Date(first);
  let count = start.getUTCFullYear() * 12 + start.getUTCMonth();
  count = Math.ceil(count / months) * months;
  for (; found.length < labelsMax * 2; count += months) {
    const at = Date.UTC(Math.floor(count / 12), count % 12, 1);
    if (at > last) break;
    if (at >= first) found.push(at);
  }
  return found;
}

/** A clock within a day; the day where a day begins; month and year likewise. */
function detailAt(shiftedMs: number, leastMs: number): TimeDetail {
  const date = new Date(shiftedMs);
  if (leastMs > 14 * dayMs) return date.getUTCMonth() === 0 ? 'year' : 'month';
  return shiftedMs % dayMs === 0 || leastMs > 12 * hourMs ? 'day' : 'clock';
}
