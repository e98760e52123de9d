import { formerRecoveryCodeLength, recoveryCodeLength } from '../limits.ts';
import { keyboardText, plainDashes } from './typed-text.ts';

/** Ways to write six digits apart: 482 913, 48-29-13, 4 8 2 9 1 3. */
const separated =
  /(?<![0-9A-Za-z.,-])(?<![0-9] )(?:\d{3}[ -]\d{3}|\d{2}[ -]\d{2}[ -]\d{2}|\d(?:[ -]\d){5}|\d{4}[ -]\d{4})(?![0-9A-Za-z]|[ .,-]\d)/gu;
const recoveryCode = /(?<![0-9A-Za-z-])[a-z2-7]{5}-[a-z2-7]{5}(?:-[a-z2-7]{5}-[a-z2-7]{5})?(?![0-9A-Za-z-])/giu;
const recoveryLengths: readonly number[] = [recoveryCodeLength, formerRecoveryCodeLength];

/** The only one of several finds, however often it was found. */
function onlyOne(finds: Iterable<string>): string | null {
  const [first, ...others] = new Set(finds);
  return first !== undefined && others.length === 0 ? first : null;
}

/**
 * The code of digits in what was typed or pasted: bare, in groups, in digits of any script, or within the message it
 * came in. Null when there is none of that length, or more than one: a guess would be counted.
 *
 * @param length digits of the code
 */
export function codeInText(text: string, length: number): string | null {
  const plain = keyboardText(plainDashes(text)).replace(/\s+/gu, ' ').trim();
  const bare = plain.replace(/[ .-]/gu, '');
  if (/^\d+$/u.test(bare)) return bare.length === length ? bare : null;
  const together = new RegExp(`(?<![0-9A-Za-z]|\\d[.-])\\d{${length}}(?![0-9A-Za-z]|[.-]\\d)`, 'gu');
  const whole = [...plain.matchAll(together)].map(([code]) => code);
  if (whole.length > 0) return onlyOne(whole);
  const apart = [...plain.matchAll(separated)].map(([code]) => code.replace(/\D/gu, ''));
  return onlyOne(apart.filter((code) => code.length === length));
}

/**
 * What proves a second factor: the six digits of an authenticator, or a recovery code (four groups of five of `a` to `z`
 * and `2` to `7`, of an earlier one two) in one piece, as `abcde23456fghij67234`. Null when the text holds neither.
 *
 * @param length digits of the authenticator's code
 */
export function secondFactorInText(text: string, length: number): string | null {
  const plain = keyboardText(plainDashes(text)).toLowerCase();
  // Two codes of the earlier length in two lines are not one of now.
  const bare = plain.trim().replace(/[^\S\n\r]|-/gu, '');
  if (/^[a-z2-7]+$/u.test(bare) && recoveryLengths.includes(bare.length)) return bare;
  const found = [...plain.matchAll(recoveryCode)].map(([code]) => code.replaceAll('-', ''));
  return codeInText(text, length) ?? onlyOne(found);
}
