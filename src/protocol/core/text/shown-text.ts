import * as v from 'valibot';
import { plainText, type TextShape } from './plain-text.ts';

/**
 * A field that others read (nickname, message, reply): cleaned by `plainText`, then between the two lengths in UTF-16
 * units. What is too long is refused, never truncated: no user wrote the
 * truncated text.
 */
export function shownText({ shape, most, least = 1 }: { shape: TextShape; most: number; least?: number }) {
  return v.pipe(
    v.string(),
    v.transform((typed) => plainText(typed, shape)),
    v.string(),
    v.minLength(least),
    v.maxLength(most),
  );
}
