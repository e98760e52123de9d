import { fromUnits, isDecimal, toUnits } from '../../../protocol/maths/decimal.ts';
import type { NumberSeparators } from '../numbers/number-marks.tsx';

/** The most digits a field takes, well above any amount or price. */
const digitLimit = 30;

/**
 * Text of a number field while it is edited: digits with at most one point, such as `12.` or `.5`,
 * not yet a decimal of the wire.
 */
export type Draft = string;

const wideZero = '\uff10'.charCodeAt(0);

/** Digits of full width, as some keyboards type them, in plain ones. */
function plainDigits(text: string): string {
  return text.replace(/[\uff10-\uff19]/gu, (digit) => String(digit.charCodeAt(0) - wideZero));
}

/** Digits and at most one point, with no more places than allowed and no needless zeros in front. */
export function cleanDraft(text: string, places: number): Draft {
  const [first = '', ...rest] = text.replace(/[^\d.]/gu, '').split('.');
  const whole = first.slice(0, digitLimit).replace(/^0+(?=\d)/u, '');
  if (rest.length === 0 || places === 0) return whole;
  return `${whole}.${rest.join('').slice(0, places)}`;
}

/** The draft in what a field shows after typing: groups leave, the decimal mark becomes a point. */
export function draftFromField(text: string, separators: NumberSeparators, places: number): Draft {
  const bare = plainDigits(text).replaceAll(separators.group, '').replaceAll(separators.point, '.');
  return cleanDraft(bare, places);
}

/**
 * The draft in a text that was pasted, which may be written another way than this language does: of two kinds of
 * mark the last is the decimal one; a mark of one kind is it unless it parts whole groups of three the local way.
 */
export function draftFromPaste(text: string, separators: NumberSeparators, places: number): Draft {
  const bare = plainDigits(text).replace(/[^\d.,]/gu, '');
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last < 0) return cleanDraft(bare, places);
  const mark = bare[last] ?? '.';
  const other = mark === '.' ? ',' : '.';
  const single = !bare.includes(other);
  const repeated = bare.indexOf(mark) !== last;
  const grouped = single && (repeated || (mark === separators.group && /^[1-9]\d{0,2}([.,]\d{3})+$/u.test(bare)));
  if (grouped) return cleanDraft(bare.replaceAll(mark, ''), places);
  return cleanDraft(bare.replaceAll(other, '').replace(mark, '.'), places);
}

/** The draft as the field shows it, in the marks of the language. */
export function showDraft(draft: Draft, separators: NumberSeparators): string {
  const [whole = '', fraction] = draft.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/gu, separators.group);
  return fraction === undefined ? grouped : `${grouped}${separators.point}${fraction}`;
}

/** The decimal that a draft means; empty when it means none. */
export function decimalOfDraft(draft: Draft): string {
  if (!/\d/u.test(draft)) return '';
  const [whole = '', fraction = ''] = draft.split('.');
  const text = fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`;
  return isDecimal(text) ? text : '';
}

const workScale = 18;

export interface StepRange {
  step: string;
  min?: string | undefined;
  max?: string | undefined;
  /** Digits behind the point that the result is written with. */
  places: number;
}

/** The next multiple of the step above or below a value, within the range; an empty value counts as zero. */
export function stepValue(value: string, direction: 1 | -1, range: StepRange): string {
  const step = toUnits(range.step, workScale);
  const from = value === '' ? 0n : toUnits(value, workScale);
  const floor = (from / step) * step;
  let next = direction === 1 ? floor + step : floor === from ? floor - step : floor;
  const min = toUnits(range.min ?? '0', workScale);
  if (next < min) next = min;
  if (range.max !== undefined) {
    const max = toUnits(range.max, workScale);
    if (next > max) next = max;
  }
  const [whole = '0', fraction = ''] = fromUnits(next, workScale).split('.');
  return range.places === 0 ? whole : `${whole}.${fraction.padEnd(range.places, '0').slice(0, range.places)}`;
}

/** Caret position such that as many digits and decimal marks are behind it as before the field was rewritten. */
export function caretBefore(text: string, separatorsBehind: number, separators: NumberSeparators): number {
  let left = separatorsBehind;
  let at = text.length;
  while (at > 0 && left > 0) {
    at -= 1;
    if (text[at] !== separators.group) left -= 1;
  }
  return at;
}

/** How many digits and decimal marks stand behind a place in a field. */
export function countBehind(text: string, caret: number, separators: NumberSeparators): number {
  return text.slice(caret).replaceAll(separators.group, '').length;
}
