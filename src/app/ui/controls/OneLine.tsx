import { useLayoutEffect, useRef, type ReactNode } from 'react';
import css from './OneLine.module.css';

/** Text never gets smaller than this, in CSS pixels; where text is larger than `oneLineMost` of its usual size, in proportion. */
const leastPx = 11;
const oneLineMost = 1.4;
const usualPx = 16;
/** Where text is that large, words that would shrink below this share of their size get a second line. */
const wrapsBelow = 0.8;
/** On two lines words may be so many times larger; not twice, because they break where a word ends. */
const twoLinesFit = 1.7;
const narrowStepPx = 0.2;
const narrowSteps = 5;

/** Makes the text of a line smaller until it fits; as large as its styles say where it does. */
function fit(line: HTMLElement): void {
  line.style.fontSize = '';
  delete line.dataset['wraps'];
  const { clientWidth: room, scrollWidth: needed } = line;
  if (needed <= room) return;
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const scale = sizeOf(document.documentElement) / usualPx;
  const least = leastPx * Math.max(1, scale / oneLineMost);
  const size = sizeOf(line);
  const fitting = Math.floor((size * room * 10) / needed) / 10;
  if (scale > oneLineMost && fitting < size * wrapsBelow) {
    line.dataset['wraps'] = '';
    line.style.fontSize = `${Math.max(least, Math.min(size, fitting * twoLinesFit))}px`;
    if (line.scrollWidth <= line.clientWidth) return;
    // A number, which must not be broken, is too long for a line of its own.
    delete line.dataset['wraps'];
  }
  line.style.fontSize = `${Math.max(least, fitting)}px`;
  narrow(line, least);
}

/** Letters do not shrink exactly with their size: what is left over is taken off step by step. */
function narrow(line: HTMLElement, least: number): void {
  for (let step = 0; step < narrowSteps && line.scrollWidth > line.clientWidth; step += 1) {
    const size = Number.parseFloat(line.style.fontSize);
    line.style.fontSize = `${Math.max(least, size - narrowStepPx)}px`;
  }
}

/**
 * The words of a button that moves money, or the number that leads a screen, on one line: they become smaller where they
 * would wrap, and are never cut. With text much larger than usual they get a second line before they become small again.
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
