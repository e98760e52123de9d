import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

const pressMs = 500;
/** A finger that moves further than this scrolls. */
const slackPx = 10;

interface LongPress {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onClickCapture: (event: MouseEvent) => void;
}

/** What a link needs to do something else when it is held: the tap that follows then leads nowhere. */
export function useLongPress(onLongPress: () => void): LongPress {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef<{ x: number; y: number; touch: boolean; done: boolean } | null>(null);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown: ({ clientX, clientY, pointerType, button }) => {
      stop();
      if (button !== 0) return;
      const press = { x: clientX, y: clientY, touch: pointerType !== 'mouse', done: false };
      from.current = press;
      timer.current = setTimeout(() => {
        press.done = true;
        onLongPress();
      }, pressMs);
    },
    onPointerMove: ({ clientX, clientY }) => {
      const start = from.current;
      if (start !== null && Math.hypot(clientX - start.x, clientY - start.y) > slackPx) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event) => {
      if (from.current?.touch === true) event.preventDefault();
    },
    onClickCapture: (event) => {
      if (from.current?.done !== true) return;
      from.current = null;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
