import { type RefObject, useEffect, useState } from 'react';
import { type ReadingPlace, storePlace, readPlace } from './reading-places.ts';

/** How long the screen must rest before its position is stored. */
const settleMs = 400;
/** A place so near the top needs no way back to it. */
const blocksBefore = 2;
/** Pixels between what sticks to the top and the block one went to. */
const gapAbove = 8;

/** The lower edge of what sticks to the top of the screen. */
function topEdge(body: Element): number {
  return body.closest('main')?.parentElement?.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
}

/** Where the reader is now; there is nothing to keep at the beginning and when the end is on the screen. */
function placeNow(body: Element, nowMs: number): ReadingPlace | 'beginning' | 'end' {
  const top = topEdge(body);
  const box = body.getBoundingClientRect();
  const blocks = [...body.children];
  const block = blocks.findIndex((each) => each.getBoundingClientRect().bottom > top + 1);
  if (box.bottom <= innerHeight) return 'end';
  if (block < blocksBefore) return 'beginning';
  const share = Math.min(1, Math.max(0, (top - box.top) / box.height));
  return { block, share, at: nowMs };
}

/** Scrolls to a block of the text, below what sticks to the top, and moves the focus there. */
export function goToBlock(body: Element | null, block: number): void {
  const target = body?.children[block];
  if (body === null || !(target instanceof HTMLElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  scrollTo({ top: scrollY + target.getBoundingClientRect().top - topEdge(body) - gapAbove });
}

/**
 * Follows where an article is being read and keeps it.
 *
 * @returns the place of an earlier visit, until the reader goes there or is past it anyway
 */
export function useReadingPlace(key: string, bodyRef: RefObject<HTMLElement | null>) {
  const [offered, setOffered] = useState<ReadingPlace | null>(null);
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let moved = false;
    let earlier: ReadingPlace | null = null;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      const body = bodyRef.current;
      if (!moved || body === null) return;
      moved = false;
      const now = placeNow(body, Date.now());
      const isBefore = now === 'beginning' || (now !== 'end' && now.block < (earlier?.block ?? 0));
      // A look at the beginning does not lose the place one may still want to go to.
      if (earlier !== null && isBefore) return;
      earlier = null;
      setOffered(null);
      void storePlace(key, typeof now === 'string' ? null : now).catch(() => undefined);
    };
    const onScroll = () => {
      moved = true;
      clearTimeout(timer);
      timer = setTimeout(keep, settleMs);
    };
    const offer = async () => {
      const place = await readPlace(key);
      // A user who came back to the middle of the text is there already.
      if (!current || place === null || scrollY >= innerHeight / 2) return;
      earlier = place;
      setOffered(place);
    };
    void offer();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('pagehide', keep);
    return () => {
      current = false;
      removeEventListener('scroll', onScroll);
      removeEventListener('pagehide', keep);
      clearTimeout(timer);
      setOffered(null);
    };
  }, [key, bodyRef]);
  return { offered, dismiss: () => setOffered(null) };
}
