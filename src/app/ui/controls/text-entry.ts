import { codeInText, secondFactorInText } from '#protocol/core/text/one-time-code.ts';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { typedAs } from '#protocol/core/text/typed-text.ts';

/**
 * What a field of text holds. It decides how the text is brought into its normal form and measured; `docs/input.md`
 * lists the fields of each kind.
 */
export type TextKind =
  | 'text'
  | 'name'
  | 'email'
  | 'phone'
  | 'address'
  | 'invitation'
  | 'id'
  | 'code'
  | 'second-factor'
  | 'password'
  | 'document'
  | 'account'
  | 'web'
  | 'search';

/** Why a text was not taken: it has more characters than the field, or it holds no code. */
export type TextFault = { readonly kind: 'long'; readonly count: number } | { readonly kind: 'no-code' };

export interface EnteredText {
  readonly text: string;
  readonly fault: TextFault | null;
}

/** Digits of the code of an authenticator, which a recovery code may stand for. */
const authenticatorDigits = 6;

const same = (text: string) => text;
const oneLine = (text: string) => plainText(text, 'line');

/** Kinds in which nothing but the normal form is ever meant, so that it is what the field shows. */
const liveForms: Partial<Record<TextKind, (text: string) => string>> = {
  email: (text) => typedAs('email', text),
  address: (text) => typedAs('address', text),
  invitation: (text) => typedAs('invitation', text),
};

/** What is measured: the text as the exchange will store or check it. */
const measuredForms: Readonly<Record<TextKind, (text: string) => string>> = {
  text: oneLine,
  name: (text) => typedAs('name', text),
  email: same,
  phone: (text) => typedAs('phone', text),
  address: same,
  invitation: same,
  id: same,
  code: same,
  'second-factor': same,
  password: same,
  document: oneLine,
  account: oneLine,
  web: oneLine,
  search: oneLine,
};

/** How many characters of a text count. @param isLong the field has several lines */
export function countedLength(kind: TextKind, text: string, isLong: boolean): number {
  return kind === 'text' && isLong ? plainText(text, 'lines').length : measuredForms[kind](text).length;
}

/** What was added at the end: pasted behind what stood there already. */
function addedTo(before: string, next: string): string {
  return next.startsWith(before) ? next.slice(before.length) : next;
}

/**
 * The digits of a code or an id after the field changed: typed so far, or found in what was pasted.
 *
 * @param most digits of a whole code
 */
export function enterDigits(before: string, next: string, most: number): EnteredText {
  const digits = typedAs('digits', next);
  if (/^\d*$/u.test(digits) && digits.length <= most) return { text: digits, fault: null };
  const found = codeInText(addedTo(before, next), most) ?? codeInText(next, most);
  return found === null ? { text: before, fault: { kind: 'no-code' } } : { text: found, fault: null };
}

function enterId(before: string, next: string, most: number): EnteredText {
  const digits = typedAs('digits', next);
  if (!/^\d*$/u.test(digits)) return { text: before, fault: { kind: 'no-code' } };
  return digits.length <= most
    ? { text: digits, fault: null }
    : { text: before, fault: { kind: 'long', count: digits.length } };
}

export interface TextRules {
  readonly kind: TextKind;
  /** Most characters; of a code, its digits. */
  readonly limit: number | undefined;
  /** The field has several lines. */
  readonly isLong: boolean;
}

/**
 * What becomes of a field when its text changes. A text that does not fit is not taken, and never cut: the field stays
 * as it was. One that was too long already may become shorter.
 */
export function enterText(before: string, next: string, { kind, limit = Infinity, isLong }: TextRules): EnteredText {
  if (kind === 'code') return enterDigits(before, next, limit);
  if (kind === 'id') return enterId(before, next, limit);
  if (kind === 'second-factor' && addedTo(before, next).length > 1) {
    const found = secondFactorInText(addedTo(before, next), authenticatorDigits);
    if (found !== null) return { text: found, fault: null };
  }
  const text = liveForms[kind]?.(next) ?? next;
  const count = countedLength(kind, text, isLong);
  if (count <= limit || text.length < before.length) return { text, fault: null };
  return { text: before, fault: { kind: 'long', count } };
}
