import type { MessageDescriptor } from '@lingui/core';
import { fold } from '#app/features/help/search/normalize.ts';
import { type FoundScreen, screens } from './screens.ts';

/** A screen that was found, by its own name or by that of something it holds. */
interface ScreenFind {
  readonly path: string;
  readonly name: string;
  /** What it was found by; null where that is its name. */
  readonly by: string | null;
}

/** Screens that are answered at most. */
const findsMax = 6;

/**
 * Screens whose name, or something in them, has a word that begins as the query; all of it where words are not parted
 * by spaces.
 *
 * @param textOf the words of a message in the reader's language
 * @param isThere whether a screen is part of this exchange now
 */
export function findScreens(
  query: string,
  textOf: (message: MessageDescriptor) => string,
  isThere: (screen: FoundScreen) => boolean,
): readonly ScreenFind[] {
  const wanted = fold(query.trim());
  if (wanted === '') return [];
  const fits = (text: string) => {
    const folded = fold(text);
    return (
      folded.startsWith(wanted) ||
      folded.includes(` ${wanted}`) ||
      (!/^[\p{Script=Latin}\s]+$/u.test(wanted) && folded.includes(wanted))
    );
  };
  return screens
    .filter(isThere)
    .flatMap(({ path, name, holds = [] }): ScreenFind[] => {
      const own = textOf(name);
      if (fits(own)) return [{ path, name: own, by: null }];
      const held = holds.map(textOf).find(fits);
      return held === undefined ? [] : [{ path, name: own, by: held }];
    })
    .slice(0, findsMax);
}
