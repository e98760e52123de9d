import { minuteMs } from '#protocol/core/durations.ts';
import { type HoursAt, timeZone } from '#app/platform/format/time-format.ts';

/** Marks the file as UTF-8, for spreadsheets that would take it for something older. */
const byteOrderMark = '\uFEFF';
const number = /^-?\d+(?:\.\d+)?$/;
/** What a spreadsheet would take for the start of a formula. */
const formula = /^[=+\-@\t\r]/;

/** Digits that are a name and no amount: of an order, an account, a reference. */
interface Identifier {
  readonly identifier: string;
}

/** What a field of a file holds. */
type CsvValue = string | Identifier;

/**
 * One field of RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe in front, which it shows
 * as a text; plain numbers stay numbers. An identifier that a spreadsheet would take for a number, and cut its zeros or
 * all but fifteen digits of, gets a tab in front, which makes a text of it and which nobody sees.
 */
export function csvField(value: CsvValue): string {
  if (typeof value !== 'string')
    return number.test(value.identifier) ? `"\t${value.identifier}"` : csvField(value.identifier);
  const text = value;
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A file of rows, the first of them the names: RFC 4180 with CRLF, in UTF-8 with its mark. */
export function csvFile(rows: readonly (readonly CsvValue[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

/** A time in ISO 8601 with its offset, as in `2026-11-20T17:02:35+08:00`. */
export function isoWithOffset(atMs: number, hoursAt: HoursAt): string {
  const minutes = Math.round(hoursAt(atMs) * 60);
  const local = new Date(atMs + minutes * minuteMs).toISOString().slice(0, 19);
  const size = Math.abs(minutes);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${part(Math.floor(size / 60))}:${part(size % 60)}`;
}

/** The file of an export, named after the day of a time in milliseconds. */
export function exportFile(name: string, atMs: number, rows: readonly (readonly CsvValue[])[]): File {
  const day = isoWithOffset(atMs, timeZone.get().hoursAt).slice(0, 10);
  return new File([csvFile(rows)], `dunlin-${name}-${day}.csv`, { type: 'text/csv;charset=utf-8' });
}
