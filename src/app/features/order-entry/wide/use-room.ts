import { useSyncExternalStore } from 'react';

/** A tablet has room for chart, book, form and orders side by side, a desktop for a list of pairs as well. */
export type Room = 'tablet' | 'desktop';

/**
 * In `em`, so that larger text keeps the column of the phone; phones on their side are too low for more. A tablet on its
 * side is too low for form below chart: it is laid out as a desktop.
 */
const tablet = matchMedia('(min-width: 48em) and (min-height: 30em)');
const desktop = matchMedia(
  '(min-width: 75em) and (min-height: 30em), (min-width: 60em) and (min-height: 30em) and (max-height: 56em)',
);

/** Hears of every other size of the window. */
export function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

/** The room a trade screen has; null on phones. */
export function useRoom(): Room | null {
  return useSyncExternalStore(onResize, () => (desktop.matches ? 'desktop' : tablet.matches ? 'tablet' : null));
}
