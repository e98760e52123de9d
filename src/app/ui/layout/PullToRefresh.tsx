import { useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import { Spinner } from './Spinner.tsx';
import { LiveRegion } from './VisuallyHidden.tsx';
import css from './PullToRefresh.module.css';

/** Distance, in CSS pixels, the page is pulled before it refreshes (spec point 5). */
export const pullOffset = 75;

/** The finger travels twice as far as the page follows. */
const resistance = 0.5;

interface PullToRefreshProps {
  /** Fetches again; the mark stays until it settles. A refusal is shown by the caller, not here. */
  onRefresh: () => Promise<unknown>;
  children: ReactNode;
}

/** Whether nothing is scrolled between a touched element and the page, so that a pull means the page. */
function atTop(target: EventTarget | null): boolean {
  if (globalThis.scrollY > 0) return false;
  for (let node = target instanceof Element ? target : null; node; node = node.parentElement) {
    if (node.scrollTop > 0 || node instanceof HTMLDialogElement) return false;
  }
  return true;
}

type Phase = 'idle' | 'ready' | 'busy';

/** Follows the finger over an element, and refreshes where it was pulled far enough. Answers what ends it. */
function followPull(
  element: HTMLElement,
  refresh: () => Promise<unknown>,
  onPhase: (phase: Phase) => void,
): () => void {
  let start: { x: number; y: number } | null = null;
  let pulled = 0;
  let busy = false;
  let gone = false;
  const follow = (pixels: number) => {
    pulled = pixels;
    element.style.setProperty('--pull', `${pixels}px`);
    element.style.setProperty('--pulled', String(Math.min(1, pixels / pullOffset)));
  };
  const down = (event: TouchEvent) => {
    const touch = event.touches[0];
    start =
      !busy && event.touches.length === 1 && touch && atTop(event.target)
        ? { x: touch.clientX, y: touch.clientY }
        : null;
  };
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (!start || !touch) return;
    const dx = Math.abs(touch.clientX - start.x);
    const dy = touch.clientY - start.y;
    if (pulled === 0 && (dy < dx || dy < 0)) {
      start = dy < -4 || dx > 8 ? null : start;
      return;
    }
    if (event.cancelable) event.preventDefault();
    follow(Math.max(0, Math.min(dy * resistance, pullOffset * 1.5)));
    element.dataset['pulling'] = '';
    onPhase(pulled >= pullOffset ? 'ready' : 'idle');
  };
  const settle = () => {
    busy = false;
    if (gone) return;
    follow(0);
    onPhase('idle');
  };
  const up = () => {
    if (!start) return;
    start = null;
    delete element.dataset['pulling'];
    if (pulled < pullOffset) {
      follow(0);
      onPhase('idle');
      return;
    }
    busy = true;
    follow(48);
    onPhase('busy');
    refresh().then(settle, settle);
  };
  element.addEventListener('touchstart', down, { passive: true });
  element.addEventListener('touchmove', move, { passive: false });
  element.addEventListener('touchend', up);
  element.addEventListener('touchcancel', up);
  return () => {
    gone = true;
    element.removeEventListener('touchstart', down);
    element.removeEventListener('touchmove', move);
    element.removeEventListener('touchend', up);
    element.removeEventListener('touchcancel', up);
  };
}

/** Pulls the content down by a finger; past 75 px it refreshes. Touch only: elsewhere pages refresh by themselves. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const refresh = useRef(onRefresh);
  const [phase, setPhase] = useState<Phase>('idle');

  useEffect(() => {
    refresh.current = onRefresh;
  }, [onRefresh]);
  useEffect(() => {
    const element = box.current;
    return element === null ? undefined : followPull(element, () => refresh.current(), setPhase);
  }, []);

  return (
    <div ref={box} className={css['box']} data-phase={phase}>
      <div className={css['mark']} aria-hidden>
        {phase === 'busy' ? <Spinner /> : <Icon of={RotateCw} size="row" className={css['turn']} />}
      </div>
      <LiveRegion>{phase === 'busy' ? t`Refreshing` : null}</LiveRegion>
      <div className={css['content']}>{children}</div>
    </div>
  );
}
