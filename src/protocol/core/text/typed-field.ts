import * as v from 'valibot';
import { verificationCodeLength } from '../limits.ts';
import { codeInText, secondFactorInText } from './one-time-code.ts';
import { typedAs, type TypedKind } from './typed-text.ts';

/**
 * Most characters of a field in its normal form where its own rule decides what is too long, and answers with its own
 * code. Far longer than anything it takes; texts are never shortened.
 */
export const typedFieldMax = 1_000;

function normalised(form: (text: string) => string, most: number) {
  return v.pipe(v.string(), v.transform(form), v.string(), v.maxLength(most));
}

/** A field as it was typed or pasted, in the normal form of its kind: see `typedAs`. */
export function typedField(kind: TypedKind, most = typedFieldMax) {
  return normalised((text) => typedAs(kind, text), most);
}

/** A verification code, found in whatever it is pasted with; without one the text, which its check refuses. */
export function codeField() {
  return normalised((text) => codeInText(text, verificationCodeLength) ?? text.trim(), typedFieldMax);
}

/** A code of the authenticator or a recovery code; without one the text, which its check refuses. */
export function secondFactorField() {
  return normalised((text) => secondFactorInText(text, verificationCodeLength) ?? text.trim(), typedFieldMax);
}
