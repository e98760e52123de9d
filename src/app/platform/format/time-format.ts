import { t } from '@lingui/core/macro';
import { plural } from '@lingui/core/macro';
import { dayMs, hourMs, minuteMs } from '#protocol/core/durations.ts';
import { displayOffsetHours, justNowMs, relativeDaysMax } from '#protocol/core/limits.ts';
import { type Locale, locales } from '#protocol/core/locales.ts';
import { storageKeys } from '#protocol/core/storage-keys.ts';
import { language } from '../language/language.ts';
import { observable } from '../observable.ts';
import { readStored, writeStored } from '../storage/storage.ts';

/** Hours from UTC that a user may choose, in quarters: Nepal is at +5:45, the Chatham Islands at +12:45. */
const offsetLeast = -12;
const offsetMost = 14;

/** Hours from UTC at a moment. @param atMs epoch milliseconds */
export type HoursAt = (atMs: number) => number;

/** As the clock of this device is set, with its daylight saving; or always so many hours from UTC. */
type ZoneChoice = 'device' | number;

/** Where times are shown. */
interface TimeZone {
  readonly choice: ZoneChoice;
  readonly hoursAt: HoursAt;
}

const deviceHoursAt: HoursAt = (atMs) => -new Date(atMs).getTimezoneOffset() / 60;

function storedZone(): TimeZone {
  const text = readStored(storageKeys.timeOffset);
  if (text === 'device') return { choice: text, hoursAt: deviceHoursAt };
  const hours = Number(text);
  const isOffered =
    text !== null && text !== '' && Number.isInteger(4 * hours) && hours >= offsetLeast && hours <= offsetMost;
  const choice = isOffered ? hours : displayOffsetHours;
  return { choice, hoursAt: () => choice };
}

/** The zone in force: UTC+8 unless the user chose another (spec point 9). */
export const timeZone = observable<TimeZone>(storedZone());

/** @param choice hours from UTC in quarters, -12 to 14, or the device's own */
export function chooseTimeZone(choice: ZoneChoice): void {
  writeStored(storageKeys.timeOffset, String(choice));
  timeZone.set(storedZone());
}

/** A moment moved so that its parts in UTC are those of a zone. @param atMs epoch milliseconds */
export function localMs(atMs: number, hoursAt: HoursAt = timeZone.get().hoursAt): number {
  return atMs + hoursAt(atMs) * hourMs;
}

/** The day of a moment in a zone, counted from 1 January 1970. @param atMs epoch milliseconds */
export function localDay(atMs: number, hoursAt?: HoursAt): number {
  return Math.floor(localMs(atMs, hoursAt) / dayMs);
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
 * A moment in the zone in force.
 *
 * @param atMs epoch milliseconds
 */
export function formatTime(atMs: number, kind: TimeKind, locale: Locale = language.get()): string {
  return format(kind, locale).format(localMs(atMs));
}

/** A day of a calendar, which no zone moves, as in `31 Aug`. @param day counted from 1 January 1970 */
export function formatDay(day: number, locale: Locale = language.get()): string {
  return format('day', locale).format(day * dayMs);
}

/** Label of an offset, as in `UTC+8` or `UTC+5:45`; the minus (U+2212) is as wide as the plus. */
export function offsetText(hours: number): string {
  if (hours === 0) return 'UTC';
  const minutes = Math.round(60 * Math.abs(hours));
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `UTC${hours < 0 ? '\u2212' : '+'}${Math.floor(minutes / 60)}${rest}`;
}

/** Hours from UTC that the zone in force has now. */
export function hoursNow(): number {
  return timeZone.get().hoursAt(Date.now());
}

/** Label of the UTC offset in force now, for screens that show times. */
export function formatOffset(): string {
  return offsetText(hoursNow());
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
