import { locales } from '#protocol/core/locales.ts';
import { language } from '#app/platform/language/language.ts';

const utc = { timeZone: 'UTC' } as const;

function written(at: number, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locales[language.get()].intl, { ...utc, ...parts }).format(at);
}

/** A month with its year, or by its name alone. @param month as in `2026-11` */
export function monthName(month: string, withYear = false): string {
  const at = Date.parse(`${month}-01T00:00:00Z`);
  return written(at, withYear ? { month: 'long', year: 'numeric' } : { month: 'long' });
}

/** A day as readers hear it. @param day as in `2026-11-22` */
export function dayName(day: string): string {
  return written(Date.parse(`${day}T00:00:00Z`), { weekday: 'long', month: 'long', day: 'numeric' });
}
