import { isDecimal } from '#protocol/core/decimal.ts';
import type { NumberFault } from '#protocol/core/text/number-text.ts';
import type { NumberSeparators } from '../numbers/number-marks.tsx';

/**
 * Text of a number field while it is edited: digits with at most one point, such as `12.` or `.5`,
 * not yet a decimal of the wire.
 */
export type Draft = string;

/** What a field shows, and what is selected in it. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What the field says of the last entry: that it was shortened to its places, or why it was not taken. */
export type EntryNote = 'cut' | NumberFault;

/** The draft after an entry, and where the caret belongs: behind the same digit of `text`. */
export interface Entered {
  readonly draft: Draft;
  readonly note: EntryNote | null;
  readonly text: string;
  readonly caret: number;
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
