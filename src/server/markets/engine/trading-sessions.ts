import { dayMs, minuteMs } from '#protocol/core/durations.ts';

/** A span of a week, `[from, to)`, in whole minutes since Sunday 00:00 UTC. */
interface WeekSpan {
  readonly from: number;
  readonly to: number;
}

/** Weekly trading hours of a contract: ascending spans that do not touch. Null: always open. */
export type TradingHours = readonly WeekSpan[] | null;

/** The state of a trading session at a time. */
interface Session {
  readonly open: boolean;
  /** When it last opened or closed, and when it changes next; null if it never does. */
  readonly since: number | null;
  readonly changesAt: number | null;
}

/** Minutes of a week. */
export const weekMinutes = 7 * 1_440;
const weekMs = weekMinutes * minuteMs;
/** The first Sunday of the epoch: 1970-01-04. */
const firstSundayMs = 3 * dayMs;

/**
 * Validates hours once, when a contract is listed.
 *
 * @throws Error when spans are empty, overlap, touch, or leave the week
 */
export function assertHours(hours: TradingHours): void {
  if (hours === null) return;
  const first = hours[0];
  const last = hours.at(-1);
  const sound =
    first !== undefined &&
    last !== undefined &&
    // A span across the end of the week would be two that touch.
    last.to - first.from < weekMinutes &&
    hours.every(
      ({ from, to }, at) =>
        Number.isSafeInteger(from) &&
        Number.isSafeInteger(to) &&
        from > (hours[at - 1]?.to ?? -1) &&
        to > from &&
        to <= weekMinutes,
    );
  if (!sound) throw new Error('invalid trading hours');
}

/** Whether a time lies within the hours. @param atMs epoch milliseconds */
export function isTradingTime(hours: TradingHours, atMs: number): boolean {
  if (hours === null) return true;
  const week = weekStart(atMs);
  return hours.some(({ from, to }) => atMs >= week + from * minuteMs && atMs < week + to * minuteMs);
}

/** Whether a span, `[fromMs, toMs)`, has any trading time. */
export function hasTradingTime(hours: TradingHours, fromMs: number, toMs: number): boolean {
  if (hours === null) return true;
  const { open, changesAt } = sessionAt(hours, fromMs);
  return open || (changesAt !== null && changesAt < toMs);
}

/** The last moment at or before a time at which trading was on; the time itself while it is. */
export function lastTradingTime(hours: TradingHours, atMs: number): number {
  const { open, since } = sessionAt(hours, atMs);
  return open || since === null ? atMs : since - 1;
}

/** The start of the shortest span that ends at a time and has so much trading time. */
export function tradingSpanStart(hours: TradingHours, toMs: number, lengthMs: number): number {
  if (hours === null) return toMs - lengthMs;
  const openMs = hours.reduce((sum, { from, to }) => sum + (to - from) * minuteMs, 0);
  // A whole week has as much of it wherever it begins; the rest, of which there is always some, is found by session.
  const weeks = Math.max(0, Math.ceil(lengthMs / openMs) - 1);
  let at = toMs - weeks * weekMs;
  let left = lengthMs - weeks * openMs;
  while (left > 0) {
    const { open, since } = sessionAt(hours, at - 1);
    if (since === null) return at - left;
    const part = open ? Math.min(left, at - since) : 0;
    left -= part;
    at = open ? at - part : since;
  }
  return at;
}

/** The session at a time: whether it is open, since when, and when that changes. @param atMs epoch milliseconds */
export function sessionAt(hours: TradingHours, atMs: number): Session {
  if (hours === null) return { open: true, since: null, changesAt: null };
  const week = weekStart(atMs);
  // Three weeks contain the change before and after any time in the middle one.
  const changes = [week - weekMs, week, week + weekMs].flatMap((start) =>
    hours.flatMap(({ from, to }) => [
      { at: start + from * minuteMs, opens: true },
      { at: start + to * minuteMs, opens: false },
    ]),
  );
  const before = changes.findLast(({ at }) => at <= atMs);
  const after = changes.find(({ at }) => at > atMs);
  if (before === undefined || after === undefined) throw new Error('hours without an end');
  return { open: before.opens, since: before.at, changesAt: after.at };
}

function weekStart(atMs: number): number {
  return Math.floor((atMs - firstSundayMs) / weekMs) * weekMs + firstSundayMs;
}
