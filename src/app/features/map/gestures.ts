import {
  type PointerEvent as ReactPointerEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { type MapView, type Point, type Size, movedBy, zoomedAbout } from './mercator.ts';

/** How the map is moved: by one finger or the mouse, by two fingers, by the wheel, by keys. */

/** Takes the view further; the map clamps what comes out. */
type ChangeView = (change: (view: MapView, size: Size) => MapView) => void;

/** Pixels an arrow key moves; with Shift three times as far. */
const keyStep = 60;
const keyZoom = 0.5;
/** Zoom of one pixel of a mouse wheel. */
const wheelZoom = 1 / 300;
const wheelMost = 0.5;

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: keyStep, y: 0 },
  ArrowRight: { x: -keyStep, y: 0 },
  ArrowUp: { x: 0, y: keyStep },
  ArrowDown: { x: 0, y: -keyStep },
};

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

function spread([a, b]: readonly Point[]): number {
  return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
}

interface MapGestures {
  readonly onPointerDown: (event: ReactPointerEvent) => void;
  readonly onPointerMove: (event: ReactPointerEvent) => void;
  readonly onPointerUp: (event: ReactPointerEvent) => void;
  readonly onPointerCancel: (event: ReactPointerEvent) => void;
  readonly onDoubleClick: (event: React.MouseEvent) => void;
  readonly onKeyDown: (event: ReactKeyboardEvent) => void;
}

/** Handlers for the element the map is drawn in. */
export function useMapGestures(element: RefObject<HTMLElement | null>, change: ChangeView): MapGestures {
  const pointers = useRef(new Map<number, Point>());
  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const box = element.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };

  useEffect(() => {
    const target = element.current;
    const onWheel = (event: WheelEvent) => {
      // The page must stay where it is; React listens too softly to say so.
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const step = Math.min(Math.max(-event.deltaY * lines * wheelZoom, -wheelMost), wheelMost);
      const box = target?.getBoundingClientRect();
      const point = { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
      change((view, size) => zoomedAbout(view, size, point, view.zoom + step));
    };
    target?.addEventListener('wheel', onWheel, { passive: false });
    return () => target?.removeEventListener('wheel', onWheel);
  }, [element, change]);

  const drop = (event: ReactPointerEvent) => pointers.current.delete(event.pointerId);
  return {
    onPointerDown(event) {
      if (event.button !== 0 || pointers.current.size >= 2) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, pointOf(event));
    },
    onPointerMove(event) {
      if (!pointers.current.has(event.pointerId)) return;
      const before = [...pointers.current.values()];
      pointers.current.set(event.pointerId, pointOf(event));
      const after = [...pointers.current.values()];
      const [from, to] = [middleOf(before), middleOf(after)];
      const grown = before.length === 2 && spread(before) > 0 ? Math.log2(spread(after) / spread(before)) : 0;
      change((view, size) => {
        const moved = movedBy(view, { x: to.x - from.x, y: to.y - from.y });
        return Number.isFinite(grown) && grown !== 0 ? zoomedAbout(moved, size, to, moved.zoom + grown) : moved;
      });
    },
    onPointerUp: drop,
    onPointerCancel: drop,
    onDoubleClick(event) {
      const point = pointOf(event);
      change((view, size) => zoomedAbout(view, size, point, view.zoom + 1));
    },
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const arrow = arrows[event.key];
      const zoom = /^[+=]$/.test(event.key) ? keyZoom : /^[-_]$/.test(event.key) ? -keyZoom : 0;
      if (arrow === undefined && zoom === 0) return;
      event.preventDefault();
      const far = event.shiftKey ? 3 : 1;
      change((view) =>
        arrow === undefined
          ? { ...view, zoom: view.zoom + zoom }
          : movedBy(view, { x: arrow.x * far, y: arrow.y * far }),
      );
    },
  };
}
