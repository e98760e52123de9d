import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

/** A pointer that strays further than this, in CSS pixels, scrolls or drags: it presses nothing. */
const slackPx = 8;
const holdMs = 400;
const repeatMs = 80;

interface Press {
  readonly x: number;
  readonly y: number;
  /** It strayed, a scroll took it over, or it was held and has acted already: its click is none. */
  spent: boolean;
}

function strayed({ x, y }: Press, { clientX, clientY }: PointerEvent): boolean {
  return Math.hypot(clientX - x, clientY - y) > slackPx;
}

/** What a control, or a group of them, is drawn with so that only a press without movement counts. */
interface StillPress {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerCancel: () => void;
  readonly onClickCapture: (event: MouseEvent) => void;
}

/**
 * Lets clicks through only where the pointer was pressed and released in one place, so that a scroll that starts on a
 * control changes no order. Keys and readers click without a pointer and always count.
 *
 * @param onSpent runs when a press turned out to be none
 */
export function useStillPress(onSpent?: () => void): StillPress {
  const press = useRef<Press | null>(null);
  const spend = () => {
    if (press.current !== null) press.current.spent = true;
    onSpent?.();
  };
  return {
    onPointerDown: ({ clientX, clientY }) => {
      press.current = { x: clientX, y: clientY, spent: false };
    },
    onPointerMove: (event) => {
      if (press.current !== null && strayed(press.current, event)) spend();
    },
    onPointerCancel: spend,
    onClickCapture: (event) => {
      const isSpent = press.current?.spent === true && event.detail !== 0;
      press.current = null;
      if (!isSpent) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** The same for a button that steps: once when it is released, and again and again while it is held in one place. */
export function useStillHold(step: () => void) {
  const latest = useRef(step);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stop = () => clearTimeout(timer.current);
  const press = useStillPress(stop);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const again = () => {
    latest.current();
    timer.current = setTimeout(again, repeatMs);
  };
  return {
    ...press,
    onPointerDown: (event: PointerEvent) => {
      stop();
      if (event.button !== 0) return;
      press.onPointerDown(event);
      timer.current = setTimeout(() => {
        // What was held has acted: its release steps no further.
        press.onPointerCancel();
        again();
      }, holdMs);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onClick: () => latest.current(),
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  };
}

/**
 * Holds back what a finger does to a slider until it is clear that it does not scroll: it moved sideways, or was
 * released where it came down. What a scroll took over changes nothing.
 *
 * @param change what the slider is set to, in its own units
 */
export function useStillSlide(change: (value: number) => void) {
  const finger = useRef<{ readonly press: Press; held: number | null } | null>(null);
  const end = () => {
    finger.current = null;
  };
  return {
    set: (value: number) => {
      if (finger.current === null) change(value);
      else finger.current.held = value;
    },
    handlers: {
      onPointerDown: ({ clientX, clientY, pointerType }: PointerEvent) => {
        const press = { x: clientX, y: clientY, spent: false };
        finger.current = pointerType === 'mouse' ? null : { press, held: null };
      },
      onPointerMove: (event: PointerEvent) => {
        if (finger.current === null || !strayed(finger.current.press, event)) return;
        const { press, held } = finger.current;
        if (Math.abs(event.clientX - press.x) <= Math.abs(event.clientY - press.y)) return;
        end();
        if (held !== null) change(held);
      },
      onPointerUp: (event: PointerEvent) => {
        const ended = finger.current;
        end();
        if (ended !== null && ended.held !== null && !strayed(ended.press, event)) change(ended.held);
      },
      onPointerCancel: end,
    },
  };
}
