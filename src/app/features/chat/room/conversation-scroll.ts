import type { Virtualizer, VirtualItem } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from './timeline.ts';

/** Within this the end counts as in sight. */
export const endPx = 60;

/**
 * Whatever above the fold turns out higher or lower than it was taken for moves nothing that is in sight, also while
 * the user scrolls back: rows of the past are measured just then.
 */
export function useSteady(virtual: Virtualizer<HTMLDivElement, HTMLDivElement>): void {
  useLayoutEffect(() => {
    Object.assign(virtual, {
      shouldAdjustScrollPositionOnItemSizeChange: ({ start }: VirtualItem) => start < (virtual.scrollOffset ?? 0),
    });
  }, [virtual]);
}

/** Begins at the first unread message, or at the end. Returns whether the end should stay in view. */
export function useStart(
  virtual: Virtualizer<HTMLDivElement, HTMLDivElement>,
  rows: readonly Row[],
): RefObject<boolean> {
  const isPlaced = useRef(false);
  const wantsEnd = useRef(true);
  const hasRows = rows.some((row) => row.is === 'message' || row.is === 'waiting');
  useLayoutEffect(() => {
    if (isPlaced.current || !hasRows) return;
    isPlaced.current = true;
    const unread = rows.findIndex((row) => row.is === 'unread');
    wantsEnd.current = unread <= 0 || rows.length - unread <= 6;
    if (wantsEnd.current) virtual.scrollToEnd();
    else virtual.scrollToIndex(unread, { align: 'start' });
  }, [hasRows, rows, virtual]);
  return wantsEnd;
}

function isEndInSight({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= endPx;
}

/**
 * Whether the end is in sight. It stays there, whatever height rows turn out to have, until the user
 * scrolls back.
 */
export function useAtEnd(
  virtual: Virtualizer<HTMLDivElement, HTMLDivElement>,
  scroller: RefObject<HTMLDivElement | null>,
  wantsEnd: RefObject<boolean>,
  onAtEnd: (isAtEnd: boolean) => void,
): boolean {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const total = virtual.getTotalSize();
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let before = element.scrollTop;
    const look = () => {
      const isInSight = isEndInSight(element);
      setIsAtEnd(isInSight);
      Object.assign(wantsEnd, { current: isInSight || (wantsEnd.current && element.scrollTop >= before) });
      before = element.scrollTop;
    };
    element.addEventListener('scroll', look, { passive: true });
    // A picture or an answer above the field, a keyboard, a banner: what was last in sight stays so.
    const resizing = new ResizeObserver(() => {
      if (wantsEnd.current) element.scrollTop = element.scrollHeight;
      setIsAtEnd(isEndInSight(element));
    });
    resizing.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resizing.disconnect();
    };
  }, [scroller, wantsEnd]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || total < 0) return;
    const frame = requestAnimationFrame(() => {
      if (wantsEnd.current) element.scrollTop = element.scrollHeight;
      setIsAtEnd(isEndInSight(element));
    });
    return () => cancelAnimationFrame(frame);
  }, [scroller, wantsEnd, total]);
  useEffect(() => onAtEnd(isAtEnd), [isAtEnd, onAtEnd]);
  return isAtEnd;
}

/** One message takes the focus; arrow keys, Home and End move it, Enter presses its menu. */
export function useRoving(
  rows: readonly Row[],
  virtual: Virtualizer<HTMLDivElement, HTMLDivElement>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const [taken, setTaken] = useState<string | null>(null);
  /** Where the focus is on its way to: keys that come meanwhile go on from there. */
  const heading = useRef<number | null>(null);
  const isTalk = (index: number) => rows[index]?.is === 'message' || rows[index]?.is === 'waiting';
  const last = rows.findLastIndex((_, index) => isTalk(index));
  const at = rows.findIndex((row) => row.key === taken);
  const key = rows[at >= 0 ? at : last]?.key ?? null;

  function move(index: number, align: 'auto' | 'center' = 'auto'): boolean {
    const row = rows[index];
    if (row === undefined) return false;
    setTaken(row.key);
    heading.current = index;
    virtual.scrollToIndex(index, { align });
    // The row is drawn a moment after it scrolled into sight.
    let tries = 10;
    const focus = () => {
      if (heading.current !== index) return;
      const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
      if (element === undefined || element === null) {
        if ((tries -= 1) > 0) requestAnimationFrame(focus);
        else heading.current = null;
        return;
      }
      heading.current = null;
      element.focus({ preventScroll: true });
    };
    requestAnimationFrame(focus);
    return true;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['talk'] === undefined) return;
    const current = heading.current ?? Number(event.target.dataset['index']);
    const next = (from: number, step: 1 | -1) => {
      let index = from + step;
      while (index >= 0 && index < rows.length && !isTalk(index)) index += step;
      return index;
    };
    const targets: Record<string, number> = {
      ArrowUp: next(current, -1),
      ArrowDown: next(current, 1),
      Home: next(-1, 1),
      End: last,
    };
    if (event.key === 'Enter') {
      event.target.querySelector<HTMLElement>('[aria-haspopup]')?.click();
      event.preventDefault();
      return;
    }
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    if (isTalk(target)) move(target);
  }

  return { key, take: setTaken, move, onKeyDown };
}
