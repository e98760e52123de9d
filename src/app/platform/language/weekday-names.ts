import { dayMs } from '../../../protocol/durations.ts';
import { locales } from '../../../protocol/locales.ts';
import { language } from './language.ts';

const sunday = Date.UTC(2026, 10, 1);

/** The days of a week from Sunday on, short, in the language in force. */
export function weekdayNames(): string[] {
  const format = new Intl.DateTimeFormat(locales[language.get()].intl, { weekday: 'short', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format(sunday + day * dayMs));
}
