import type { NamedPlace } from '#app/features/map/place-text.ts';

/** A part of a message: text, a place on the map, a link that asks before it opens, or the mention of a member. */
type TextPart =
  | { readonly is: 'words'; readonly text: string }
  | { readonly is: 'place'; readonly text: string; readonly place: NamedPlace }
  | { readonly is: 'link'; readonly text: string }
  | { readonly is: 'name'; readonly text: string; readonly handle: string };

/** What looks like a link. To the outside only `https:` is one, see `features/pages/outside-address.ts`. */
const link = /https?:\/\/[^\s<>"'`]+/giu;
/** What ends a sentence rather than an address. */
const trailing = /[.,;:!?、。，！？：；)\]}»”’]+$/u;
/** Links and names that are marked in one message. */
const partsMax = 60;

/** An address without the end of the sentence around it; a bracket that was opened inside belongs to it. */
function trimmed(address: string): string {
  const end = trailing.exec(address)?.[0] ?? '';
  const bare = address.slice(0, address.length - end.length);
  return end.startsWith(')') && bare.includes('(') && !bare.includes(')') ? `${bare})` : bare;
}

function linkPart(text: string, placeOf: (link: string) => NamedPlace | null): TextPart | null {
  const place = placeOf(text);
  if (place !== null) return { is: 'place', text, place };
  return /^https:\/\/./iu.test(text) ? { is: 'link', text } : null;
}

/**
 * Takes a message apart. Put together again the parts are the text, character for character.
 *
 * @param placeOf the place that a link of this app shows; null for every other link
 */
export function textParts(
  text: string,
  names: readonly { readonly handle: string; readonly name: string }[],
  placeOf: (link: string) => NamedPlace | null,
): TextPart[] {
  const found: { at: number; part: TextPart }[] = [];
  for (const match of text.matchAll(link)) {
    const part = linkPart(trimmed(match[0]), placeOf);
    if (part !== null) found.push({ at: match.index, part });
  }
  // The longest name first: `@Ben Long` is not `@Ben`.
  for (const { handle, name } of names.toSorted((a, b) => b.name.length - a.name.length)) {
    const mark = `@${name}`;
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
      found.push({ at, part: { is: 'name', text: mark, handle } });
    }
  }
  const parts: TextPart[] = [];
  let done = 0;
  const inOrder = found.toSorted((a, b) => a.at - b.at || b.part.text.length - a.part.text.length);
  for (const { at, part } of inOrder) {
    if (at < done || parts.length >= partsMax) continue;
    if (at > done) parts.push({ is: 'words', text: text.slice(done, at) });
    parts.push(part);
    done = at + part.text.length;
  }
  if (done < text.length) parts.push({ is: 'words', text: text.slice(done) });
  return parts;
}

/** The name that is being written at the caret, as in `hello @Be|`; null when none is. */
export function nameAtCaret(text: string, caret: number): { readonly from: number; readonly name: string } | null {
  const before = text.slice(0, caret);
  const match = /(?:^|\s)@([^\s@]{0,20})$/u.exec(before);
  return match === null ? null : { from: caret - (match[1] ?? '').length - 1, name: match[1] ?? '' };
}
