import { dayMs } from '#protocol/core/durations.ts';
import { locales } from '#protocol/core/locales.ts';
import { language } from './language.ts';

const sunday = Date.UTC(2026, 10, 1);

/** The days of a week from Sunday on, in the language in force: short as in `Mon`, or of one letter as in `M`. */
export function weekdayNames(width: 'short' | 'narrow'): string[] {
  const format = new Intl.DateTimeFormat(locales[language.get()].intl, { weekday: width, timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format(sunday + day * dayMs));
}
