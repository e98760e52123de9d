import type { Locale } from '../locales.ts';

/** The marks between the digits of a number. */
export interface NumberMarks {
  readonly group: string;
  readonly point: string;
}

const common: NumberMarks = { group: ',', point: '.' };

/** As `Intl` has them, which takes a slow phone 50 ms to say the first time. */
const marksOf: Readonly<Record<Locale, NumberMarks>> = {
  zh: common,
  en: common,
  jp: common,
  hk: common,
  hy: common,
  yn: { group: '.', point: ',' },
  ty: common,
};

/** The decimal mark and the group mark of a language. */
export function numberMarks(locale: Locale): NumberMarks {
  return marksOf[locale];
}

/** An unsigned decimal with the marks of a language: all locales of the product group by three. */
export function withMarks(unsigned: string, locale: Locale): string {
  const { group, point } = marksOf[locale];
  const [whole = '0', fraction] = unsigned.split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
}
