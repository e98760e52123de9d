import { type Decimal, isDecimal } from '../decimal.ts';
import type { NumberMarks } from './number-marks.ts';
import { keyboardText, plainDashes } from './typed-text.ts';

/** A number that was read. */
export interface NumberReading {
  /** Exact, with no more places than the field has; empty for an empty text. */
  readonly decimal: Decimal;
  /** The text was finer than the field: digits other than zero were cut off. */
  readonly isCut: boolean;
}

/** Why a text is no number of the field. */
export type NumberFault = 'unreadable' | 'negative' | 'too-large';

export interface NumberRules {
  /** How the language writes numbers; decides where a text alone does not tell. */
  readonly marks: NumberMarks;
  /** Most digits behind the point. */
  readonly places: number;
  /** What may stand before or after the digits, as in `12 BTC` or `5%`; signs of currencies always may. */
  readonly units?: readonly string[];
}

/** Most digits before the point: well above any amount or price. */
const wholeDigitsMax = 30;
/** Far beyond the digits of any field. */
const exponentMax = 99;

/** Arabic marks are certain in every language: `٫` is decimal, `٬` parts groups. */
const arabicPoint = '\u066B';
const apostrophes = /[\u2018\u2019\u02BC\u00B4`\u2032\u066C]/gu;
const currencySigns = /^\p{Sc}+\s*|\s*\p{Sc}+$/gu;
const groupsOfThree = /^[1-9]\d{0,2}(?:([., '])\d{3})(?:\1\d{3})*$/u;
/** Lakh and crore: 12,34,567. */
const groupsOfTwo = /^[1-9]\d?([., '])(?:\d{2}\1)*\d{3}$/u;

/** A text with the signs of a Latin keyboard: every space is one kind, every apostrophe too. */
function numberText(text: string): string {
  return keyboardText(plainDashes(text))
    .replace(/[\uFE50\uFE51\u3001]/gu, ',')
    .replace(/\uFE52/gu, '.')
    .replace(apostrophes, "'")
    .replace(/\s+/gu, ' ')
    .trim();
}

function withoutUnits(text: string, units: readonly string[]): string {
  const bare = text.replace(currencySigns, '');
  const upper = bare.toUpperCase();
  const unit = units.find(
    (one) => one !== '' && (upper.endsWith(one.toUpperCase()) || upper.startsWith(one.toUpperCase())),
  );
  if (unit === undefined) return bare;
  const isLast = upper.endsWith(unit.toUpperCase());
  return (isLast ? bare.slice(0, -unit.length) : bare.slice(unit.length)).trim();
}

/** Digits without the marks between their groups, or null when they are not grouped as anybody does it. */
function ungrouped(text: string): string | null {
  if (/^\d*$/u.test(text)) return text;
  return groupsOfThree.test(text) || groupsOfTwo.test(text) ? text.replace(/\D/gu, '') : null;
}

interface Parts {
  readonly whole: string;
  readonly fraction: string;
}

function partsAt(text: string, at: number): Parts | null {
  const whole = ungrouped(text.slice(0, at));
  const fraction = text.slice(at + 1);
  return whole === null || !/^\d*$/u.test(fraction) || whole + fraction === '' ? null : { whole, fraction };
}

/**
 * Of two kinds of mark the last is the decimal one. A single mark is, unless it is the group mark of the language and
 * parts the last three digits: there only the language tells.
 */
function splitAtPoint(text: string, group: string | null): Parts | null {
  const arabic = text.indexOf(arabicPoint);
  if (arabic >= 0) return partsAt(text, arabic);
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const before = text.slice(0, Math.max(at, 0));
  const mark = text[at];
  const isGroup = at >= 0 && mark === group && /^[1-9]\d{0,2}$/u.test(before) && /^\d{3}$/u.test(text.slice(at + 1));
  if (at >= 0 && !isGroup && !before.includes(mark ?? '')) return partsAt(text, at);
  const whole = ungrouped(text);
  return whole === null || whole === '' ? null : { whole, fraction: '' };
}

/** The number times ten to the power of `by`. */
function shifted({ whole, fraction }: Parts, by: number): Parts {
  const left = by < 0 ? -by : 0;
  const right = by > 0 ? by : 0;
  const digits = whole.padStart(left + 1, '0') + fraction.padEnd(right, '0');
  const at = Math.max(whole.length, left + 1) + by;
  return { whole: digits.slice(0, at), fraction: digits.slice(at) };
}

/**
 * The number a text means, however it is written: digits of any script, full-width signs, points and commas, spaces and
 * apostrophes between groups, an exponent. What is finer than the field is cut, never rounded. A text that holds
 * anything else is no number: nothing is left out of it, because that would make another number of it.
 */
export function readNumber(text: string, { marks, places, units = [] }: NumberRules): NumberReading | NumberFault {
  const plain = numberText(text);
  if (plain === '') return { decimal: '', isCut: false };
  const unsigned = /^([+-]?) ?(.*)$/u.exec(withoutUnits(plain, units));
  const [, sign = '', body = ''] = unsigned ?? [];
  const scientific = /^(.*\d[.,]?)[eE]([+-]?\d+)$/u.exec(body);
  const power = Number(scientific?.[2] ?? 0);
  const parts = splitAtPoint(scientific?.[1] ?? body, scientific === null ? marks.group : null);
  if (parts === null) return plain === '-' ? 'negative' : 'unreadable';
  if (Math.abs(power) > exponentMax) return 'too-large';
  const { whole, fraction } = shifted(parts, power);
  const trimmed = whole.replace(/^0+(?=\d)/u, '');
  if (sign === '-' && /[1-9]/u.test(whole + fraction)) return 'negative';
  const kept = fraction.slice(0, places);
  const decimal = kept === '' ? trimmed || '0' : `${trimmed || '0'}.${kept}`;
  if (trimmed.length > wholeDigitsMax || !isDecimal(decimal)) return 'too-large';
  return { decimal, isCut: /[1-9]/u.test(fraction.slice(places)) };
}
