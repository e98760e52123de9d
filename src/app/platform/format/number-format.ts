import { type Decimal, fromUnitsFixed, isDecimal, toUnits, truncateDecimal } from '#protocol/core/decimal.ts';
import { defaultDecimals } from '#protocol/core/limits.ts';
import type { Locale } from '#protocol/core/locales.ts';
import { type NumberMarks, numberMarks, withMarks } from '#protocol/core/text/number-marks.ts';
import { language } from '../language/language.ts';

/**
 * Numbers as users read them. Every figure comes as an exact decimal text and is cut, never rounded (spec point 9);
 * only the marks between its digits come from the locale, so no figure passes through a float.
 */

/** As wide as a plus and as a figure, so that columns stay straight. */
export const minus = '\u2212';

/** The decimal mark and the group mark of the language in force, for number fields. */
export function numberSeparators(locale: Locale = language.get()): NumberMarks {
  return numberMarks(locale);
}

interface NumberOptions {
  /** Digits behind the point, always all of them; the figure's own when absent. */
  readonly decimals?: number | undefined;
  /** `always` writes a plus on gains, as every change has it. */
  readonly sign?: 'minus' | 'always';
  readonly locale?: Locale;
}

/**
 * A figure, cut to its decimals: `-1234.5` is `−1,234.50` in English and `−1.234,50` in Vietnamese. What is cut to
 * nothing has no sign.
 */
export function formatNumber(value: Decimal, options: NumberOptions = {}): string {
  const { decimals, sign = 'minus', locale = language.get() } = options;
  if (!isDecimal(value)) return '–';
  const cut = decimals === undefined ? value : truncateDecimal(value, decimals);
  const negative = cut.startsWith('-');
  const unsigned = negative ? cut.slice(1) : cut;
  const nothing = !/[1-9]/.test(unsigned);
  const mark = nothing ? '' : negative ? minus : sign === 'always' ? '+' : '';
  return mark + withMarks(unsigned, locale);
}

/** An amount of money with the decimals of its asset or pair; two where nothing says otherwise (spec point 9). */
export function formatAmount(value: Decimal, decimals: number = defaultDecimals, locale?: Locale): string {
  return formatNumber(value, locale === undefined ? { decimals } : { decimals, locale });
}

/**
 * A change in percent, as the exchange sends it (`-1.2` is −1.20%): plus on gains, U+2212 on losses, and `0.00%`
 * without a sign.
 */
export function formatPercent(
  value: Decimal,
  decimals: number = defaultDecimals,
  locale: Locale = language.get(),
): string {
  return `${formatNumber(value, { decimals, sign: 'always', locale })}%`;
}

/** A share such as a fee or a part of the whole: `0.001` at 1 decimal is `0.1%`. No plus. */
export function formatShare(value: Decimal, decimals: number, locale: Locale = language.get()): string {
  if (!isDecimal(value)) return '–';
  return `${formatNumber(fromUnitsFixed(toUnits(value, decimals + 2), decimals), { locale })}%`;
}

/** -1, 0 or 1 as a change of two decimals is a loss, nothing or a gain: which colour and arrow belong to it. */
export function directionOf(value: Decimal, decimals: number = defaultDecimals): -1 | 0 | 1 {
  if (!isDecimal(value)) return 0;
  const units = toUnits(value, decimals);
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}

type Step = readonly [power: number, word: string];

const thousands: readonly Step[] = [
  [12, 'T'],
  [9, 'B'],
  [6, 'M'],
  [3, 'K'],
];

/** Steps of large numbers, largest first, as each language counts them. */
const steps: Record<Locale, readonly Step[]> = {
  en: thousands,
  yn: thousands,
  ty: thousands,
  zh: [
    [12, '万亿'],
    [8, '亿'],
    [4, '万'],
  ],
  hk: [
    [12, '萬億'],
    [8, '億'],
    [4, '萬'],
  ],
  jp: [
    [12, '兆'],
    [8, '億'],
    [4, '万'],
  ],
  hy: [
    [12, '조'],
    [8, '억'],
    [4, '만'],
  ],
};

/**
 * A large figure in short: `1234567.8` is `1.23M`, `123.45万`. Two decimals, cut. Small figures are written out.
 *
 * @param decimals of figures below the first step
 */
export function formatCompact(
  value: Decimal,
  decimals: number = defaultDecimals,
  locale: Locale = language.get(),
): string {
  if (!isDecimal(value)) return '–';
  const digits = (value.startsWith('-') ? value.slice(1) : value).split('.')[0]?.length ?? 1;
  const step = steps[locale].find(([power]) => digits > power);
  if (step === undefined) return formatNumber(value, { decimals, locale });
  const [power, word] = step;
  // Cutting the whole units to two digits below the step keeps it exact at any size.
  const units = toUnits(value, 0) / 10n ** BigInt(power - 2);
  return `${formatNumber(fromUnitsFixed(units, 2), { locale })}${word}`;
}

/**
 * The decimal a user typed in the marks of the language, or null when it is none: `1.234,5` in Vietnamese is
 * `1234.5`. Leading zeros and a trailing point are forgiven.
 */
export function parseNumber(text: string, locale: Locale = language.get()): Decimal | null {
  const { group, point } = numberMarks(locale);
  const plain = text
    .trim()
    .replaceAll(group, '')
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace(point, '.')
    .replace(minus, '-');
  const match = /^(-?)0*(\d*)(?:\.(\d*))?$/.exec(plain);
  if (match === null || !/\d/.test(plain)) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const decimal = `${sign}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  return isDecimal(decimal) ? decimal : null;
}
