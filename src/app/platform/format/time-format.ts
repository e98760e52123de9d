import { t } from '@lingui/core/macro';
import { plural } from '@lingui/core/macro';
import { dayMs, hourMs, minuteMs } from '../../../protocol/durations.ts';
import { displayOffsetHours, justNowMs, relativeDaysMax } from '../../../protocol/limits.ts';
import { type Locale, locales } from '../../../protocol/locales.ts';
import { storageKeys } from '../../../protocol/storage-keys.ts';
import { language } from '../language/language.ts';
import { observable } from '../observable.ts';
import { readStored, writeStored } from '../storage/storage.ts';

/** Whole hours from UTC a user may choose. */
const offsetLeast = -12;
const offsetMost = 14;

function storedOffset(): number {
  const text = readStored(storageKeys.timeOffset);
  const hours = Number(text);
  return text !== null && Number.isInteger(hours) && hours >= offsetLeast && hours <= offsetMost
    ? hours
    : displayOffsetHours;
}

/** Hours from UTC at which times are shown: +8 unless the user chose another (spec point 9). */
export const timeOffset = observable<number>(storedOffset());

/** @param hours whole hours from UTC, -12 to 14 */
export function chooseTimeOffset(hours: number): void {
  writeStored(storageKeys.timeOffset, String(hours));
  timeOffset.set(storedOffset());
}

const kinds = {
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
  dateTime: { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  dayTime: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  weekTime: { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** How much of a moment is written. */
export type TimeKind = keyof typeof kinds;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(kind: TimeKind, locale: Locale): Intl.DateTimeFormat {
  const key = `${kind} ${locale}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  // The moment is shifted before it is written, because zones by name know no plain offset in old browsers.
  const made = new Intl.DateTimeFormat(locales[locale].intl, { ...kinds[kind], timeZone: 'UTC' });
  formats.set(key, made);
  return made;
}

/**
 * A moment at the offset in force.
 *
 * @param atMs epoch milliseconds
 */
export function formatTime(atMs: number, kind: TimeKind, locale: Locale = language.get()): string {
  return format(kind, locale).format(atMs + timeOffset.get() * hourMs);
}

/** A day of a calendar, which no offset moves, as in `31 Aug`. @param day counted from 1 January 1970 */
export function formatDay(day: number, locale: Locale = language.get()): string {
  return format('day', locale).format(day * dayMs);
}

/** Label of the UTC offset in force, for screens that show times: `UTC+8`. */
export function formatOffset(): string {
  const hours = timeOffset.get();
  return hours === 0 ? 'UTC' : `UTC${hours < 0 ? '\u2212' : '+'}${Math.abs(hours)}`;
}

/**
 * How long ago something was (spec point 9): under 5 minutes "just now", then minutes, hours, days up to 30 days,
 * then a date. What lies ahead, by a clock that runs late, is "just now" too.
 *
 * @param nowMs server time
 */
export function formatAgo(atMs: number, nowMs: number): string {
  const agoMs = nowMs - atMs;
  if (agoMs < justNowMs) return t`just now`;
  if (agoMs < hourMs) return plural(Math.floor(agoMs / minuteMs), { one: '# minute ago', other: '# minutes ago' });
  if (agoMs < dayMs) return plural(Math.floor(agoMs / hourMs), { one: '# hour ago', other: '# hours ago' });
  const days = Math.floor(agoMs / dayMs);
  if (days <= relativeDaysMax) return plural(days, { one: '# day ago', other: '# days ago' });
  return formatTime(atMs, 'date');
}
