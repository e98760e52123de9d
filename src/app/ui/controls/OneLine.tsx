import { useLayoutEffect, useRef, type ReactNode } from 'react';
import css from './OneLine.module.css';

/** Text never gets smaller than this, in CSS pixels. */
const leastPx = 11;

/** Makes the text of a line smaller until it fits; as large as its styles say where it does. */
function fit(line: HTMLElement): void {
  line.style.fontSize = '';
  const { clientWidth: room, scrollWidth: needed } = line;
  if (needed <= room) return;
  const size = Number.parseFloat(getComputedStyle(line).fontSize);
  line.style.fontSize = `${Math.max(leastPx, Math.floor((size * room * 10) / needed) / 10)}px`;
}

/**
 * The words of a button that moves money, or the number that leads a screen, on one line: they become smaller where they
 * would wrap, and are never cut.
 */
export function OneLine({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLSpanElement>(null);
  const measured = useRef<ReactNode>(undefined);
  // Measuring lays the whole page out: only other words are worth it. What changes its room is observed below.
  useLayoutEffect(() => {
    if (ref.current === null || measured.current === children) return;
    measured.current = children;
    fit(ref.current);
  });
  useLayoutEffect(() => {
    const line = ref.current;
    const box = line?.closest('button, a') ?? line?.parentElement;
    if (line === null || box == null) return;
    // Fitting changes the size of the line: in a frame of its own it cannot go round in a circle.
    const observer = new ResizeObserver(() => requestAnimationFrame(() => fit(line)));
    observer.observe(box);
    // Its height follows the text size of the page.
    observer.observe(line);
    return () => observer.disconnect();
  }, []);
  return (
    <span ref={ref} className={css['line']}>
      {children}
    </span>
  );
}
