import names from './kline-chart.module.css';
import type { KlineState } from './kline-frame.ts';

/** A rectangle of the canvas, whole device pixels: left, top, width, height. */
export type Area = readonly [left: number, top: number, width: number, height: number];

/** The smallest area of whole pixels around a rectangle. */
export function areaAround(left: number, top: number, right: number, bottom: number): Area {
  const x = Math.floor(left);
  const y = Math.floor(top);
  return [x, y, Math.ceil(right) - x, Math.ceil(bottom) - y];
}

/**
 * From the first tick on the canvas a person sees: the settled scene, which uPlot then draws off the page, with what
 * a tick changes painted over it. It hands its pixels to the screen itself instead of with the next frame of the
 * page (`desynchronized`; where a browser does not know that, nothing else changes), which saves a tick most of its
 * time. All of the chart but the crosshair is on it, so that no part can come earlier than another.
 */
export interface KlineSheet {
  readonly context: CanvasRenderingContext2D;
  /** Shows the whole scene. */
  cover(scene: HTMLCanvasElement, pixelRatio: number): void;
  /** Shows an area of the scene again, without what was painted over it. */
  restore(scene: HTMLCanvasElement, area: Area): void;
  remove(): void;
}

export function createKlineSheet(element: HTMLElement, state: KlineState): KlineSheet {
  const canvas = document.createElement('canvas');
  canvas.className = names['sheet'] ?? '';
  // Without transparency the screen's pixels need no blending; the page's own colour lies below everything.
  const context = canvas.getContext('2d', { desynchronized: true, alpha: false });
  if (context === null) throw new Error('this browser draws no canvas');
  element.append(canvas);
  return {
    context,
    cover(scene, pixelRatio) {
      if (canvas.width !== scene.width || canvas.height !== scene.height) {
        canvas.width = scene.width;
        canvas.height = scene.height;
        canvas.style.width = `${scene.width / pixelRatio}px`;
        canvas.style.height = `${scene.height / pixelRatio}px`;
      }
      context.fillStyle = state.palette.ground;
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(scene, 0, 0);
    },
    restore(scene, [left, top, width, height]) {
      if (width <= 0 || height <= 0) return;
      context.fillStyle = state.palette.ground;
      context.fillRect(left, top, width, height);
      context.drawImage(scene, left, top, width, height, left, top, width, height);
    },
    remove: () => canvas.remove(),
  };
}
