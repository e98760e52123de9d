import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** How long a finger rests before the menu opens, and how far it may move, in CSS pixels. */
const restMs = 450;
const strayPx = 8;

/**
 * Calls back on a long press of a finger and on the second button of a mouse; not while the user scrolls or selects.
 */
export function useLongPress(onPress: () => void) {
  const resting = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const stop = () => {
    if (resting.current !== null) clearTimeout(resting.current.timer);
    resting.current = null;
  };
  useEffect(
    () => () => {
      if (resting.current !== null) clearTimeout(resting.current.timer);
    },
    [],
  );
  return {
    onPointerDown(event: PointerEvent) {
      stop();
      if (event.pointerType === 'mouse' || !event.isPrimary) return;
      const timer = setTimeout(() => {
        resting.current = null;
        onPress();
      }, restMs);
      resting.current = { x: event.clientX, y: event.clientY, timer };
    },
    onPointerMove(event: PointerEvent) {
      const { current } = resting;
      if (current !== null && Math.hypot(event.clientX - current.x, event.clientY - current.y) > strayPx) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu(event: MouseEvent) {
      const isOnLink = event.target instanceof Element && event.target.closest('button, a') !== null;
      if (isOnLink || (globalThis.getSelection()?.toString() ?? '') !== '') return;
      event.preventDefault();
      stop();
      onPress();
    },
  };
}
