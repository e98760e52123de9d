import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { readNumber, type NumberFault, type NumberRules } from '#protocol/core/text/number-text.ts';
import { asciiDigits } from '#protocol/core/text/typed-text.ts';
import type { NumberSeparators } from '../numbers/number-marks.tsx';
import { decimalOfDraft, type Draft, type Entered, type Selected } from './number-draft.ts';

/** The most digits before the point a field takes, well above any amount or price. */
const digitLimit = 30;

/** Keypads show the mark of the phone's language, not of the app's: either of them is the decimal mark. */
const decimalKeys = /^[.,\u3002\uFF61\u00B7\uFF0C\uFF0E\u066B]$/u;

/** The draft in digits and marks of the language. */
function draftOf(text: string, { marks, places }: NumberRules): { draft: Draft; isCut: boolean } {
  const [first = '', ...rest] = text.replaceAll(marks.group, '').replaceAll(marks.point, '.').split('.');
  const whole = first.replace(/^0+(?=\d)/u, '');
  if (rest.length === 0) return { draft: whole, isCut: false };
  const fraction = rest.join('');
  return { draft: `${whole}.${fraction.slice(0, places)}`, isCut: /[1-9]/u.test(fraction.slice(places)) };
}

/** Whether the field could have written the text: digits, its group marks, at most one decimal mark. */
function isOwnText(text: string, { point, group }: NumberSeparators): boolean {
  const bare = text.replaceAll(group, '').replace(point, '');
  return /^\d*$/u.test(bare);
}

/** Whether one piece was taken out of a text and nothing else happened to it. */
function isPartLess(before: string, after: string): boolean {
  let same = 0;
  while (same < after.length && before[same] === after[same]) same += 1;
  return after.length < before.length && before.endsWith(after.slice(same));
}

/**
 * What becomes of a field when its text changes: typed keys are taken one by one, anything longer is read as one number
 * together with what stays around it. What cannot be read leaves the field as it was.
 *
 * @param before the field before the change
 * @param text of the field after it
 */
export function enterNumber(before: Selected, draft: Draft, text: string, rules: NumberRules): Entered {
  const { marks } = rules;
  const head = before.text.slice(0, before.start);
  const tail = before.text.slice(before.end);
  const isInsertion = text.length >= head.length + tail.length && text.startsWith(head) && text.endsWith(tail);
  const given = isInsertion ? text.slice(head.length, text.length - tail.length) : text;
  const digits = asciiDigits(given);
  const around = isInsertion ? [head, tail] : ['', ''];
  const refused = (note: NumberFault): Entered => ({ draft, note, text: before.text, caret: before.start });
  const typed = decimalKeys.test(given) ? marks.point : /^\d*$/u.test(digits) ? digits : null;
  if (typed !== null && isOwnText(around.join(typed), marks)) {
    const next = around.join(typed);
    const { draft: taken, isCut } = draftOf(next, rules);
    if (isTooLarge(taken)) return refused('too-large');
    return { draft: taken, note: isCut ? 'cut' : null, text: next, caret: next.length - (around[1] ?? '').length };
  }
  if (isOwnText(text, marks) && isPartLess(before.text, text)) {
    return { draft: draftOf(text, rules).draft, note: null, text, caret: text.length };
  }
  const found = readNumber(text, rules);
  if (typeof found === 'string') return refused(given === '-' ? 'negative' : found);
  return { draft: found.decimal, note: found.isCut ? 'cut' : null, text: tail, caret: 0 };
}

/**
 * What becomes of a field when something was deleted. Where a key took only a group mark, which comes back by itself,
 * it takes the digit before it.
 */
export function deleteFrom(draft: Draft, text: string, caret: number, backwards: boolean, rules: NumberRules): Entered {
  const next = draftOf(text, rules).draft;
  if (!backwards || next !== draft || caret === 0) return { draft: next, note: null, text, caret };
  const shorter = text.slice(0, caret - 1) + text.slice(caret);
  return { draft: draftOf(shorter, rules).draft, note: null, text: shorter, caret: caret - 1 };
}

function isTooLarge(draft: Draft): boolean {
  const [whole = ''] = draft.split('.');
  return whole.length > digitLimit || (/\d/u.test(draft) && decimalOfDraft(draft) === '');
}

const workScale = 18;

interface StepRange {
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
