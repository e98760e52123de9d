import { locales } from '../../../protocol/locales.ts';
import { language } from '../../platform/language/language.ts';

/** A day of the product as in `31 Aug`. @param day as in `2026-08-31` */
export function shortDay(day: string): string {
  const format = new Intl.DateTimeFormat(locales[language.get()].intl, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return format.format(Date.parse(`${day}T00:00:00Z`));
}
